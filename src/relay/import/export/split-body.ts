import { given } from '../../../kernel/given.ts';
import { parseCriteria } from '../criteria.ts';
import type { Comment, Criterion } from '../foreign-task.ts';

/** A task's body by its sections of level two; what comes before the first is the description. */
export interface BodyParts {
  readonly description: string;
  readonly criteria: readonly Criterion[];
  readonly comments: readonly Comment[];
  /** All other sections, in their order. */
  readonly sections: ReadonlyMap<string, string>;
}

export function splitBody(body: string): BodyParts {
  const sections = new Map<string, string>();
  let title = '';
  let isFenced = false;
  for (const line of body.replaceAll('\r\n', '\n').split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const heading = isFenced ? undefined : /^## +(.+?)\s*$/.exec(line)?.[1];
    if (heading === undefined) sections.set(title, `${sections.get(title) ?? ''}${line}\n`);
    else title = heading;
  }
  const take = (name: string): string => {
    const text = sections.get(name)?.trim() ?? '';
    sections.delete(name);
    return text;
  };
  const description = take('');
  const criteriaText = take('Acceptance Criteria');
  const criteria = parseCriteria(criteriaText);
  if (criteria === undefined) sections.set('Acceptance Criteria', criteriaText);
  const commentText = take('Comments');
  const comments = parseComments(commentText);
  if (comments === undefined) sections.set('Comments', commentText);
  return {
    description,
    criteria: criteria ?? [],
    comments: comments ?? [],
    sections: new Map([...sections].map(([name, text]) => [name, text.trim()])),
  };
}

const HEAD = /^- (?:(\d{4}-\d\d-\d\dT[\d:.]+Z) ?)?(?:([^\n:]{1,200}): )?/;

/** As an import writes them; undefined for anything else. */
export function parseComments(text: string): Comment[] | undefined {
  if (text === '') return [];
  const blocks = text.split(/\n\n(?=- )/);
  if (!blocks.every((block) => block.startsWith('- '))) return undefined;
  return blocks.map((block) => {
    const [head = '', at, author] = HEAD.exec(block) ?? [];
    return {
      ...given({ at, author }),
      text: block.slice(head.length).replaceAll('\n  ', '\n'),
    };
  });
}

import { given } from '../../../kernel/given.ts';
import type { Comment, Criterion } from '../foreign-task.ts';
import { parseCriteria, renderComment, renderCriteria, renderSection } from '../task-body.ts';

/** A heading of level two with all up to the next one, as it is written. */
interface Piece {
  readonly title: string;
  readonly raw: string;
}

/** In the order in which an import of beads writes its fields; criteria that are no list come after the design. */
const FIELDS = ['Acceptance Criteria', 'Design', 'Acceptance Criteria', 'Notes', 'Close Reason', 'Comments'];
const WORK_LOG = 'Work Log';

/**
 * A task's body by the fields that beads has for it: the sections at its end that an import would write the same way.
 * All before them is the description, to the last blank line: what comes back is what was there.
 */
export function splitFields(body: string): BodyParts {
  const pieces = toPieces(body.replaceAll('\r\n', '\n'));
  const log = pieces.at(-1)?.title === WORK_LOG ? pieces.pop() : undefined;
  let parts: Pick<BodyParts, 'criteria' | 'comments'> = { criteria: [], comments: [] };
  const sections = new Map<string, string>();
  let rank = FIELDS.length;
  for (let piece = pieces.at(-1); piece !== undefined && pieces.length > 1; piece = pieces.at(-1)) {
    const { title } = piece;
    const text = piece.raw.slice(`## ${title}\n\n`.length).trimEnd();
    const read = readField(title, text);
    const at = read.criteria === undefined ? FIELDS.lastIndexOf(title) : FIELDS.indexOf(title);
    if (at < 0 || at >= rank || !isWrittenAs(piece, text) || !/^$|[^\n]\n\n$/.test(pieces.at(-2)?.raw ?? '')) break;
    if (title === 'Comments' && read.comments === undefined) break;
    if (read.criteria === undefined && read.comments === undefined) sections.set(title, text);
    parts = { ...parts, ...read };
    rank = at;
    pieces.pop();
  }
  const prose = pieces.map(({ raw }) => raw).join('');
  return {
    ...parts,
    description: [prose.trim(), log?.raw.trim() ?? ''].filter((text) => text !== '').join('\n\n'),
    sections,
  };
}

const isWrittenAs = ({ title, raw }: Piece, text: string): boolean =>
  text !== '' && text === text.trim() && raw.trimEnd() === renderSection(title, text);

/** Undefined parts would not come back as they are. */
function readField(title: string, text: string): Partial<Pick<BodyParts, 'criteria' | 'comments'>> {
  if (title === 'Acceptance Criteria') {
    const criteria = parseCriteria(text);
    return criteria !== undefined && renderCriteria(criteria) === text ? { criteria } : {};
  }
  if (title !== 'Comments') return {};
  const comments = parseComments(text);
  return comments !== undefined && comments.map(renderComment).join('\n\n') === text ? { comments } : {};
}

function toPieces(body: string): Piece[] {
  const pieces: { title: string; raw: string }[] = [{ title: '', raw: '' }];
  let isFenced = false;
  for (const line of body.split(/(?<=\n)/)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const title = isFenced ? undefined : /^## +(.+?)\s*$/.exec(line)?.[1];
    const last = pieces.at(-1);
    if (title !== undefined) pieces.push({ title, raw: line });
    else if (last !== undefined) last.raw += line;
  }
  return pieces;
}

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
function parseComments(text: string): Comment[] | undefined {
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

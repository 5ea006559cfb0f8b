import { given } from '../../../kernel/given.ts';
import { cleanText, hasTerminalCodes } from '../clean-text.ts';
import { readComment } from '../foreign-values.ts';
import { parseCriteria } from '../task-body.ts';
import type { Comment, ForeignSection, ForeignTask } from '../foreign-task.ts';
import type { RecordReader } from '../record-reader.ts';

/** Comments that mark where a section begins and ends; nothing is lost with them. */
const MARKER = /^<!-- *(?:SECTION:[A-Z_]+|AC|DOD|COMMENTS):(?:BEGIN|END) *-->$/;

/** The text of a task of Backlog.md, by its sections. */
export function parseBacklogBody(
  reader: RecordReader,
  body: string,
): Pick<ForeignTask, 'sections' | 'criteria' | 'comments'> {
  if (hasTerminalCodes(body)) reader.note('changed', 'body', 'terminal codes were removed');
  const sections: ForeignSection[] = [];
  let criteria: ForeignTask['criteria'] = [];
  let comments: readonly Comment[] = [];
  for (const section of splitSections(cleanText(body))) {
    const list = section.title === 'Acceptance Criteria' ? parseCriteria(section.text) : undefined;
    const said = section.title === 'Comments' ? parseComments(section.text) : undefined;
    if (list !== undefined && criteria.length === 0) criteria = list;
    else if (said !== undefined && comments.length === 0) comments = said;
    else if (section.text !== '' && section.title !== 'Description') sections.push(section);
    else if (section.text !== '') sections.unshift({ text: section.text });
  }
  return { sections, criteria, comments };
}

function splitSections(body: string): ForeignSection[] {
  const sections: { title?: string; lines: string[] }[] = [{ lines: [] }];
  let isFenced = false;
  for (const line of body.split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    const title = isFenced ? undefined : /^## +(.+?)\s*$/.exec(line)?.[1];
    if (title !== undefined) sections.push({ title, lines: [] });
    else if (!MARKER.test(line.trim())) sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ title, lines }) => ({
    ...given({ title }),
    text: lines.join('\n').trim(),
  }));
}

/** Undefined if it is not in the form that Backlog.md writes. */
function parseComments(text: string): Comment[] | undefined {
  const blocks = text.split(/^---$/m).map((block) => block.trim());
  const comments: Comment[] = [];
  for (let at = 0; at + 1 < blocks.length; at += 2) {
    const head = blocks[at] ?? '';
    if (!/^(?:author|created|updated):/m.test(head)) return undefined;
    const author = /^author: *(.+)$/m.exec(head)?.[1]?.replace(/^@/, '');
    comments.push(readComment(author, /^created: *(.+)$/m.exec(head)?.[1], blocks[at + 1] ?? ''));
  }
  return comments.length === 0 || (blocks.length % 2 === 1 && blocks.at(-1) !== '') ? undefined : comments;
}

/** One line per file for the manifest, and the quick context: made from what the files say, never a placeholder. */
import { findTables, listSections, scanMarkdown, splitLog } from '../../../kernel/markdown/index.ts';
import { cutText, firstSentence, withoutByteOrderMark } from '../../../kernel/text.ts';
import { entryWords } from '../log/log-order.ts';
import { parseArchiveIndex, readLastEntries } from '../log/log.ts';
import { ARCHIVE_FILE, ARCHIVE_INDEX_FILE } from '../names.ts';
import { isActive, labelOf, parseItems, type Item } from '../items/index.ts';
import { readStatus } from '../trust/trust.ts';

const MAX_SUMMARY = 200;
export const MAX_CONTEXT = 500;

export function summarise(name: string, content: string): string {
  const text = withoutByteOrderMark(content);
  const words = summariseByKind(name, text) || firstWords(text);
  return cutText(words.replaceAll(/\s+/g, ' ').trim(), MAX_SUMMARY, '…');
}

function summariseByKind(name: string, text: string): string {
  const section = summarySection(text);
  if (section !== '') return section;
  if (name === 'LOG.md') return summariseLog(text);
  if (name === ARCHIVE_FILE) return countOf(splitLog(text).entries.length, 'archived entry', 'archived entries');
  if (name === ARCHIVE_INDEX_FILE)
    return `Hashes of ${countOf(indexLength(text), 'archived entry', 'archived entries')}`;
  if (name === 'NEXT_ACTIONS.md') return summariseActions(parseItems(text).items);
  if (name === 'TRUST.md') return summariseTrust(text);
  return '';
}

function indexLength(text: string): number {
  try {
    return parseArchiveIndex(text).length;
  } catch {
    // A damaged index has no number; lint says what is wrong with it.
    return 0;
  }
}

function summarySection(text: string): string {
  const section = listSections(text).sections.find(({ name }) => name.toLowerCase() === 'summary');
  return section === undefined ? '' : plainText(text.slice(section.contentStart, section.contentEnd));
}

function summariseLog(text: string): string {
  const [newest] = readLastEntries(text, 1);
  return newest === undefined ? '' : `Last entry: ${entryWords(newest.title)}`;
}

function summariseActions(items: readonly Item[]): string {
  const active = items.filter(isActive);
  const blocked = items.filter(({ state }) => state === 'blocked');
  const top = active[0] === undefined ? '' : ` Top: ${labelOf(active[0])}.`;
  const held = blocked[0] === undefined ? '' : ` Blocked: ${blocked.length} (${labelOf(blocked[0])}).`;
  return `${countOf(active.length, 'task', 'tasks')}.${top}${held}`;
}

function summariseTrust(text: string): string {
  const table = findTables(text).find(({ columns }) => columns.some((column) => /^status$/i.test(column)));
  if (table === undefined) return '';
  const column = table.columns.findIndex((title) => /^status$/i.test(title));
  const counts = new Map<string, number>();
  for (const { cells } of table.rows) {
    const status = readStatus(cells[column] ?? '') || 'unknown';
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
}

/** The first sentence of real text: not a heading, a quote, a comment, a rule; if there is none, the first heading. */
function firstWords(text: string): string {
  const { lines, headings } = scanMarkdown(text);
  const first = lines.findIndex(({ kind, depth }) => kind === 'text' && depth === 0);
  const any =
    first === -1 ? lines.findIndex(({ kind }) => kind === 'text' || kind === 'table' || kind === 'fence') : first;
  const line = lines[any];
  if (line === undefined) return headings[0]?.text ?? '';
  const paragraph: string[] = [];
  for (const each of lines.slice(any)) {
    if (each.kind !== line.kind) break;
    paragraph.push(text.slice(each.contentStart, each.end));
  }
  return firstSentence(plainText(paragraph.join('\n')));
}

const plainText = (text: string): string =>
  text
    .split(/\r\n|\n|\r/)
    .filter((line) => !/^\s*(?:>|<!--|\|?[-:| ]+\|?\s*$)/.test(line))
    .join('\n')
    .replaceAll(/\*\*|__|`/g, '')
    .trim();

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What STATUS and NEXT_ACTIONS say, in one breath. */
export function deriveContext(summaries: Readonly<Record<string, string | undefined>>): string {
  const [status = '', actions = ''] = [summaries['STATUS.md'], summaries['NEXT_ACTIONS.md']];
  const parts = [status, actions]
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`));
  return cutText(parts.join(' '), MAX_CONTEXT, '…');
}

/**
 * The limit of five applies to what was added since the last handoff; a file that was longer before is left as it is.
 * Whether a list names anything to do, in whatever form.
 */

import { findTables, outlineMarkdown, scanMarkdown } from '../../../kernel/markdown/index.ts';
import { applyEdits, detectLineEnding, hasFinalNewline, withLineEnding } from '../../../kernel/text.ts';
import { isNoGroup, isPlaceholder } from './dialect.ts';
import { isOpen, type Item } from './item.ts';
import { parseItems } from './parse-items.ts';

export const MAX_ACTIVE = 5;
const MAX_COMPLETED = 5;

export const isActive = ({ state }: Item): boolean => state === 'in_progress' || state === 'ready';

interface LimitedItems {
  readonly text: string;
  /** Active items beyond the limit, as written; they go to DASHBOARD.md or BACKLOG.md. */
  readonly overflow: readonly string[];
  /** Completed items beyond the limit; they stay in git. */
  readonly pruned: readonly string[];
}

/** Baton's own form: a ticked box and the day. Whatever else is listed as completed was written by people. */
const OWN_DONE = /^\s*- \[x\] .*\(\d{4}-\d\d-\d\d\)\s*$/;

const source = (from: string, { start, end }: Item): string => from.slice(start, end).trimEnd();
const isEntry = ({ place }: Item): boolean => place.form === 'entry';

/** `before` is the file of the last commit: what is pruned stays there. Without one nothing is pruned. */
export function limitItems(text: string, before: string | undefined): LimitedItems {
  const items = parseItems(text).items;
  const old = parseItems(before ?? '').items;
  const known = new Set(old.map((item) => source(before ?? '', item).replaceAll('\r', '')));
  const isKnown = (item: Item): boolean => known.has(source(text, item).replaceAll('\r', ''));
  const beyond = (limit: number, is: (item: Item) => boolean): Item[] =>
    old.filter(is).length > limit ? [] : items.filter(is).slice(limit);
  const overflow = beyond(MAX_ACTIVE, isActive).filter((item) => isEntry(item) && !isKnown(item));
  const pruned = beyond(MAX_COMPLETED, ({ state }) => state === 'done').filter(
    (item) => isEntry(item) && isKnown(item) && OWN_DONE.test(firstLine(source(text, item))),
  );
  return {
    text: applyEdits(
      text,
      [...overflow, ...pruned].map(({ start, end }) => ({ start, end, text: '' })),
    ),
    overflow: overflow.map((item) => source(text, item)),
    pruned: pruned.map((item) => source(text, item)),
  };
}

const firstLine = (block: string): string => block.split(/\r\n|\n|\r/, 1)[0] ?? '';

const OVERFLOW_HEADING = 'Overflow of next actions';

/** Overflow after everything else in the file that takes it, under a heading of its own. */
export function appendOverflow(target: string, items: readonly string[]): string {
  const ending = detectLineEnding(target);
  const lines = withLineEnding(`${items.join('\n')}\n`, ending);
  const node = outlineMarkdown(target).find(({ heading }) => heading.level === 2 && heading.text === OVERFLOW_HEADING);
  if (node === undefined) {
    const gap = target === '' ? '' : hasFinalNewline(target) ? ending : ending + ending;
    return `${target}${gap}## ${OVERFLOW_HEADING}${ending}${ending}${lines}`;
  }
  const end = target.slice(0, node.end).trimEnd().length;
  const gap = end <= node.contentStart ? ending + ending : ending;
  return applyEdits(target, [{ start: end, end, text: gap + lines.trimEnd() }]);
}

export const EMPTY_NEXT_ACTIONS = '# Next actions\n\n## Active\n\n## Blocked\n\n## Recently Completed\n';

const WORDS: ReadonlySet<string> = new Set(['text', 'code', 'fence']);
const STAMP = /^\W*(?:last )?updated\b/i;

const says = (line: string): boolean => !isPlaceholder(line) && !STAMP.test(line);

/** An open item, a table with rows, or words that are neither about what is completed nor "nothing to do". */
export function namesWork(text: string): boolean {
  const { items, groups } = parseItems(text);
  if (items.some(isOpen)) return true;
  const nodes = outlineMarkdown(text);
  const over = [
    ...items,
    ...groups.filter((group) => !isOpen(group)),
    ...nodes.filter(({ heading }) => isNoGroup(heading.text)),
  ];
  const isOver = (offset: number): boolean => over.some(({ start, end }) => start <= offset && offset < end);
  return (
    scanMarkdown(text).lines.some(
      ({ kind, depth, start, end }) => depth === 0 && WORDS.has(kind) && !isOver(start) && says(text.slice(start, end)),
    ) || findTables(text).some(({ rows, header }) => rows.length > 0 && !isOver(header.source.start))
  );
}

/** True if a file holds anything besides headings, comments, rules and empty tables. */
export const hasSubstance = (text: string): boolean => {
  const { lines, tables } = scanMarkdown(text);
  const empty = new Set(tables.flatMap(({ line, lastLine }) => (lastLine <= line + 1 ? [line, line + 1] : [])));
  return lines.some(
    ({ kind }, index) =>
      kind === 'text' || kind === 'code' || kind === 'fence' || (kind === 'table' && !empty.has(index + 1)),
  );
};

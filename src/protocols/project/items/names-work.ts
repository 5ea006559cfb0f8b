/** Whether a list names anything to do, in whatever form. */
import { findTables, outlineMarkdown, scanMarkdown } from '../../../kernel/markdown/index.ts';
import { isNoGroup, isPlaceholder } from './dialect.ts';
import { isOpen } from './item.ts';
import { parseItems } from './parse-items.ts';

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

/** Reading Markdown by its blocks and changing single parts of it, every other byte kept. */
export { findListItems, planCheck, type ListItem } from './list-items.ts';
export { joinLog, outlineMarkdown, splitLog, type LogEntry, type OutlineNode } from './outline.ts';
export { scanMarkdown } from './scan.ts';
export {
  getSection,
  listSections,
  readSection,
  renderSection,
  replaceSection,
  type SectionProblem,
} from './sections.ts';
export { findTables, planAddColumn, planAddRow, planRemoveRow, planSetCells, type Table } from './tables.ts';
export type { MarkdownLine, MarkdownScan } from './types.ts';

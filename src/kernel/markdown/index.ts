/** Reading Markdown by its blocks and changing single parts of it, every other byte kept. */
export { findListItems, planCheck, type Checkbox, type ListItem } from './list-items.ts';
export { joinLog, outlineMarkdown, splitLog, type Log, type LogEntry, type OutlineNode } from './outline.ts';
export type { Alignment } from './pipe-row.ts';
export { scanMarkdown } from './scan.ts';
export {
  getSection,
  listSections,
  readSection,
  renderSection,
  replaceSection,
  type Section,
  type SectionList,
  type SectionProblem,
  type SectionProblemKind,
} from './sections.ts';
export {
  findTables,
  planAddColumn,
  planAddRow,
  planRemoveRow,
  planSetCells,
  type Table,
  type TableRow,
} from './tables.ts';
export type { Fence, Heading, HtmlKind, ItemLines, LineKind, MarkdownLine, MarkdownScan, TableLines } from './types.ts';

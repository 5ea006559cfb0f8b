/** One reader of items for everything that looks at NEXT_ACTIONS.md: it finds what people wrote, and says where. */
import { anyCase } from '../../../kernel/any-case.ts';
import {
  findListItems,
  findTables,
  outlineMarkdown,
  scanMarkdown,
  type ListItem,
  type MarkdownScan,
  type OutlineNode,
} from '../../../kernel/markdown/index.ts';
import {
  findHeadingState,
  findPriorityTag,
  isNoGroup,
  isPlaceholder,
  readPriority,
  readRows,
  splitId,
  withPlainMarks,
  type ItemState,
} from './dialect.ts';
import type { Item, ItemGroup, ItemList } from './item.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

const isIn = ({ start, end }: Span, offset: number): boolean => start <= offset && offset < end;

/** The entries of NEXT_ACTIONS.md, in any of the forms people write. */
export function parseItems(text: string): ItemList {
  const scan = scanMarkdown(text);
  const nodes = outlineMarkdown(text).filter(({ heading }) => heading.level >= 2);
  const heads = findItemHeadings(text, nodes);
  const groups = listGroups(nodes, heads);
  const isTaken = (offset: number): boolean => heads.some((span) => isIn(span, offset));
  const around = (offset: number): ItemGroup | undefined => groups.findLast((group) => isIn(group, offset));
  const headed = heads.map((node) => readHeading(text, scan, node, around(node.start)));
  const tables = findTables(text).filter(({ header }) => !isTaken(header.source.start));
  const rows = tables
    .filter(({ header }) => !isNoGroup(headingOver(nodes, header.source.start) ?? ''))
    .flatMap((table) => readRows(table, around(table.header.source.start)));
  const entries = findListItems(text)
    .filter(({ depth, start }) => depth === 0 && !isTaken(start))
    .flatMap((entry) => readEntry(entry, around(entry.start), headingOver(nodes, entry.start)));
  const items = [...headed, ...rows, ...entries].toSorted((a, b) => a.start - b.start);
  return { items, groups, unread: listUnread(scan, items) };
}

const hasNumber = (heading: string): boolean => /^\d+[.)]\s+\S/.test(heading);
/** `P0 - Critical` names a priority, `P6 - Full run` an item. */
const hasId = (heading: string): boolean => {
  const { id, title } = splitId(heading);
  return id !== undefined && !(/^P[0-4]$/.test(id) && RANKS(title));
};
const RANKS = anyCase(
  String.raw`^(?:$|\W*(?:critical|urgent|important|asap|blockers?|highest|high|medium|normal|lowest|low|must|should|could|nice|optional|now|next|soon|later|bugs?|tasks?)\b)`,
);

/** "High priority", "Phase 2", "Backend": a heading that sorts items rather than being one. */
const SORTS = anyCase(
  String.raw`^(?:\W*)(?:(?:critical|high|medium|low|p[0-3]|must|should|could|short|mid|long|near)\b|phase\b|milestone\b|sprint\b|week\b|priorit|v?\d+\.\d+)`,
);

/** Headings that are items themselves: by id, by number, or by standing in a group with a body of their own. */
function findItemHeadings(text: string, nodes: readonly OutlineNode[]): OutlineNode[] {
  const found: OutlineNode[] = [];
  for (const node of nodes) {
    if (found.some((span) => isIn(span, node.start))) continue;
    if (hasId(node.heading.text) || hasNumber(node.heading.text) || isBareItem(text, node, nodes)) found.push(node);
  }
  return found;
}

/** Under "Ready", a heading with prose or labels below it is an item; one with a list of boxes or ids below it sorts them. */
function isBareItem(text: string, node: OutlineNode, nodes: readonly OutlineNode[]): boolean {
  const { heading, start, contentStart, end } = node;
  if (heading.level < 3 || SORTS(heading.text) || findHeadingState(heading.text) !== undefined) return false;
  const group = nodes.findLast((each) => each.heading.level < heading.level && isIn(each, start));
  if (group === undefined || findHeadingState(group.heading.text) === undefined) return false;
  const body = text.slice(contentStart, end);
  const isLabelled = /^(?:[-*+]\s+)?\*\*[^*\n]{1,40}\*\*/m.test(body);
  const sorts = /^(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]|\*{0,2}[A-Z]{1,9}-\d)|^\|/m.test(body);
  return isLabelled || !sorts;
}

function listGroups(nodes: readonly OutlineNode[], heads: readonly OutlineNode[]): ItemGroup[] {
  return nodes.flatMap((node) => {
    if (heads.some((head) => isIn(head, node.start))) return [];
    const { heading, start, contentStart, end } = node;
    const state = findHeadingState(heading.text);
    if (state === undefined || isSortedGroup(node, nodes)) return [];
    return [{ heading: heading.text, level: heading.level, state, line: heading.line, start, contentStart, end }];
  });
}

/** "High priority" under "Backlog" sorts what is in the backlog; it does not make it ready. */
function isSortedGroup({ heading, start }: OutlineNode, nodes: readonly OutlineNode[]): boolean {
  if (!SORTS(heading.text)) return false;
  return nodes.some(
    (each) =>
      each.heading.level < heading.level && isIn(each, start) && findHeadingState(each.heading.text) !== undefined,
  );
}

/** The nearest heading, whatever it says. */
const headingOver = (nodes: readonly OutlineNode[], offset: number): string | undefined =>
  nodes.findLast((node) => isIn(node, offset))?.heading.text;

function readHeading(text: string, scan: MarkdownScan, node: OutlineNode, group: ItemGroup | undefined): Item {
  const { heading, start, contentStart, end } = node;
  const words = heading.text.replace(/^\d+[.)]\s+/, '');
  const { id, title } = splitId(words);
  const body = text.slice(contentStart, end);
  const written = trimEnd(scan, node);
  return {
    id,
    title: stripMarks(title),
    state: findOwnState(heading.text) ?? group?.state ?? 'ready',
    priority: findPriorityTag(heading.text) ?? readLabel(body, /priority/i, readPriority),
    assignee: readLabel(body, /assigned(?: to)?|assignee|owner|agent/i, (words_) => words_),
    reason: findReason(heading.text) ?? readLabel(body, /blocked(?: by| on)?|waiting (?:for|on)/i, (words_) => words_),
    group: group?.heading ?? '',
    line: heading.line,
    lastLine: written.line,
    start,
    end: written.end,
    place: { form: 'heading', level: heading.level, headEnd: contentStart },
  };
}

/** Blank lines and rules after an item part it from the next; they stay where they are. */
function trimEnd({ lines }: MarkdownScan, { heading, end }: OutlineNode): { line: number; end: number } {
  let last = lines.findLastIndex((line) => line.start < end);
  while (last >= heading.lastLine && isGap(lines[last]?.kind, lines[last]?.html)) last -= 1;
  return { line: last + 1, end: lines[last]?.next ?? end };
}

const isGap = (kind: string | undefined, html: string | undefined): boolean =>
  kind === 'blank' || kind === 'rule' || (kind === 'html' && html === 'comment');

function readLabel<T>(body: string, name: RegExp, read: (words: string) => T | undefined): T | undefined {
  const label = new RegExp(String.raw`^(?:[-*+]\s+)?\*\*(?:${name.source}):?\*\*:?[ \t]*(.{1,200})$`, 'im');
  const words = label.exec(body)?.[1]?.trim();
  return words === undefined || words === '' || /^[-–—]$/.test(words) ? undefined : read(words);
}

const DONE_MARK = anyCase(
  String.raw`\((?:done|completed?|closed|shipped|resolved|finished)\b[^)]*\)|\[x\]|^~~.*~~$|✅|☑|✔`,
);
const DROPPED_MARK = anyCase(String.raw`\((?:dropped|cancell?ed|won'?t do|rejected)\b[^)]*\)|❌`);
const BLOCKED_MARK = anyCase(String.raw`\((?:blocked|waiting|on hold|after [A-Z]+-\d)[^)]*\)|🚫|⛔`);
const PROGRESS_MARK = anyCase(String.raw`\((?:in progress|wip|started)\b[^)]*\)|🔄|🚧`);

/** What an item says of itself counts more than the heading it is under. */
function findOwnState(title: string): ItemState | undefined {
  const words = withPlainMarks(title);
  if (DONE_MARK(words)) return 'done';
  if (DROPPED_MARK(words)) return 'dropped';
  if (BLOCKED_MARK(words)) return 'blocked';
  if (PROGRESS_MARK(words)) return 'in_progress';
  return undefined;
}

const findReason = (words: string): string | undefined =>
  /\(blocked(?: by| on)?:\s*([^)]+)\)/i.exec(words)?.[1]?.trim();

/** Emphasis and status signs around a title say nothing that its state does not. */
const stripMarks = (title: string): string =>
  title
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:[✅✔☑🔄⏳🚧👤🔒❌🚫⛔▶🎯📋]️?\s*)+/u, '')
    .replace(/^\*\*([^*]+)\*\*/, '$1')
    .trim();

/** A list entry is an item if it has a box or an id, or is among items. */
function readEntry(entry: ListItem, group: ItemGroup | undefined, over: string | undefined): Item[] {
  const { id, title } = splitId(entry.text);
  const isMarked = entry.checkbox !== undefined || id !== undefined;
  if (!isMarked && group === undefined && over !== undefined) return [];
  if (entry.text.trim() === '' || (!isMarked && isPlaceholder(entry.text))) return [];
  return [
    {
      id,
      title: stripMarks(title),
      state: decideEntryState(entry, group),
      priority: findPriorityTag(entry.text),
      assignee: /(?:^|\s)@([\w.-]+)/.exec(entry.text)?.[1],
      reason: findReason(entry.text),
      group: group?.heading ?? '',
      line: entry.line,
      lastLine: entry.lastLine,
      start: entry.start,
      end: entry.end,
      place: { form: 'entry', entry },
    },
  ];
}

/** An empty box is open wherever it is: a line added at the end of the file ends up under what is completed. */
function decideEntryState({ checkbox, text }: ListItem, group: ItemGroup | undefined): ItemState {
  if (checkbox?.isDone === true) return group?.state === 'dropped' ? 'dropped' : 'done';
  const own = findOwnState(text);
  if (own !== undefined) return own;
  if (checkbox !== undefined && group?.state === 'done') return 'ready';
  return group?.state ?? 'ready';
}

const WORDS: ReadonlySet<string> = new Set(['text', 'code', 'fence', 'table']);

function listUnread({ lines }: MarkdownScan, items: readonly Item[]): number[] {
  const read = new Set<number>();
  for (const { line, lastLine, place } of items) {
    for (let number = line; number <= lastLine; number += 1) read.add(number);
    if (place.form === 'row') read.add(place.table.line).add(place.table.line + 1);
  }
  return lines.flatMap(({ kind }, index) => (WORDS.has(kind) && !read.has(index + 1) ? [index + 1] : []));
}

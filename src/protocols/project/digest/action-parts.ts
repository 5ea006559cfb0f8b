/** NEXT_ACTIONS.md for a reader who has little room: what is being done, what can start, what is blocked, by id and title. */
import { scanMarkdown } from '../../../kernel/markdown/index.ts';
import { isPlaceholder, parseItems, type Item, type ItemState } from '../items/index.ts';
import { cutLine, significantLines, type DigestForm, type DigestLine, type DigestPart } from './digest-line.ts';
import { RANK } from './rank.ts';

const FILE = 'NEXT_ACTIONS.md';
const TITLE_WIDTH = 160;
/** More titles than this of one state are listed after the newest facts, as far as there is room. */
const TOP_ITEMS = 8;
const RECENT = 3;

export function planActionParts(text: string): DigestPart[] {
  const scan = scanMarkdown(text);
  const lines = significantLines(text, scan);
  const { items, groups, unread } = parseItems(text);
  const headings = new Map(groups.map((group) => [group.line, group]));
  const byState = new Map<ItemState, number>();
  const parts: DigestPart[] = [];
  const shownHeads = new Set<number>();
  const recent = listRecent(items, lines);
  for (const item of items) {
    const count = item.state === 'done' ? recent.indexOf(item) : (byState.get(item.state) ?? 0);
    byState.set(item.state, count + 1);
    parts.push(describe(item, count, lines, headOf(item, lines, headings, shownHeads)));
  }
  return [
    ...parts,
    ...planPlaceholders(lines, unread, groups),
    ...planRest(lines, unread, new Set(items.flatMap(linesOf))),
  ];
}

/** Completed items newest first: by the last date in their first line, else in file order. */
function listRecent(items: readonly Item[], lines: readonly DigestLine[]): Item[] {
  const dateOf = ({ line }: Item): string =>
    lines
      .find((each) => each.line === line)
      ?.text.match(/\b20\d\d-\d\d-\d\d\b/g)
      ?.at(-1) ?? '';
  const done = items.filter(({ state }) => state === 'done').map((item) => ({ item, date: dateOf(item) }));
  return done.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1)).map(({ item }) => item);
}

const linesOf = ({ line, lastLine }: Item): number[] =>
  Array.from({ length: lastLine - line + 1 }, (_, index) => line + index);

const RANKS: Readonly<Record<ItemState, { readonly title: number; readonly body: number }>> = {
  in_progress: { title: RANK.progress, body: RANK.progressBody },
  ready: { title: RANK.ready, body: RANK.readyBody },
  blocked: { title: RANK.blocked, body: RANK.blockedBody },
  later: { title: RANK.later, body: RANK.leftovers },
  done: { title: RANK.completed, body: RANK.leftovers },
  dropped: { title: RANK.dropped, body: RANK.leftovers },
};

function rankTitle(state: ItemState, count: number): number {
  if (state === 'done' && count >= RECENT) return RANK.leftovers;
  const { title } = RANKS[state];
  return count < TOP_ITEMS ? title : Math.max(title, RANK.moreTitles);
}

/** Title alone, then with the first line of its body, then whole. The heading of its group goes with the first item. */
function describe(item: Item, count: number, lines: readonly DigestLine[], head: readonly DigestLine[]): DigestPart {
  const own = lines.filter(({ line }) => line >= item.line && line <= item.lastLine);
  const title = own.slice(0, 1).map((line) => cutLine(line, TITLE_WIDTH));
  const body = own.slice(1);
  const ranks = RANKS[item.state];
  const step = count / 1000;
  const forms: DigestForm[] = [{ rank: rankTitle(item.state, count) + step, lines: [...head, ...title] }];
  const first = findGoal(body);
  if (first !== undefined) forms.push({ rank: ranks.body + step, lines: [...head, ...title, cutLine(first, 220)] });
  if (own.length > 1 || (own[0]?.text.length ?? 0) > TITLE_WIDTH)
    forms.push({ rank: RANK.actionsWhole + (item.state === 'ready' ? 0 : 5) + step, lines: [...head, ...own] });
  return { file: FILE, section: item.id ?? (item.group === '' ? undefined : item.group), forms };
}

/** What the item is for says more than the label of its priority, which the title has. */
const findGoal = (body: readonly DigestLine[]): DigestLine | undefined =>
  body.find(({ text }) => /\bgoal\b/i.test(text)) ?? body.find(({ text }) => !/^\W*(?:\*\*)?priority\b/i.test(text));

function headOf(
  item: Item,
  lines: readonly DigestLine[],
  groups: ReadonlyMap<number, { readonly heading: string; readonly start: number; readonly end: number }>,
  shown: Set<number>,
): DigestLine[] {
  const group = [...groups].findLast(([, { start, end }]) => start <= item.start && item.start < end);
  const heads: DigestLine[] = [];
  if (group !== undefined && !shown.has(group[0])) {
    shown.add(group[0]);
    heads.push(...lines.filter(({ line }) => line === group[0]));
  }
  if (item.place.form === 'row' && !shown.has(item.place.table.line)) {
    const { line: header } = item.place.table;
    shown.add(header);
    heads.push(...lines.filter(({ line }) => line === header));
  }
  return heads;
}

/** "No open tasks." under its heading is an answer too. */
function planPlaceholders(
  lines: readonly DigestLine[],
  unread: readonly number[],
  groups: readonly { readonly line: number }[],
): DigestPart[] {
  return lines.flatMap(({ line, text }, index) => {
    if (!unread.includes(line) || !isPlaceholder(text)) return [];
    const head = lines[index - 1];
    const isUnder = head !== undefined && groups.some((group) => group.line === head.line);
    const shown = isUnder ? [head, { line, text }] : [{ line, text }];
    return [{ file: FILE, section: undefined, forms: [{ rank: RANK.placeholder + index / 1000, lines: shown }] }];
  });
}

/** Between the head of a table and its first row is the line of dashes, which is not shown. */
const isNext = (before: DigestLine | undefined, { line, text }: DigestLine): boolean =>
  before !== undefined && before.line >= line - (text.startsWith('|') && before.text.startsWith('|') ? 2 : 1);

/** What is no item: prose first, since people write there what matters now; counts and reference tables last. */
function planRest(lines: readonly DigestLine[], unread: readonly number[], taken: ReadonlySet<number>): DigestPart[] {
  const rest = lines.filter(({ line, text }) => unread.includes(line) && !taken.has(line) && !isPlaceholder(text));
  const blocks: DigestLine[][] = [];
  for (const line of rest) {
    const block = blocks.at(-1);
    if (block !== undefined && isNext(block.at(-1), line)) block.push(line);
    else blocks.push([line]);
  }
  return blocks.map((block, index) => {
    const isTable = block[0]?.text.startsWith('|') === true;
    const whole = { rank: (isTable ? RANK.leftovers : RANK.actionsProse) + index / 100, lines: block };
    const isLong = block.length > 2 || block.some(({ text }) => text.length > 200);
    if (!isLong || isTable) return { file: FILE, section: undefined, forms: [whole] };
    const short = { rank: RANK.actionsProse + index / 100, lines: block.slice(0, 2).map((line) => cutLine(line, 200)) };
    return { file: FILE, section: undefined, forms: [short, { ...whole, rank: RANK.leftovers }] };
  });
}

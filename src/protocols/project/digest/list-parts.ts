/**
 * NEXT_ACTIONS.md for a reader who has little room: what is being done, what can start, what is blocked, by id and
 * title. The other files: the last result for everybody, conventions and workflow for features, log and trust for
 * debugging.
 */

import { scanMarkdown, splitLog, type LogEntry } from '../../../kernel/markdown/index.ts';
import { isPlaceholder, parseItems, type Item, type ItemState } from '../items/index.ts';
import { newestFirst } from '../log/index.ts';
import {
  cutLine,
  shorten,
  significantLines,
  type DigestForm,
  type DigestLine,
  type DigestPart,
} from './digest-line.ts';
import { RANK } from './select.ts';
import { cutBlocks } from './status-parts.ts';

const ACTIONS_FILE = 'NEXT_ACTIONS.md';
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
    ...planRest(lines, unread, new Set(items.flatMap(linesOfItem))),
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

const linesOfItem = ({ line, lastLine }: Item): number[] =>
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
  return { file: ACTIONS_FILE, section: item.id ?? (item.group === '' ? undefined : item.group), forms };
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
    return [
      { file: ACTIONS_FILE, section: undefined, forms: [{ rank: RANK.placeholder + index / 1000, lines: shown }] },
    ];
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
    if (!isLong || isTable) return { file: ACTIONS_FILE, section: undefined, forms: [whole] };
    const short = { rank: RANK.actionsProse + index / 100, lines: block.slice(0, 2).map((line) => cutLine(line, 200)) };
    return { file: ACTIONS_FILE, section: undefined, forms: [short, { ...whole, rank: RANK.leftovers }] };
  });
}

const LOG_FILE = 'LOG.md';

/** What Baton itself noted is not a result of work. */
const isOwnRemark = ({ title }: LogEntry): boolean => /\bbaton: (?:Warning|Recovery|LOG\.md was missing)/.test(title);

/** The newest entries; lines keep their numbers in the file. */
export function planLogParts(text: string, count: number, isAsked: boolean): DigestPart[] {
  const { entries } = splitLog(text);
  if (entries.length === 0) return planUnsplit(text, isAsked);
  const newest = newestFirst(entries)
    .filter((entry) => isAsked || !isOwnRemark(entry))
    .slice(0, count);
  return newest.map((entry, index) => {
    const lines = linesOf(text, entry);
    const title = lines.slice(0, 1).map((line) => cutLine(line, 200));
    const first = isAsked && index === 0 ? RANK.kindFirst : RANK.lastEntry;
    const forms: DigestForm[] = [{ rank: (index === 0 ? first : RANK.kind) + index / 10, lines: title }];
    const body = lines.slice(1);
    if (body.length > 0) {
      const said = body.filter(({ text: words }) => !IDLE.test(words)).slice(0, isAsked ? 6 : 2);
      forms.push({
        rank: (isAsked ? RANK.kind : RANK.readyBody) + 0.5 + index / 10,
        lines: [...title, ...said.map((line) => cutLine(line, 180))],
      });
      forms.push({ rank: (isAsked ? RANK.kindWhole : RANK.leftovers) + index / 10, lines });
    }
    return { file: LOG_FILE, section: entry.title, forms };
  });
}

/** Headings, and labels that repeat what the title of an entry says or have nothing after them. */
const IDLE =
  /^\s*(?:#|(?:[>*+-]\s*)?\*\*(?:(?:Agent|Phase|Date|Session|Branch|Model|Tools?|Commits?)\b|[^*]{1,40}\*\*:?\s*$))/i;

const DATE = /\b20\d\d-\d\d-\d\d\b/;

/** A log without entries Baton knows: what follows the newest date is the last result, or else its end. */
function planUnsplit(text: string, isAsked: boolean): DigestPart[] {
  const lines = significantLines(text);
  const dates = lines.map((line) => DATE.exec(line.text)?.[0] ?? '');
  const newest = dates.reduce((a, b) => (b > a ? b : a), '');
  const at = newest === '' ? Math.max(lines.length - 2, 0) : dates.indexOf(newest);
  const next = dates.findIndex((date, index) => index > at && date !== '');
  const own = lines.slice(at, next === -1 ? undefined : next);
  if (own.length === 0) return [];
  const rank = isAsked ? RANK.kindFirst : RANK.lastEntry;
  return [
    {
      file: LOG_FILE,
      section: undefined,
      forms: [
        { rank, lines: shorten(own, 2, 200) },
        { rank: isAsked ? RANK.kindWhole : RANK.leftovers, lines },
      ],
    },
  ];
}

function linesOf(text: string, entry: LogEntry): DigestLine[] {
  const own = significantLines(entry.text, scanMarkdown(entry.text));
  const offset = entry.line - 1;
  return own.map(({ line, text: words }) => ({ line: line + offset, text: words }));
}

/** A file that the kind of work asks for, or any other file of a folder without a manifest. */
export function planFileParts(file: string, text: string, isAsked: boolean): DigestPart[] {
  return cutBlocks(text).map((block, index) => {
    const short = shorten(block.lines, isAsked ? 4 : 2, isAsked ? 160 : 120);
    const rank = isAsked ? (index === 0 ? RANK.kindFirst : RANK.kind) : RANK.otherFiles;
    const isWhole =
      short.length === block.lines.length && short.every((line, at) => line.text === block.lines[at]?.text);
    const whole = { rank: (isAsked ? RANK.kindWhole : RANK.leftovers) + index / 100, lines: block.lines };
    return {
      file,
      section: block.section,
      forms: [{ rank: rank + index / 100, lines: short }, ...(isWhole ? [] : [whole])],
    };
  });
}

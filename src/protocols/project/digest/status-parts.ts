/** STATUS.md for a reader who has little room: summary, newest notes, state of build and tests, what is missing. */
import { scanMarkdown, type MarkdownScan } from '../../../kernel/markdown/index.ts';
import { significantLines, shorten, type DigestForm, type DigestLine, type DigestPart } from './digest-line.ts';
import { RANK } from './select.ts';

export interface TextBlock {
  readonly section: string | undefined;
  /** Level of the heading, 0 for text above the first one. */
  readonly level: number;
  readonly lines: readonly DigestLine[];
}

const OPEN = /^\s*<!--\s*SECTION:\s*(.+?)\s*-->/;

/** By section markers and by headings up to level 2, whichever begins first; a marker right above a heading is one beginning. */
export function cutBlocks(text: string, scan: MarkdownScan = scanMarkdown(text)): TextBlock[] {
  const lines = significantLines(text, scan);
  const levels = new Map(
    scan.headings.filter(({ depth }) => depth === 0).map(({ line, level, text: words }) => [line, { level, words }]),
  );
  const starts: { line: number; section: string | undefined; level: number }[] = [
    { line: 1, section: undefined, level: 0 },
  ];
  let opened = 0;
  for (const [index, line] of scan.lines.entries()) {
    const marker = line.kind === 'html' ? OPEN.exec(text.slice(line.start, line.end))?.[1] : undefined;
    const heading = levels.get(index + 1);
    if (marker !== undefined) {
      starts.push({ line: index + 1, section: marker, level: 2 });
      opened = index + 1;
    } else if (
      heading?.level === 2 &&
      !(opened > 0 && !lines.some((each) => each.line > opened && each.line < index + 1))
    )
      starts.push({ line: index + 1, section: heading.words, level: 2 });
    else if (heading?.level === 1) starts.push({ line: index + 1, section: undefined, level: 0 });
    if (marker === undefined && heading !== undefined) opened = 0;
  }
  return starts.flatMap(({ line, section, level }, index) => {
    const next = starts[index + 1]?.line ?? Number.POSITIVE_INFINITY;
    const own = lines.filter((each) => each.line >= line && each.line < next);
    return own.length === 0 ? [] : [{ section, level, lines: own }];
  });
}

const DATE = /\b(20\d\d-\d\d-\d\d)\b/;
const HEALTH = /\b(?:build|tests?|health|ci|quality|checks?|verification|pipeline)\b/i;
const GAPS =
  /\b(?:missing|gaps?|known issues?|issues|blockers?|blocked|risks?|limitations?|open|todo|next|needs|decision|pending|remaining)\b/i;
const SUMMARY =
  /^(?:summary|overview|tl;?dr|current (?:state|status|phase|version|focus|run)\b.*|state|status|at a glance|where we are|zusammenfassung|résumé)$/i;
const LEAST =
  /\b(?:resolved|completed|history|changelog|components?|services?|endpoints?|files?|architecture|reference|trust levels?|legend|infra(?:structure)?|milestones?|what exists|features?|tooling)\b/i;

const FILE = 'STATUS.md';

export function planStatusParts(text: string): DigestPart[] {
  const blocks = cutBlocks(text).flatMap(splitNotes);
  const dates = blocks.map(({ lines }) => DATE.exec(`${lines[0]?.text ?? ''}`)?.[1] ?? '');
  const newest = [...new Set(dates.filter((date) => date !== ''))].toSorted().toReversed();
  const dated = blocks.filter((_, index) => dates[index] !== '').length;
  let top = 0;
  return blocks.map((block, index) => {
    const age = dates[index] === '' || dates[index] === undefined ? -1 : newest.indexOf(dates[index] ?? '');
    const isFirst = top === 0 && block.level === 0 && age === -1;
    if (isFirst) top += 1;
    return describe(block, { index, last: blocks.length - 1, age, dated, isFirst });
  });
}

interface Place {
  readonly index: number;
  readonly last: number;
  /** 0 for the newest date of the file, counting up; -1 without a date. */
  readonly age: number;
  readonly dated: number;
  readonly isFirst: boolean;
}

const NOTE = /^\s*(?:>\s*|[-*+]\s+)?(?:\*\*)?(?:Note\s*\()?20\d\d-\d\d-\d\d/;

/** In the middle of a paragraph a date only begins a note after a mark. */
const MARKED = /^\s*(?:>|[-*+]\s|\*\*|Note\b)/;

/** Dated paragraphs follow one another above and below the sections; each is a part of its own. */
function splitNotes(block: TextBlock): TextBlock[] {
  const cut: TextBlock[] = [];
  for (const line of block.lines) {
    const last = cut.at(-1);
    const isAdjacent = (last?.lines.at(-1)?.line ?? -1) === line.line - 1;
    const isNote = NOTE.test(line.text) && (!isAdjacent || MARKED.test(line.text));
    const isApart =
      last !== undefined && (last.lines.at(-1)?.line ?? 0) < line.line - 1 && NOTE.test(last.lines[0]?.text ?? '');
    if (last === undefined || isNote || (isApart && block.level === 0)) cut.push({ ...block, lines: [line] });
    else cut[cut.length - 1] = { ...last, lines: [...last.lines, line] };
  }
  return cut;
}

/** What stays of a section that does not fit: its title and first line. */
const LEAST_WIDTH = 160;
const STEP_AFTER = 0.0005;

function describe(block: TextBlock, place: Place): DigestPart {
  const name = block.section ?? '';
  const { rank, count, width } = decide(block, name, place);
  const step = Math.min(place.index, 90) / 1000;
  const short = shorten(openFirst(block.lines), count, width);
  const isWhole = short.length === block.lines.length && short.every(({ text }, at) => text === block.lines[at]?.text);
  const forms: DigestForm[] = [
    ...(short.length > 2 ? [{ rank: rank + step, lines: shorten(short, 2, LEAST_WIDTH) }] : []),
    { rank: rank + step + STEP_AFTER, lines: short },
  ];
  if (!isWhole) {
    const isTop = rank < RANK.statusGaps && place.age < 1;
    const wider = shorten(block.lines, count * 3, width * 3);
    if (isTop) forms.push({ rank: RANK.statusWholeTop + step, lines: wider });
    forms.push({ rank: (LEAST.test(name) ? RANK.leftovers : RANK.statusWhole) + step, lines: block.lines });
  }
  return { file: FILE, section: block.section, forms };
}

const CLOSED = /\|\s*(?:\*\*)?(?:✅\s*)?(?:resolved|closed|fixed)\b/i;

/** In few words, what is still open says more than what was resolved. */
function openFirst(lines: readonly DigestLine[]): readonly DigestLine[] {
  const open = lines.filter(({ text }) => !CLOSED.test(text));
  return open.length === lines.length || open.length < 3
    ? lines
    : [...open, ...lines.filter(({ text }) => CLOSED.test(text))];
}

function decide(
  block: TextBlock,
  name: string,
  { index, last, age, dated, isFirst }: Place,
): { rank: number; count: number; width: number } {
  const first = block.lines[0]?.text ?? '';
  if (SUMMARY.test(name.replace(/[:(].*$/, '').trim())) return { rank: RANK.statusTop, count: 6, width: 420 };
  // A log of notes: the newest day in a few words each, older days only if there is room.
  if (age >= 0 && dated > 1)
    return age === 0
      ? { rank: RANK.statusNewest, count: 3, width: 260 }
      : age < 3
        ? { rank: RANK.statusMore + age / 10, count: 2, width: 180 }
        : { rank: RANK.statusOthers, count: 1, width: 140 };
  if (isFirst) return { rank: RANK.statusTop, count: 6, width: 300 };
  if (LEAST.test(name)) return { rank: RANK.statusWhole, count: 5, width: 120 };
  if (HEALTH.test(name) || /^\W*(?:\*\*)?(?:build|tests?)\b/i.test(first))
    return { rank: RANK.statusHealth, count: 8, width: 130 };
  if (GAPS.test(name)) return { rank: RANK.statusGaps, count: 6, width: 150 };
  const isEdge = index === 0 || index === last;
  return { rank: isEdge ? RANK.statusNewest : RANK.statusMore, count: 3, width: 200 };
}

/** The other files: the last result for everybody, conventions and workflow for features, log and trust for debugging. */
import { scanMarkdown } from '../../../kernel/markdown/index.ts';
import { splitLog, type LogEntry } from '../../../kernel/markdown/index.ts';
import { newestFirst } from '../log/log-order.ts';
import {
  cutLine,
  shorten,
  significantLines,
  type DigestForm,
  type DigestLine,
  type DigestPart,
} from './digest-line.ts';
import { RANK } from './rank.ts';
import { cutBlocks } from './status-parts.ts';

const FILE = 'LOG.md';

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
    return { file: FILE, section: entry.title, forms };
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
      file: FILE,
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

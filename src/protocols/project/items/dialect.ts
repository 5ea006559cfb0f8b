/** The words people use in NEXT_ACTIONS.md: states in headings and status cells, ids, priorities. Reading only, never written back. */
import { isAscii, WordPattern } from './word-pattern.ts';

export const ITEM_STATES = ['in_progress', 'ready', 'blocked', 'later', 'done', 'dropped'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/**
 * In the order they are tried: "Recently Completed" is done although it names no task, "Not yet scheduled" is later
 * although it says "scheduled". English first, then the languages seen in the wild.
 */
const STATE_WORDS: readonly (readonly [ItemState, WordPattern])[] = [
  ['ready', new WordPattern(String.raw`\bnot[ -]?(?:yet[ -])?started\b`)],
  [
    'dropped',
    new WordPattern(
      String.raw`\b(?:dropped|cancell?ed|abandoned|rejected|discarded|obsolete|won'?t (?:do|fix)|wontfix|superseded|verworfen|abgebrochen|abandonnée?s?|descartad[oa]s?)\b|🗑|❌`,
    ),
  ],
  [
    'later',
    new WordPattern(
      String.raw`\b(?:later|someday|backlog|icebox|ideas?|future|not (?:yet )?scheduled|nice[ -]to[ -]have|deferred|postponed|out of scope|später|irgendwann|plus tard|más tarde)\b|💡`,
    ),
  ],
  [
    'blocked',
    new WordPattern(
      String.raw`\b(?:blocked|blockers?|waiting|on[ -]hold|paused|parked|stuck|needs? (?!to\b|work\b|doing\b)\S+|pending (?:\S+ ){0,2}(?:after|on|until|review|decision|approval)|awaiting|blockiert|wartet|wartend|bloquée?s?|en attente|bloquead[oa]s?|en espera|chặn|đang chờ)\b|阻塞|等待|保留|🚫|⛔|⏳|🔒`,
    ),
  ],
  [
    'in_progress',
    new WordPattern(
      String.raw`\b(?:in[ _-]?progress|in[ -]flight|under ?way|doing|wip|ongoing|currently|current (?:work|tasks?|focus|sprint)|started|in arbeit|laufend|en cours|en curso|đang làm|đang thực hiện)\b|进行中|進行中|🔄|🚧|🏃`,
    ),
  ],
  [
    'done',
    new WordPattern(
      String.raw`\b(?:completed|complete|done|finished|resolved|closed|shipped|released|merged|erledigt|abgeschlossen|fertig|terminée?s?|fait|complétée?s?|completad[oa]s?|hech[oa]s?|hoàn thành|đã xong)\b|完成|完了|✅|☑|✔`,
    ),
  ],
  [
    'ready',
    new WordPattern(
      String.raw`\b(?:ready|next|to[ -]?dos?|open|active|planned|upcoming|pending|queued?|now|priorit(?:y|ies)|action items?|remaining|offen|bereit|nächste[rn]?|als nächstes|à faire|prochaines?|por hacer|pendientes?|siguientes?|việc cần làm|tiếp theo)\b|下一步|待办|待辦|🚀|📋|🎯|▶`,
    ),
  ],
];

/** Headings that hold numbers, places or rules, whatever other words they contain. */
const NO_ITEMS = new WordPattern(
  String.raw`\b(?:summary|reference|key files?|file locations?|legend|notes?|rules?|history|changelog|links?|questions?|decisions?)\b`,
);

/** True for headings over counts, places and rules: nothing under them is an item. */
export const isNoGroup = (heading: string): boolean => NO_ITEMS.test(heading);

/** What a heading says about the items under it; undefined if it says nothing. */
export function findHeadingState(heading: string): ItemState | undefined {
  if (NO_ITEMS.test(heading)) return undefined;
  return findState(heading);
}

const SIGNS = /\p{Extended_Pictographic}\uFE0F?/gu;

/** A word says more than the sign before it: `⏳ ready` is ready. */
const findState = (text: string): ItemState | undefined =>
  isAscii(text) ? matchState(text) : (matchState(text.replaceAll(SIGNS, ' ')) ?? matchState(text));

const matchState = (words: string): ItemState | undefined =>
  STATE_WORDS.find(([, pattern]) => pattern.test(words))?.[0];

/** A status cell says one thing: `NOT_STARTED`, `In Progress`, `✅ Done`, `done (v2)`. Undefined if it is empty or a dash. */
export function readStatusCell(cell: string): ItemState | undefined {
  const words = cell.replaceAll(/[_*`]+/g, ' ').trim();
  return words === '' || /^[-–—]+$/.test(words) ? undefined : findState(words);
}

const HYPHENED = String.raw`[A-Z][A-Z0-9]{0,9}-\d{1,12}(?:-\d{1,15})*(?:\.\d{1,4})*`;
/** Without a hyphen only what is set apart by a mark counts: `P6 - …` is an id, `S3 bucket` is not. */
const SHORT = String.raw`[A-Z]{1,4}\d{1,4}(?:\.\d{1,4})*`;

const LEADING_ID = new RegExp(
  String.raw`^(?:[✅✔☑🔄⏳🚧👤🔒❌🚫⛔▶🎯📋]️?\s*)*(?:\[(?=[^\]]*\]))?(?:\*\*|__|~~|${'`'})?\[?(?:(${HYPHENED})|(${SHORT})(?=(?:\*\*|__|${'`'}|\])|\s*(?::|[-–—]\s)))\]?(?:\*\*|__|~~|${'`'})?\]?(?:\s*[:.)]|\s+[-–—:])?(?:\*\*)?(?:\s+|$)`,
  'u',
);

/** What every id holds; the pattern above takes a millisecond to compile, and most titles have none. */
const MAY_HOLD_ID = /[A-Z]\d|[A-Z][A-Z0-9]{0,9}-\d/;

/** An id in front of a title, and the words after it. */
export function splitId(words: string): { readonly id: string | undefined; readonly title: string } {
  const match = MAY_HOLD_ID.test(words) ? LEADING_ID.exec(words) : null;
  const id = match?.[1] ?? match?.[2];
  if (match === null || id === undefined) return { id: undefined, title: words.trim() };
  return {
    id,
    title: words
      .slice(match[0].length)
      .replace(/^\*\*\s*/, '')
      .trim(),
  };
}

/** A cell that is an id and nothing else. */
export function findIdCell(cell: string): string | undefined {
  const bare = cell.replaceAll(/[*`[\]]/g, '').trim();
  return new RegExp(`^(?:${HYPHENED}|${SHORT}|#\\d{1,9})$`).test(bare) ? bare : undefined;
}

/** Every id of the hyphened form in a text, for "above every id that occurs". */
export const listIds = (text: string): string[] =>
  text.match(new RegExp(`(?<![A-Za-z0-9-])${HYPHENED}(?![A-Za-z0-9])`, 'g')) ?? [];

export type ItemPriority = 'critical' | 'high' | 'medium' | 'low';

const PRIORITIES: readonly (readonly [ItemPriority, RegExp])[] = [
  ['critical', /\b(?:critical|urgent|p0)\b/i],
  ['high', /\b(?:high|p1)\b/i],
  ['medium', /\b(?:medium|normal|p2)\b/i],
  ['low', /\b(?:low|p3)\b/i],
];

export const readPriority = (words: string): ItemPriority | undefined =>
  PRIORITIES.find(([, pattern]) => pattern.test(words))?.[0];

/** `T-014: Title [high]` or `(high)` after a title. */
export const findPriorityTag = (title: string): ItemPriority | undefined => {
  const tag = /[[(](critical|urgent|high|medium|normal|low|p[0-3])[\])]/i.exec(title)?.[1];
  return tag === undefined ? undefined : readPriority(tag);
};

/** "No open tasks.", "(none)", "All done": a line in the place of items. */
export const isPlaceholder = (line: string): boolean => PLACEHOLDER.test(line.trim());

const PLACEHOLDER = new WordPattern(
  String.raw`^(?:[-*+]\s+)?[_*(]*\s*(?:none\b|nothing\b|n\/a\b|no (?:\S+ ){0,3}(?:tasks?|items?|blockers?|actions?|work)\b|all (?:\S+ ){0,4}(?:complete|done)\b|empty\b|keine\b|aucune?\b|ningun[oa]\b)`,
);

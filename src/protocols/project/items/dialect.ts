/** The words people use in NEXT_ACTIONS.md: states in headings and status cells, ids, priorities. Reading only, never written back. */

import { isAscii, listWords, WordPattern } from './word-pattern.ts';

export const ITEM_STATES = ['in_progress', 'ready', 'blocked', 'later', 'done', 'dropped'] as const;
/** What state an entry is in. */
export type ItemState = (typeof ITEM_STATES)[number];

/**
 * In the order they are tried: "Recently Completed" is done although it names no task, "Not yet scheduled" is later
 * although it says "scheduled". English first, then the languages seen in the wild.
 */
const STATE_WORDS: readonly (readonly [ItemState, WordPattern])[] = [
  [
    'ready',
    listWords(
      String.raw`not[ -]?(?:yet[ -])?(?:started|begun|done|finished|completed?)|to be done|unfinished|incomplete|unblocked|non commencée?s?|nicht begonnen|no iniciad[oa]s?`,
      '未着手|未完成|未开始',
    ),
  ],
  [
    'dropped',
    listWords(
      String.raw`dropped|cancell?ed|abandoned|rejected|discarded|obsolete|won'?t (?:do|fix)|wontfix|superseded|verworfen|abgebrochen|abandonnée?s?|annulée?s?|descartad[oa]s?|cancelad[oa]s?|annullat[oaie]|отменено`,
      '取消|🗑|❌',
    ),
  ],
  [
    'later',
    listWords(
      String.raw`later|someday|not now|backlog|icebox|ideas?|future|(?:long|mid|medium)(?:er)?[ -]term|not (?:yet )?scheduled|nice[ -]to[ -]have|deferred|postponed|out of scope|später|irgendwann|plus tard|más tarde|mais tarde|più tardi|позже`,
      '💡|以后|後で',
    ),
  ],
  [
    'blocked',
    listWords(
      String.raw`blocked|blockers?|waiting|on[ -]hold|paused|parked|stuck|needs? (?!to\b|work\b|doing\b)\S+|pending (?:\S+ ){0,2}(?:after|on|until|review|decision|approval)|awaiting|blockiert|wartet|wartend|bloquée?s?|en attente|bloquead[oa]s?|en espera|aguardando|bloccat[oaie]|in attesa|geblokkeerd|wacht op|zablokowane|заблокировано|ожидание|engellendi|chặn|đang chờ`,
      '阻塞|受阻|等待|保留|ブロック|차단|🚫|⛔|⏳|🔒',
    ),
  ],
  [
    'in_progress',
    listWords(
      String.raw`in[ _-]?progress|in[ -]flight|under ?way|doing|wip|ongoing|currently|current (?:work|tasks?|focus|sprint)|started|in arbeit|laufend|en cours|en curso|en progreso|em andamento|em progresso|in corso|in uitvoering|bezig|w toku|в работе|в процессе|devam eden|đang làm|đang thực hiện`,
      '进行中|進行中|진행 ?중|🔄|🚧|🏃',
    ),
  ],
  [
    'done',
    listWords(
      String.raw`completed|complete|done|finished|resolved|closed|shipped|released|merged|erledigt|abgeschlossen|fertig|terminée?s?|fait(?:e?s)?|complétée?s?|achevée?s?|completad[oa]s?|hech[oa]s?|terminad[oa]s?|concluíd[oa]s?|feit[oa]s?|completat[oaie]|fatt[oaie]|voltooid|afgerond|klaar|zrobione|ukończone|сделано|готово|выполнено|завершено|tamamlandı|hoàn thành|đã xong`,
      '完成|完了|완료|✅|☑|✔',
    ),
  ],
  [
    'ready',
    listWords(
      String.raw`ready|next|to[ -]?dos?|open|active|planned|upcoming|pending|queued?|now|immediate(?:ly)?|short[ -]term|asap|critical|urgent|p[0-3]|priorit(?:y|ies|és?|à|ät(?:en)?)|prioridad(?:es)?|action items?|remaining|offen|bereit|nächste[rn]?|als nächstes|à faire|prochaine?s?|por hacer|pendientes?|siguientes?|próxim[oa]s?|a fazer|da fare|prossim[oaie]|te doen|do zrobienia|к выполнению|следующие|yapılacak(?:lar)?|việc cần làm|tiếp theo`,
      '下一步|待办|待辦|待处理|やること|할 ?일|🚀|📋|🎯|▶',
    ),
  ],
];

/** Headings that hold numbers, places or rules, whatever other words they contain. */
const NO_ITEMS = new WordPattern(
  String.raw`\b(?:summary|definition of (?:done|ready)|acceptance criteria|reference|key files?|file locations?|legend|notes?|rules?|history|changelog|links?|questions?|decisions?)\b`,
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

const matchState = (text: string): ItemState | undefined => {
  const composed = text.normalize('NFC');
  return STATE_WORDS.find(([, pattern]) => pattern.test(composed))?.[0];
};

/** A status cell says one thing: `NOT_STARTED`, `In Progress`, `✅ Done`, `done (v2)`. Undefined if it is empty or a dash. */
export function readStatusCell(cell: string): ItemState | undefined {
  const said = cell.replaceAll(/[_*`]+/g, ' ').trim();
  return said === '' || /^[-–—]+$/.test(said) ? undefined : findState(said);
}

const HYPHENED = String.raw`[A-Z][A-Z0-9]{0,9}-\d{1,12}(?:-\d{1,15})*(?:\.\d{1,4})*`;
/** Without a hyphen only what is set apart by a mark counts: `P6 - …` is an id, `S3 bucket` is not. */
const SHORT = String.raw`[A-Z]{1,4}\d{1,4}(?:\.\d{1,4})*`;

/** As issues are numbered. */
const NUMBER = String.raw`#\d{1,9}`;
/** `[T-1](https://…)`: the address is not part of the title. */
const ADDRESS = String.raw`(?:\]\([^()\s]*\))`;

const LEADING_ID = new RegExp(
  String.raw`^(?:[✅✔☑🔄⏳🚧👤🔒❌🚫⛔▶🎯📋]️?\s*)*(?:\[(?=[^\]]*\]))?(?:\*\*|__|~~|${'`'})?\[?(?:(${HYPHENED})|(${NUMBER})(?=[\s:\])*]|$)|(${SHORT})(?=(?:\*\*|__|${'`'}|\])|\s*(?::|[-–—]\s)))(?:${ADDRESS}|\])?(?:\*\*|__|~~|${'`'})?(?:${ADDRESS}|\])?(?:\*\*|__)?(?:\s*[:.)]|\s+[-–—:])?(?:\*\*)?(?:\s+|$)`,
  'u',
);

/** An id in front of a title, and the words after it. */
export function splitId(heading: string): { readonly id: string | undefined; readonly title: string } {
  const match = LEADING_ID.exec(heading);
  const id = match?.[1] ?? match?.[2] ?? match?.[3];
  if (match === null || id === undefined) return { id: undefined, title: heading.trim() };
  return {
    id,
    title: heading
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

export const readPriority = (cell: string): ItemPriority | undefined =>
  PRIORITIES.find(([, pattern]) => pattern.test(cell))?.[0];

/** `T-014: Title [high]` or `(high)` after a title. */
export const findPriorityTag = (title: string): ItemPriority | undefined => {
  const tag = /[[(](critical|urgent|high|medium|normal|low|p[0-3])[\])]/i.exec(title)?.[1];
  return tag === undefined ? undefined : readPriority(tag);
};

/** "No open tasks.", "(none)", "All done": a line in the place of items. */
export const isPlaceholder = (line: string): boolean => PLACEHOLDER.test(line.trim());

const PLACEHOLDER = new WordPattern(
  String.raw`^(?:[-*+]\s+)?[_*(]*\s*(?:none\b|nothing\b|n/a\b|no (?:\S+ ){0,3}(?:tasks?|items?|blockers?|actions?|work)\b|all (?:\S+ ){0,4}(?:complete|done)\b|empty\b|keine\b|aucune?\b|ningun[oa]\b)`,
);

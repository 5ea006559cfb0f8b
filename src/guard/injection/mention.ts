/** Tells an attack that is made from one that is quoted, discussed or forbidden. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const LOOK_BEFORE = 160;
const LOOK_AFTER = 100;
const DISCUSSION =
  /\b(?:prompt[- ]injections?|injection (?:attempts?|attacks?|patterns?|detection|tests?)|jailbreak(?:s|ing)? (?:attempts?|prompts?|detection)|attack(?:s|ers?)?\b|malicious|adversarial|red[- ]team\w*|vulnerabilit\w*|cve-\d|owasp|threat|payloads?|phrases? like|patterns? like|strings? like|says? ['"“]|such as ['"“`]|for example[,:]? ['"“`]|e\.g\.|examples?:|detect(?:s|ed|ion|or|ing)?\b|block(?:s|ed)\b|flag(?:s|ged)\b|sanitiz\w*|mitigat\w*|test cases?|fixtures?|regex\w*|(?:block|deny)lists?|reject(?:s|ed)?|attempts? to|tries to|tried to|techniques?|treat it as|lint(?:er|s)?\b)/i;
/** An order not to do it: rules of a project forbid the very things attacks ask for. No clause may end between. */
const FORBIDDEN =
  /\b(?:never|must not|mustn't|do not|don't|cannot|can't|should not|shouldn't|shall not|not allowed to|prohibited|forbidden|without (?:ever )?)(?:\s+[^\s.,:;!?]+){0,2}\s*$/i;

/** Where a clause ends: that something was discussed before it says nothing about what comes after it. */
const CLAUSE_END =
  /(?:(?<!\b(?:e\.g|i\.e|etc|vs))[.!?;]["'”’)*_]{0,3}\s|\n[ \t]*\n|\n[ \t]*(?:[-*+#>|]|\d{1,2}[.)])[ \t])/g;
/** A new sentence, item or line begins here, maybe with a word to the reader: what follows is said, not spoken about. */
const SENTENCE_START =
  /(?:^|\n|(?<!\b(?:e\.g|i\.e|etc|vs))[.!?;:>)\]]["'”’*_]{0,3}\s|[—–]\s?|,\s(?=(?:so|please|now|then|just)\s))[ \t>*#|-]*(?:\d{1,2}[.)]\s|\[[ x]\]\s)?(?:(?:please|now|just|then|so|and|also|first|agents?|assistants?|everyone|you (?:must|should|shall|have to|need to|will|can)|next agents?)[ ,:]{1,3}){0,3}$/i;
/** After these words a colon introduces something that is discussed. */
const INTRODUCED =
  /\b(?:examples?|e\.g\.|like|such as|phrases?|patterns?|strings?|payloads?|prompts?|attacks?|injections?|attempts?|say(?:s|ing)?|said|reads?|contain(?:s|ed|ing)|texts?|(?:test )?cases?|fixtures?|inputs?)[^.!?\n:]{0,12}:\s*(?:[-*]\s*)?$/i;
/** Quotation marks, each with the mark that closes it. */
const QUOTES: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['‘', '’'],
  ['「', '」'],
];

const DISCUSSED = 0.5;
const PROHIBITED = 0.4;

/**
 * How much a passage counts: fully if it is an instruction, less if it is discussed. An order in a sentence of its own
 * is an instruction, whatever the sentences around it say, unless it is quoted.
 */
export function weighMention(text: string, { start, end }: Place): number {
  const before = text.slice(Math.max(0, start - LOOK_BEFORE), start);
  if (FORBIDDEN.test(before.slice(-60))) return PROHIBITED;
  const after = text.slice(end, end + LOOK_AFTER);
  if (isQuoted(lineUpTo(text, end), after))
    return EMBEDDED.test(lineUpTo(text, start)) ? DISCUSSED : isDiscussed(before, after);
  if (INTRODUCED.test(before)) return DISCUSSED;
  if (SENTENCE_START.test(before)) return 1;
  return isDiscussed(lastClause(before), after.slice(0, clauseLength(after)));
}

/** A window of the model is not a clause: only the text around it can be judged. */
export function weighSurroundings(text: string, { start, end }: Place): number {
  const before = text.slice(Math.max(0, start - LOOK_BEFORE), start);
  return isDiscussed(before, text.slice(end, end + LOOK_AFTER));
}

const isDiscussed = (before: string, after: string): number =>
  DISCUSSION.test(before) || DISCUSSION.test(after) ? DISCUSSED : 1;

function lastClause(before: string): string {
  const last = [...before.matchAll(CLAUSE_END)].at(-1);
  return last === undefined ? before : before.slice(last.index + last[0].length);
}

function clauseLength(after: string): number {
  const first = after.matchAll(CLAUSE_END).next().value;
  return first?.index ?? after.length;
}

/** The line of a passage up to its end; of a very long line, only a part. */
const lineUpTo = (text: string, end: number): string => {
  const before = text.slice(Math.max(0, end - LOOK_BEFORE - LOOK_AFTER), end);
  return before.slice(before.lastIndexOf('\n') + 1);
};

/** A mark is open at the end of the passage, and closed after it. */
const isQuoted = (line: string, after: string): boolean =>
  QUOTES.some(([open, close]) => isOpen(line, open, close) && after.includes(close)) ||
  (APOSTROPHE_OPEN.test(line) && APOSTROPHE_CLOSE.test(after));

/** The mark is inside a sentence: `resists "ignore …" as it should`. Values of fields follow a colon. */
const EMBEDDED = /\p{L},? ["“„«‘'`][^"“”„«»‘’'`]{0,200}$/u;
/** An apostrophe inside a word opens nothing. */
const APOSTROPHE_OPEN = /(?:^|[\s([,:])'(?=\S)[^']{0,200}$/;
const APOSTROPHE_CLOSE = /^[^'\n]{0,90}'(?!\p{L})/u;

function isOpen(text: string, open: string, close: string): boolean {
  if (open === close) return text.split(open).length % 2 === 0;
  return text.lastIndexOf(open) > text.lastIndexOf(close);
}

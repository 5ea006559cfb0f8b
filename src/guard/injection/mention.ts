/** Tells an attack that is made from one that is quoted, discussed or forbidden. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const LOOK_BEFORE = 160;
const LOOK_BEHIND = 100;
const DISCUSSION =
  /\b(?:prompt[- ]injections?|injection (?:attempts?|attacks?|patterns?|detection|tests?)|jailbreak(?:s|ing)? (?:attempts?|prompts?|detection)|attack(?:s|ers?)?\b|malicious|adversarial|red[- ]team\w*|vulnerabilit\w*|cve-\d|owasp|threat|payloads?|phrases? like|patterns? like|strings? like|says? ['"“]|such as ['"“`]|for example[,:]? ['"“`]|e\.g\.|examples?:|detect(?:s|ed|ion|or|ing)?\b|block(?:s|ed)\b|flag(?:s|ged)\b|sanitiz\w*|mitigat\w*|test cases?|fixtures?|regex\w*|(?:block|deny)lists?|reject(?:s|ed)?|attempts? to|tries to|tried to|treat it as|lint(?:er|s)?\b)/i;
/** An order not to do it: rules of a project forbid the very things attacks ask for. */
const FORBIDDEN =
  /\b(?:never|must not|mustn't|do not|don't|cannot|can't|should not|shouldn't|shall not|not allowed to|prohibited|forbidden|without (?:ever )?)(?:\s+\S+){0,2}\s*$/i;

const DISCUSSED = 0.5;
const PROHIBITED = 0.4;

/** How much a passage counts: all of it where it is said, less where it is spoken about. */
export function weighMention(text: string, { start, end }: Place): number {
  const before = text.slice(Math.max(0, start - LOOK_BEFORE), start);
  if (FORBIDDEN.test(before.slice(-60))) return PROHIBITED;
  return DISCUSSION.test(before) || DISCUSSION.test(text.slice(end, end + LOOK_BEHIND)) ? DISCUSSED : 1;
}

/** Tells an attack that is made from one that is quoted or discussed. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const LOOK_AROUND = 160;
const DISCUSSION =
  /\b(?:prompt[- ]injections?|injection (?:attempts?|attacks?|patterns?|detection)|jailbreaks?|attack(?:s|ers?)?\b|malicious|adversarial|red[- ]team\w*|vulnerabilit\w*|cve-\d|owasp|threat|payloads?|phrases? like|patterns? like|such as|for example|e\.g\.|examples?:|detect(?:s|ed|ion|or)?|block(?:s|ed)\b|flag(?:s|ged)\b|sanitiz\w*|mitigat\w*|test cases?|fixtures?|regex\w*|(?:block|deny)lists?|reject(?:s|ed)?|guardrails?|attempts? to|tries to|tried to)/i;

/** True where the words around speak about attacks, or the passage is quoted inside a sentence that does. */
export function isMention(text: string, { start, end }: Place): boolean {
  const before = text.slice(Math.max(0, start - LOOK_AROUND), start);
  const after = text.slice(end, end + LOOK_AROUND / 2);
  return DISCUSSION.test(before) || DISCUSSION.test(after);
}

/** Settings that collect secrets or switch safeguards off. One of them may be a debugging aid; several together are a design. */
import type { ScoredHit } from './match-combinations.ts';

const SECRETS = String.raw`credentials?|creds|secrets?|tokens?|passwords?|passphrases?|auth(?:_?(?:headers?|context))?|api_?keys?|private_?keys?|cookies|pii|phi|sensitive_?\w{0,12}`;
const SAFEGUARDS = String.raw`auth\w{0,14}|audit\w{0,10}|approvals?|security\w{0,10}|safety\w{0,10}|sandbox\w{0,8}|permissions?|guardrails?|mfa|rbac|logging|monitoring|alerts|immutability|oversight|confirmations?|rate_?limits?`;
const RIGHTS = String.raw`escalat\w{1,4}|impersonation|superuser|root_?access|remote_?code\w{0,10}|self_?modif\w{1,8}|(?:security|system)_?overrides?`;
/** Up to two words in between, in any of the ways in which names are put together. */
const BETWEEN = '[_-]?(?:[a-z]{2,14}[_-]?){0,2}?';
const NAMES = [
  `(?:include|forward|collect|extract|export|capture|harvest|copy|read|dump|send|share|relay|transmit|exfil\\w{0,7}|mirror|preserve)${BETWEEN}(?:${SECRETS})`,
  `(?:bypass|disable|suppress|skip|evade|override|delete)${BETWEEN}(?:${SAFEGUARDS})`,
  String.raw`bypass[_-]?[a-z]\w{3,30}`,
  `(?:allow|enable|grant|auto)${BETWEEN}(?:${RIGHTS})`,
];
/** At the end of what is before the value. */
const KEY = new RegExp(String.raw`(?:^|[^A-Za-z])["']?(?:${NAMES.join('|')})["']?\s{0,2}[:=]\s{0,2}["']?$`, 'i');

const YES = 'true';
const LONGEST_KEY = 72;
/** Two so close belong to one configuration. */
const TOGETHER = 700;
const ONE = 30;
const SEVERAL = 60;

/** Looks at names before the word `true`: there are few of them, so most text costs one search. */
export function findSettings(text: string, from: number, to: number): ScoredHit[] {
  const found: ScoredHit[] = [];
  let last = -TOGETHER;
  for (let at = text.indexOf(YES, from); at !== -1 && at < to; at = text.indexOf(YES, at + YES.length)) {
    const head = text.slice(Math.max(from, at - LONGEST_KEY), at);
    const match = KEY.exec(head);
    if (match === null) continue;
    const start = at - head.length + match.index;
    found.push({ rule: 'command', points: start - last < TOGETHER ? SEVERAL : ONE, start, end: at + YES.length });
    last = start;
  }
  return found;
}

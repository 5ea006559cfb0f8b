/** Keys, tokens and passwords in a text. */
import type { Hit, Rule } from '../rule.ts';
import { hasFixedLength, isMaskedAt, isWholeToken, mayBeginAt, passesCheck } from './token-borders.ts';
import { isPatterned, isPlaceholder, isPublicExample, shannonEntropy, withoutOrder } from './placeholder.ts';
import { PREFIXED_KINDS, type PrefixedKind } from './prefixed.ts';
import type { ShapedKind } from './shaped-kind.ts';
import { SHAPED_KINDS } from './shaped.ts';

const SECRET_HINT =
  'remove it, revoke it where it was issued, and say instead where it is kept; a false alarm can be allowed by its value’s hash';

const PREFIXED_RULES: readonly Rule[] = PREFIXED_KINDS.map((prefixed) => ({
  id: prefixed.id,
  kind: 'secret',
  severity: 'error',
  message: `${prefixed.name} in the text`,
  hint: SECRET_HINT,
  get about() {
    const { name, prefixes } = prefixed;
    return `${name}, found by its beginning (${prefixes.map((prefix) => `\`${prefix}\``).join(', ')}) and the form of the rest.`;
  },
  get example() {
    const { source } = prefixed.getBody();
    return `${prefixed.prefixes[0]}${source.slice(3, source.lastIndexOf(')(?!'))}`;
  },
}));

const SHAPED_RULES: readonly Rule[] = SHAPED_KINDS.map(({ id, name, about, example }) => ({
  id,
  kind: 'secret',
  severity: 'error',
  message: `${name} in the text`,
  hint: SECRET_HINT,
  about,
  example,
}));

export const SECRET_RULES: readonly Rule[] = [...PREFIXED_RULES, ...SHAPED_RULES];

interface Probe {
  readonly word: string;
  find(text: string, end: number): Hit | undefined;
}

const PROBES: readonly Probe[] = [
  ...PREFIXED_KINDS.flatMap((kind, number) =>
    kind.prefixes.map((prefix) => probePrefix(kind, PREFIXED_RULES[number] as Rule, prefix)),
  ),
  ...SHAPED_KINDS.flatMap((kind, number) =>
    kind.keywords.map((keyword) => probeShape(kind, SHAPED_RULES[number] as Rule, keyword)),
  ),
];

/** A prefix of this many letters is no accident, so that even an invented value after it is worth a warning. */
const LEAST_PREFIX = 4;
const OWN_NAME = /^[A-Za-z]\w{3,}[-_]$/;

/** A body of one length, or a beginning that is a name and a sign before one word: nothing else looks so. */
const isUnmistakable = (kind: PrefixedKind, prefix: string, body: string): boolean =>
  prefix.length >= LEAST_PREFIX && (hasFixedLength(kind) || (OWN_NAME.test(prefix) && !/[-_]/.test(body)));

function probePrefix(kind: PrefixedKind, rule: Rule, prefix: string): Probe {
  return {
    word: prefix.toLowerCase(),
    find(text, at) {
      const start = at - prefix.length;
      if (!text.startsWith(prefix, start) || !mayBeginAt(text, start, prefix)) return undefined;
      const pattern = kind.getBody();
      pattern.lastIndex = at;
      const body = pattern.exec(text)?.[0];
      if (body === undefined) return undefined;
      const value = prefix + body;
      if (shannonEntropy(body) < kind.entropy || isPublicExample(value)) return undefined;
      const isDoubtful = isPlaceholder(body);
      if (isDoubtful && !(isUnmistakable(kind, prefix, body) && isPatterned(body))) return undefined;
      if (isMaskedAt(text, at + body.length) && !isWholeToken(kind, body)) return undefined;
      // A wrong checksum means a token that was never issued, or one with a typing error: worth a look, no more.
      const isCertain = !isDoubtful && (kind.check === undefined || passesCheck(kind.check, value));
      const severity = isCertain ? 'error' : 'warning';
      return { rule, severity, start, end: at + body.length, value };
    },
  };
}

function probeShape(kind: ShapedKind, rule: Rule, keyword: string): Probe {
  return {
    word: keyword,
    find(text, at) {
      const keywordStart = at - keyword.length;
      if (
        kind.isWhole === true &&
        (/[A-Za-z]/.test(text.charAt(keywordStart - 1)) || (/[a-z]/.test(text.charAt(at)) && /[a-z]$/.test(keyword)))
      )
        return undefined;
      if (kind.isLikely?.(text, keywordStart) === false) return undefined;
      if (kind.needs !== undefined && !text.slice(at, at + kind.after).includes(kind.needs)) return undefined;
      const from = kind.before > 0 || kind.isAtKeyword === true ? Math.max(0, keywordStart - kind.before) : at;
      const match = kind.shape.exec(text.slice(from, at + kind.after));
      if (match === null) return undefined;
      const value = match.groups?.['value'] ?? match[0];
      const before = text.slice(Math.max(0, keywordStart - BEFORE_NAME), keywordStart);
      const severity = judgeShape(kind, value, match, before, keyword);
      if (severity === undefined) return undefined;
      const start = from + match.index + match[0].lastIndexOf(value);
      // The dots that say there is more may begin inside of the value.
      if (isMaskedAt(text, start + value.replace(/\.{1,2}$/, '').length)) return undefined;
      const end = kind.findEnd?.(text, start) ?? start + value.length;
      return { rule, severity, start, end, value: text.slice(start, end) };
    },
  };
}

/** Kinds that know a secret only by what is beside it; any other kind names the same token better. */
const UNSPECIFIC: ReadonlySet<string> = new Set([
  'secret-assignment',
  'secret-in-prose',
  'secret-url-parameter',
  'secret-command-line',
  'secret-markup',
]);

/** What is left of a value without its letters in order may still be as long and mixed as a key. */
const LEAST_REST = 12;
/** A key of a test, or a real one that was changed by hand, is worth a warning. */

function judgeShape(
  kind: ShapedKind,
  value: string,
  match: RegExpExecArray,
  before: string,
  keyword: string,
): Hit['severity'] | undefined {
  const isReal = (text: string): boolean =>
    kind.isReal === undefined ? !isPlaceholder(text) : kind.isReal(text, match, before, keyword);
  if (isReal(value)) return 'error';
  if (UNSPECIFIC.has(kind.id)) return undefined;
  const rest = withoutOrder(value);
  return rest !== value && rest.length >= LEAST_REST && isPatterned(value) && isReal(rest) ? 'warning' : undefined;
}

/** How much of a name before the keyword is looked at. */
const BEFORE_NAME = 24;

/** What must occur in a text before a secret is searched for there; `probeSecret` takes the word's number. */
export const SECRET_WORDS: readonly string[] = PROBES.map((probe) => probe.word);

/** Looks for a secret of the word's kind around the word that ends at `end`. */
export const probeSecret = (text: string, word: number, end: number): Hit | undefined =>
  (PROBES[word] as Probe).find(text, end);

const vagueness = ({ rule }: Hit): number => (UNSPECIFIC.has(rule.id) ? 1 : 0);

/** Several kinds may see the same token; the one that covers most of it names it best. */
export function keepWidest(hits: Hit[]): Hit[] {
  if (hits.length < 2) return hits;
  const kept: Hit[] = [];
  for (const hit of hits.toSorted((a, b) => a.start - b.start || b.end - a.end || vagueness(a) - vagueness(b))) {
    const last = kept.at(-1);
    if (last === undefined || hit.start >= last.end) kept.push(hit);
    else if (hit.end > last.end && hit.start === last.start) kept[kept.length - 1] = hit;
  }
  return kept;
}

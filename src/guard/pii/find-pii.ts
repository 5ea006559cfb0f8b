/** Personal data in a text. */
import type { Hit, Rule } from '../rule.ts';

const HINT = 'take it out or replace it by a role or an id; a false alarm can be allowed, see docs/rules.md';

const rule = (id: string, message: string, about: string, example: string): Rule => ({
  id,
  kind: 'pii',
  severity: 'warning',
  message,
  hint: HINT,
  about,
  example,
});

const EMAIL = rule(
  'pii-email',
  'e-mail address of a person',
  'Finds mail addresses; reserved example domains, no-reply and bot addresses stay silent.',
  'jane.roe@company.test',
);

export const PII_RULES: readonly Rule[] = [EMAIL];

const MAIL =
  /(?<![A-Za-z0-9._%+/-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24}(?![A-Za-z0-9@/-])/g;
const SILENT_MAIL =
  /@(?:[\w-]+\.)*example\.(?:com|net|org|edu)$|\.(?:example|test|invalid|localhost|local)$|^(?:no-?reply|do-?not-?reply|git|bot)[@+.-]|noreply|\[bot\]|^[a-z0-9-]+@\d|\.(?:png|jpe?g|svg|js|ts|md)$/i;

export function findPii(text: string, from = 0, to = text.length): Hit[] {
  const hits: Hit[] = [];
  const part = from === 0 && to === text.length ? text : text.slice(from, to);
  if (!part.includes('@')) return hits;
  for (const match of part.matchAll(MAIL)) {
    if (SILENT_MAIL.test(match[0])) continue;
    const start = from + match.index;
    hits.push({ rule: EMAIL, severity: 'warning', start, end: start + match[0].length, value: match[0] });
  }
  return hits;
}

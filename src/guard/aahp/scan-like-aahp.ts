/** The public AAHP tool's lint of one handoff file. It knows one tier: whatever it finds is a violation. */
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Finding } from '../../kernel/finding.ts';
import { isJsonObject, parseJson, type Json } from '../../kernel/json.ts';
import type { PublicLintOptions } from '../../kernel/ports/index.ts';
import { EMAIL, isOpenAddress, PUBLIC_PATTERNS, type PublicPattern } from './public-patterns.ts';

const HINT =
  'this is what the public tool stops at; `baton lint` judges the same file by the place and the words around it';

/** Lines of a text, and the number each is shown with. */
interface Line {
  readonly text: string;
  readonly number: number;
}

export function scanLikeAahp(text: string, { file, allowedAddresses = [] }: PublicLintOptions): readonly Finding[] {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (name === '.aiignore') return [];
  const lines = text.split('\n').map((line, index) => ({ text: line, number: index + 1 }));
  const values = name.endsWith('.json') ? readValues(text) : [];
  return [
    ...PUBLIC_PATTERNS.flatMap((pattern) => findPattern(pattern, [...lines, ...values], file)),
    ...findAddresses(name, lines, values, { file, allowedAddresses }),
  ];
}

/** Once per file and pattern, with the first place. A value is never shown: it may be a secret. */
function findPattern(pattern: PublicPattern, lines: readonly Line[], file: string): Finding[] {
  const line = lines.find(({ text }) => pattern.isIn(text));
  if (line === undefined) return [];
  const what = pattern.kind === 'injection' ? 'injection pattern' : 'possible secret pattern';
  return [violation(pattern.id, pattern.kind, file, line.number, `${what} '${pattern.name}'`)];
}

/** In Markdown as it stands, in JSON as its decoded values; the list of allowed addresses holds addresses by design. */
function findAddresses(
  name: string,
  lines: readonly Line[],
  values: readonly Line[],
  { file, allowedAddresses = [] }: PublicLintOptions,
): Finding[] {
  const looked = name.endsWith('.md') ? lines : name.endsWith('.json') && name !== 'pii-allowlist.json' ? values : [];
  const isAllowed = (address: string): boolean => isOpenAddress(address) || allowedAddresses.includes(address);
  const line = looked.find(({ text }) => (text.match(EMAIL) ?? []).some((address) => !isAllowed(address)));
  return line === undefined ? [] : [violation('aahp-email', 'pii', file, line.number, 'possible email address')];
}

/** Decoded strings and names: an agent reads what a search of the bytes does not see. They have no line of their own. */
function readValues(text: string): Line[] {
  try {
    return stringsIn(parseJson(text)).flatMap((value) => value.split('\n').map((line) => ({ text: line, number: 1 })));
  } catch (error) {
    if (!isBatonError(error)) throw error;
    // A file that cannot be decoded is a violation of its own, which the lint of the manifest reports.
    return [];
  }
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item: Json) => stringsIn(item));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...stringsIn(item)]);
}

const violation = (rule: string, kind: Finding['kind'], file: string, line: number, message: string): Finding => ({
  rule,
  kind,
  severity: 'error',
  file,
  line,
  column: 1,
  endLine: line,
  endColumn: 1,
  excerpt: '',
  message,
  hint: HINT,
});

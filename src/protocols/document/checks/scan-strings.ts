import type { Finding, Severity } from '../../../kernel/finding.ts';
import { isGeneratedForm } from '../../../kernel/generated-form.ts';
import type { Json } from '../../../kernel/json.ts';
import { createLineIndex } from '../../../kernel/text.ts';
import { ORIGINAL_DESCRIPTION } from '../original.ts';
import { stringsIn } from '../pointer.ts';
import type { DocumentIssue } from '../types.ts';

export interface GuardIssue extends DocumentIssue {
  readonly severity: Severity;
}

/**
 * Passes every string of a document, member names included, through the guard. Paths, ids, times and hashes are not
 * prose: a field that holds what it should is not scanned, one that holds sentences instead is.
 */
export function scanStrings(document: Json, scan: (text: string) => readonly Finding[]): GuardIssue[] {
  const issues: GuardIssue[] = [];
  for (const { path, text, isName } of stringsIn(document)) {
    if (isName ? PLAIN_NAME.test(text) : isGenerated(path, text)) continue;
    for (const finding of scan(text)) if (finding.severity !== 'note') issues.push(describe(path, finding));
  }
  return issues;
}

/** A member name of plain lower-case words holds nothing to find. */
const PLAIN_NAME = /^[a-z_]{1,40}$/;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^sha256:[0-9a-f]{64}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d)$/;

/** Most are ASCII: a pattern with classes of Unicode is made for the others. */
const isId = (text: string): boolean =>
  /^[A-Za-z0-9][\w.:@-]{0,79}$/.test(text) || /^[\p{L}\p{N}][\p{L}\p{N}._:@-]{0,79}$/u.test(text);

/** Fields that programs fill in, and the form they have then. */
const GENERATED: readonly (readonly [path: RegExp, hasForm: (text: string) => boolean])[] = [
  [/^\/handoff\/trace_id$/, (text) => UUID.test(text)],
  [/^\/handoff\/(?:timestamp|expires_at)$|^\/handoff\/tracing\/events\/\d+\/timestamp$/, (text) => TIME.test(text)],
  [/^\/handoff\/meta\/payload_hash$|^\/handoff\/payload\/[a-z/]+\/\d+\/checksum$/, (text) => HASH.test(text)],
  [/^\/handoff\/(?:source\/workflow_id|tracing\/parent_span_id)$/, isId],
  [
    /^\/handoff\/source\/session_path$|^\/handoff\/payload\/(?:references\/files|session\/artifacts)\/\d+\/path$/,
    isPath,
  ],
  [/^\/handoff\/payload\/references\/files\/\d+\/description$/, (text) => text === ORIGINAL_DESCRIPTION],
];

const isGenerated = (path: string, text: string): boolean =>
  isGeneratedForm(text) || GENERATED.some(([place, hasForm]) => place.test(path) && hasForm(text));

const MAX_PATH = 4_096;
const MAX_PATH_WORDS = 4;

/** A path may have spaces in its names; a name of many words is a sentence. */
function isPath(text: string): boolean {
  if (text.length > MAX_PATH || /\p{Cc}/u.test(text)) return false;
  return text.split(/[/\\]/).every((name) => name.trim().split(/\s+/).length <= MAX_PATH_WORDS);
}

const describe = (path: string, { rule, message, excerpt, hint, severity }: Finding): GuardIssue => ({
  path,
  rule: `guard/${rule}`,
  message: `${severity === 'error' ? 'the guard would block' : 'the guard noticed in'} ${path}: ${message}`,
  found: excerpt,
  repair: hint,
  severity,
});

/** An extract as Baton writes it joins rows and members, and says what it is in words of its own. */

export type ScanText = (text: string) => readonly Finding[];

/** The rule that judges whole passages by their tone; it names no words. */
export const MODEL_RULE = 'inject-model';

/** `150 items of {file, line}; first 3`, `object of {phase, next}`, `text of 3400 characters`. */
const HEAD =
  String.raw`(?:\d+ items?(?: of (?:\{[^{}\n]*\}|[a-z]+))?|object of \{[^{}\n]*\}|text of \d+ characters)` +
  String.raw`(?:; (?:first \d+|of these))?`;
const EXTRACT = new RegExp(`^${HEAD}(?:$|[:;\\n ])`);
const BORDER = new RegExp(`(?:^|: )${HEAD}[:;]?|^#\\d+: |^in all: .*$| \\| |; |\\n`, 'gm');

/**
 * The rules read such a text as a whole. The model, for which a table is no passage, reads what it is made of, as it would
 * in a document that nobody shortened.
 */
export function scanExtract(text: string, scan: ScanText, scanByRules: ScanText): readonly Finding[] {
  if (!EXTRACT.test(text)) return scan(text);
  const lines = createLineIndex(text);
  const found = [...scanByRules(text)];
  let start = 0;
  for (const { index, 0: border } of [...text.matchAll(BORDER), { index: text.length, 0: '' }]) {
    const piece = text.slice(start, index);
    const { line, column } = lines.positionAt(start);
    for (const finding of piece.trim() === '' ? [] : scan(piece)) {
      if (finding.rule === MODEL_RULE) found.push(moveFinding(finding, line, column));
    }
    start = index + border.length;
  }
  return found;
}

/** A piece is within one line. */
const moveFinding = (finding: Finding, line: number, column: number): Finding => ({
  ...finding,
  line,
  endLine: line,
  column: finding.column + column - 1,
  endColumn: finding.endColumn + column - 1,
});

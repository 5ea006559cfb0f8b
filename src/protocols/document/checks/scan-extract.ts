/** An extract as Baton writes it joins rows and members, and says what it is in words of its own. */
import type { Finding } from '../../../kernel/finding.ts';
import { createLineIndex } from '../../../kernel/text.ts';

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

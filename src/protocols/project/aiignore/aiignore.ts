/** `.aiignore`: what must never be in a handoff file, one pattern per line. */
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import type { Finding } from '../../../kernel/finding.ts';
import { splitLines } from '../../../kernel/text.ts';
import { AIIGNORE_FILE } from '../names.ts';
import { createPreview } from './find-run.ts';
import { compilePattern, type Matcher } from './linear-match.ts';
import { parseExpression, parseGlob } from './pattern-tree.ts';

/** A pattern of .aiignore. */
export interface IgnorePattern {
  readonly source: string;
  readonly line: number;
  /** False for texts that hold no match for sure; they need no closer look. */
  readonly mayMatch: (text: string) => boolean;
  readonly match: Matcher;
}

/** The seed's list. */
export const DEFAULT_AIIGNORE = `# Patterns that must never appear in handoff files

# Secrets
*_KEY=*
*_SECRET=*
*_TOKEN=*
*_PASSWORD=*
Bearer *
sk-*
ghp_*

# PII
*@*.com
*@*.de
\\b\\d{3}-\\d{2}-\\d{4}\\b   # SSN pattern
`;

/** Of all patterns together, on all files: a second of a slow machine. Honest lists need a thousandth of it. */
const MAX_WORK = 4_000_000;

/** Fails with AIIGNORE_INVALID naming the line; the patterns do too, if they take too much work on the text. */
export function parseAiignore(text: string): IgnorePattern[] {
  const work = { left: MAX_WORK };
  return splitLines(text).flatMap(({ start, end }, index) => {
    const source = text
      .slice(start, end)
      .replace(/(^|\s)#.*$/, '')
      .trim();
    return source === '' || source === '\uFEFF' ? [] : [compile(source.replace(/^\uFEFF/, ''), index + 1, work)];
  });
}

function compile(source: string, line: number, work: { left: number }): IgnorePattern {
  const spend = (ways: number): void => {
    work.left -= ways;
    if (work.left < 0)
      throw invalid(line, `"${source.slice(0, 60)}" takes too much work on these files: make it simpler`);
  };
  const isExpression = source.includes('\\');
  if (!isExpression && /^\*+$/.test(source)) throw invalid(line, `"${source}" matches everything`);
  try {
    const tree = isExpression ? parseExpression(source) : parseGlob(source);
    // Compiled first: a tree that is too large is refused there.
    const match = compilePattern(tree, spend);
    return { source, line, mayMatch: createPreview(tree), match };
  } catch (cause) {
    if (!isBatonError(cause, 'INPUT_INVALID')) throw cause;
    throw invalid(line, `"${source.slice(0, 60)}": ${cause.message}`, cause);
  }
}

const invalid = (line: number, why: string, cause?: unknown): BatonError =>
  new BatonError('AIIGNORE_INVALID', `${AIIGNORE_FILE} line ${line}: ${why}`, { file: AIIGNORE_FILE, line }, cause);

/** One finding per line and pattern; the value is masked. */
export function scanIgnored(file: string, text: string, patterns: readonly IgnorePattern[]): Finding[] {
  const wanted = patterns.filter(({ mayMatch }) => mayMatch(text));
  if (wanted.length === 0) return [];
  return splitLines(text).flatMap(({ start, end }, index) => {
    const line = text.slice(start, end);
    return wanted.flatMap((pattern) => {
      const match = pattern.mayMatch(line) ? pattern.match(line) : undefined;
      if (match === undefined) return [];
      const severity = weigh(line.slice(match.start, match.end), pattern.source);
      if (severity === undefined) return [];
      return [
        {
          rule: 'aiignore',
          kind: 'secret',
          severity,
          file,
          line: index + 1,
          column: match.start + 1,
          endLine: index + 1,
          endColumn: match.end + 1,
          excerpt: maskIgnored(line.slice(match.start, match.end)),
          message: `matches the pattern ${pattern.source} of ${AIIGNORE_FILE} line ${pattern.line}`,
          hint: 'take the value out of the file, and change it where it is in use',
        } as const,
      ];
    });
  });
}

/** A mail address has a name before the sign; `@scope/name` is a package. */
const MAIL_PATTERN = /^\*@/;
const MAIL = /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]+\./u;
/** Written in place of a value: `<token>`, `sk-...`, `YOUR_KEY`, `noreply@…`, `$TOKEN`. */
const EXAMPLE =
  /<[^<>\s]{1,60}>|\.{3}|…|x{4,}|\*{3,}|\byour[_-]|example|placeholder|dummy|change_?me|redacted|no-?reply|\{\{|\$\{?[A-Z_]{3,}|\[[A-Z][A-Z _]+\]/i;
/** What follows a prefix such as `sk-` in a real key. */
const KEY_RUN = /^[A-Za-z0-9][A-Za-z0-9_-]{7,}/;

/** What a maintainer would call an error; an example in a sentence is a warning, a package scope is nothing. */
function weigh(value: string, pattern: string): Finding['severity'] | undefined {
  if (MAIL_PATTERN.test(pattern) && !MAIL.test(value)) return undefined;
  if (EXAMPLE.test(value)) return 'warning';
  const prefix = /^([^*\\]{2,})\*$/.exec(pattern)?.[1];
  return prefix !== undefined && !KEY_RUN.test(value.slice(prefix.length)) ? 'warning' : 'error';
}

/** Enough to find it again, too little to use it. */
export const maskIgnored = (value: string): string =>
  `${value.slice(0, Math.min(4, Math.floor(value.length / 3)))}… (${value.length} characters)`;

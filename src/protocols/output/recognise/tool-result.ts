/** What a test or build tool printed about itself. */
export interface ToolResult {
  readonly tool: string;
  readonly kind: 'test' | 'build';
  readonly passed?: number;
  /** Tests that failed; errors of a build tool. */
  readonly failed: number;
  readonly skipped?: number;
  /** Files, fixtures or packages that failed before any test in them could. */
  readonly errors?: number;
  readonly warnings?: number;
  readonly failures: readonly Failure[];
  /** The first thing that went wrong, in the tool's own words. */
  readonly first?: string;
  readonly coverage?: string;
  readonly durationMs?: number;
}

/** A test or check that failed, with its place and message. */
export interface Failure {
  /** File or package. */
  readonly place?: string;
  /** Test or rule; absent if a whole file failed. */
  readonly name?: string;
  /** What the assertion said. */
  readonly message?: string;
}

/** Looks at lines without colours; undefined if the tool did not print them. */
export type Recogniser = (lines: readonly string[]) => ToolResult | undefined;

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** `1.02s`, `690ms`, `0.418 s`, as an optional property. */
export function durationIn(text: string): { durationMs?: number } {
  const match = /(\d+(?:\.\d+)?) ?(ms|s|m)\b/.exec(text);
  return match === null ? {} : { durationMs: Number(match[1]) * (UNIT_MS[match[2] ?? ''] ?? 0) };
}

/** The number before a word: `3 failed | 1 passed (4)`, `1 failed, 2 passed`. */
export const countBefore = (text: string, word: string): number =>
  Number(new RegExp(`(\\d+) ${word}\\b`).exec(text)?.[1] ?? 0);

/** The lines a pattern matches, in order. */
export const matchLines = (lines: readonly string[], pattern: RegExp): RegExpExecArray[] =>
  lines.map((line) => pattern.exec(line)).filter((match) => match !== null);

const MESSAGE_LINES = 12;

/** The first line below that says what went wrong, before the next failure begins. */
export function messageBelow(
  lines: readonly string[],
  index: number,
  says: RegExp,
  ends: RegExp,
): { readonly message?: string } {
  for (const line of lines.slice(index + 1, index + 1 + MESSAGE_LINES)) {
    if (ends.test(line)) return {};
    const said = says.exec(line);
    if (said !== null) return { message: (said[1] ?? said[0]).trim() };
  }
  return {};
}

/** The lines a pattern matches with their places, in order. */
export const findLines = (
  lines: readonly string[],
  pattern: RegExp,
): { readonly match: RegExpExecArray; readonly index: number }[] =>
  lines.flatMap((line, index) => {
    const match = pattern.exec(line);
    return match === null ? [] : [{ match, index }];
  });

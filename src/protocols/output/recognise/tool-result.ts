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

export interface Failure {
  /** File or package. */
  readonly place?: string;
  /** Test or rule; absent where a whole file failed. */
  readonly name?: string;
}

/** Looks at lines without colours; undefined where the tool did not print them. */
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

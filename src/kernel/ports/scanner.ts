import type { Finding, FindingKind } from '../finding.ts';

/** Looks through text for what must not pass to the next agent. The guard implements it; protocols only know this. */
export interface Scanner {
  scan(text: string, options?: ScanOptions): readonly Finding[];
}

export interface ScanOptions {
  /** Restrict to these kinds; default all. */
  readonly kinds?: readonly FindingKind[];
  /** Path shown in findings, and (for handoff files) what decides which structure rules apply. */
  readonly file?: string;
  /** Off leaves the statistical model out. */
  readonly model?: boolean;
}

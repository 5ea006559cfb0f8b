/** Something a check noticed in a text, at an exact place. Lines and columns count from 1, columns in UTF-16 units. */
export interface Finding {
  readonly rule: string;
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** Path as the user would write it; absent for standard input. */
  readonly file?: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** A short piece of the text, secrets masked. */
  readonly excerpt: string;
  readonly message: string;
  readonly hint: string;
}

/** What a finding is about. */
export type FindingKind = 'injection' | 'secret' | 'pii' | 'structure' | 'schema' | 'integrity';
/** An error stops the work; a warning or a note does not. */
export type Severity = 'error' | 'warning' | 'note';

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** Order for people: file, then place, then the most severe first. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.file ?? '', b.file ?? '') ||
    a.line - b.line ||
    a.column - b.column ||
    RANK[a.severity] - RANK[b.severity] ||
    compareText(a.rule, b.rule)
  );
}

export const isAtLeast = (severity: Severity, floor: Severity): boolean => RANK[severity] <= RANK[floor];

// Not localeCompare: the order must be the same on every machine.
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

import type { FindingKind, Severity } from '../kernel/finding.ts';

/** What a rule is, for findings and for the generated reference. What it looks for is next to it as data or code. */
export interface Rule {
  /** Never renamed: allow lists name it. */
  readonly id: string;
  readonly kind: Extract<FindingKind, 'injection' | 'secret' | 'pii' | 'structure'>;
  /** The most it says on its own; the place may lower or raise it. */
  readonly severity: Severity;
  /** What was found, as the sentence of a finding. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** What it catches and why that matters, for the reference. */
  readonly about: string;
  /** A text it catches; for secrets and personal data a shape, never a value. */
  readonly example: string;
}

/** Something a rule saw, by offsets in the scanned text. */
export interface Hit {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
  /** The secret or personal value itself if it is narrower than the place: what an allow list's hash is over. */
  readonly value?: string;
  /** Found inside an encoded passage whose whole place it names: others may have the same place. */
  readonly isOpened?: true;
  /** Too uncertain to be told; but no excerpt shows the place. */
  readonly isUntold?: true;
  /** Said instead of the rule's own message if more is known. */
  readonly message?: string;
}

/** One by one: a call with as many arguments as a hostile text has hits would overflow the stack. */
export function appendAll<T>(list: T[], more: Iterable<T>): void {
  for (const item of more) list.push(item);
}

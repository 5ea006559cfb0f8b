/** What the demo says has happened; the reader must find the same. */
export interface Telling {
  task: string;
  child: string;
  /** Waits for a person's review. */
  review: string;
  /** Waits for a person's answer. */
  question: string;
  trace_id: string;
  killed_run: string;
  second_run: string;
  refused_target: string;
  suggested_target: string;
  guard_rule: string;
  handoff_id: string;
  commit: string;
  tag: string;
  audit_entries: number;
  tampered_at: number;
  trace_kinds: readonly string[];
  /** Texts whose tokens are counted; not part of what is compared. */
  brief: string;
  document: string;
  summary: string;
  details: string;
}

export interface CheckRow {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
}

/** Every check of the story. One that is missing in the reader's answer was switched off, and that is a failure. */
export const CHECKS = [
  'one trace id',
  'tasks',
  'runs',
  'moves',
  'one report each',
  'late report refused',
  'duplicate without effect',
  'boundary refused',
  'right target suggested',
  'injection stopped',
  'handoff governed',
  'document fits',
  'audit chain',
  'nothing unrecorded',
  'commit and tag',
  'handoff files',
  'trace complete',
] as const;

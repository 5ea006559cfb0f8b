import type { BrokenFile } from '../../../kernel/ports/index.ts';
import type { EventDraft } from '../../../kernel/tasks.ts';
import type { Repair, Verdict } from './examine-task.ts';

export interface ReconcilePlan {
  readonly edits: readonly Extract<Verdict, { kind: 'edit' }>[];
  readonly drafts: readonly Extract<Verdict, { kind: 'draft' }>[];
  readonly repairs: readonly { readonly file: BrokenFile; readonly repair: Repair }[];
  /** Broken and not said before. */
  readonly reported: readonly Extract<Verdict, { kind: 'broken' }>[];
  /** By path, the hash of what was reported. */
  readonly noted: Readonly<Record<string, string>>;
}

export function planReconciliation(
  verdicts: readonly Verdict[],
  known: ReadonlyMap<string, string>,
  repair: boolean,
): ReconcilePlan {
  const broken = verdicts.filter((verdict) => verdict.kind === 'broken');
  const repairs = broken.flatMap(({ file, repair: how }) =>
    repair && how !== undefined ? [{ file, repair: how }] : [],
  );
  const reported = broken.filter(
    ({ file, sha }) => known.get(file.path) !== sha && !repairs.some((one) => one.file === file),
  );
  return {
    edits: verdicts.filter((verdict) => verdict.kind === 'edit'),
    drafts: verdicts.filter((verdict) => verdict.kind === 'draft'),
    repairs,
    reported,
    noted: Object.fromEntries(reported.map(({ file, sha }) => [file.path, sha])),
  };
}

export const brokenEvent = (file: BrokenFile): EventDraft => ({
  type: 'task.broken',
  actor: 'store',
  payload: { path: file.path, reason: file.reason, repair: file.repair },
});

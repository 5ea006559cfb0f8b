import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { environmentChecks, hookChecks } from './environment.ts';
import { governanceChecks } from './governance.ts';
import { handoffChecks, projectChecks } from './project.ts';
import { STORE_UNKNOWN, storeChecks } from './store.ts';
import { taskChecks } from './tasks.ts';

/** What `doctor` may ask and, with --fix, change. */
export type DoctorPlatform = Pick<
  Platform,
  | 'audit'
  | 'clock'
  | 'disk'
  | 'executors'
  | 'facts'
  | 'files'
  | 'processes'
  | 'project'
  | 'random'
  | 'remark'
  | 'tasks'
  | 'tokens'
>;

/** One thing `doctor` looks at. A check never throws for what it looks for, and never writes: only its fix does. */
export interface Check {
  /** Stable, kebab-case. */
  readonly id: string;
  readonly title: string;
  examine(platform: DoctorPlatform): Promise<Diagnosis>;
}

export interface Diagnosis {
  readonly state: 'ok' | 'note' | 'warning' | 'problem';
  /** What was found, in a few words. */
  readonly found: string;
  /** What a person can do about it; absent when there is nothing to do. */
  readonly remedy?: string;
  /** Repairs it without losing anything, and says what it did. */
  fix?(): Promise<string>;
}

const CHECKS: readonly Check[] = [
  ...environmentChecks,
  ...projectChecks,
  ...storeChecks,
  ...taskChecks,
  ...governanceChecks,
  ...handoffChecks,
  ...hookChecks,
];

/** What one check of `doctor` found, and what to do about it. */
export interface DoctorRow extends Pick<Diagnosis, 'state' | 'found' | 'remedy'> {
  readonly id: string;
  readonly title: string;
  /** What a fix did, or would do with --dry-run. */
  readonly fixed?: string;
}

/** How `doctor` is to work. */
export interface DoctorRequest {
  readonly fix: boolean;
}

/** Examines everything in order; with `fix`, repairs what can be repaired without loss and examines that again. */
export async function doctor(platform: DoctorPlatform, request: DoctorRequest): Promise<readonly DoctorRow[]> {
  const rows: DoctorRow[] = [];
  for (const check of CHECKS) rows.push(await examine(platform, check, request));
  return rows;
}

async function examine(platform: DoctorPlatform, check: Check, request: DoctorRequest): Promise<DoctorRow> {
  const before = await diagnose(platform, check);
  if (!request.fix || before.fix === undefined) return row(check, before);
  const fixed = await before.fix();
  return { ...row(check, await diagnose(platform, check)), fixed };
}

async function diagnose(platform: DoctorPlatform, check: Check): Promise<Diagnosis> {
  try {
    return await check.examine(platform);
  } catch (error) {
    if (!(error instanceof BatonError)) throw error;
    // What is wrong with the store is told once, in its own row.
    if (error.code.startsWith('STORE_') && check.id !== 'store') return STORE_UNKNOWN;
    // Elsewhere the hint may be to run `doctor`, which is here already.
    const remedy = /\bbaton doctor\b/.test(error.hint) ? 'put right what is named here, then look again' : error.hint;
    return { state: 'problem', found: error.message, remedy };
  }
}

const row = (check: Check, { state, found, remedy }: Diagnosis): DoctorRow => ({
  id: check.id,
  title: check.title,
  state,
  found,
  ...given({ remedy }),
});

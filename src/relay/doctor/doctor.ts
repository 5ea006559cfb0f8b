import { given } from '../../kernel/given.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Check, Diagnosis, DoctorPlatform } from './check.ts';
import { environmentChecks } from './environment.ts';
import { governanceChecks } from './governance.ts';
import { handoffChecks } from './handoff-checks.ts';
import { hookChecks } from './hooks.ts';
import { projectChecks } from './project.ts';
import { STORE_UNKNOWN, storeChecks } from './store.ts';
import { taskChecks } from './tasks.ts';

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
    return { state: 'problem', found: error.message, remedy: error.hint };
  }
}

const row = (check: Check, { state, found, remedy }: Diagnosis): DoctorRow => ({
  id: check.id,
  title: check.title,
  state,
  found,
  ...given({ remedy }),
});

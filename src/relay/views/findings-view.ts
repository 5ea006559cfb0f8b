import { isBatonError } from '../../kernel/errors/index.ts';
import { lint } from '../project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { FindingView } from './types.ts';

const MAX_FINDINGS = 1_000;

/** What the guard and the other checks have against the handoff files as they are now. */
export async function viewFindings(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'scanner' | 'tokens'>,
): Promise<{ findings: readonly FindingView[]; scanned: number }> {
  try {
    const { findings, files } = await lint(platform);
    return { findings: findings.slice(0, MAX_FINDINGS), scanned: files.length };
  } catch (error) {
    if (isBatonError(error, 'PROJECT_NOT_FOUND')) return { findings: [], scanned: 0 };
    throw error;
  }
}

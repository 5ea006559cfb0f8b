import type { Platform } from '../../kernel/ports/index.ts';
import { findHandoff, isHolder, readLockState } from '../project/index.ts';

/** Who has the handoff files: nobody, the agent of this very host, or somebody else (also one that died). */
export async function findLockHolder(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project'>,
): Promise<'nobody' | 'own' | 'other'> {
  const handoff = await findHandoff(platform);
  if (handoff === undefined) return 'other';
  const state = await readLockState(platform, handoff);
  if (state.kind === 'free') return 'nobody';
  return state.kind === 'held' && (await isHolder(platform, state.lock, {})) ? 'own' : 'other';
}

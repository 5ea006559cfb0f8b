import { createUuid } from '../../kernel/ids.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { buildHandoff, type Handoff, type HandoffDraft } from '../../protocols/governance/index.ts';
import { getRegistry, readEvidence, type RegistryOptions } from './registry-place.ts';

/** A handoff that is complete: ids, versions and hashes are those of the registry, the time is now. */
export async function newGovernedHandoff(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random'>,
  draft: HandoffDraft,
  options: RegistryOptions = {},
): Promise<Handoff> {
  const evidence = await readEvidence(platform.files, await getRegistry(platform, options), []);
  return buildHandoff(draft, evidence, {
    id: createUuid(platform.random),
    timestamp: renderIsoTime(platform.clock.now()),
  });
}

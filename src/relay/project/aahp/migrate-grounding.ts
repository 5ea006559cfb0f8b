import type { Platform } from '../../../kernel/ports/index.ts';
import { addProvenanceSection, GROUNDING_FILE, GROUNDING_TEXT } from '../../../protocols/project/index.ts';
import { TRUST_FILE } from '../../../protocols/project/trust/index.ts';
import { applyChanges, withWriter } from '../change/change-handoff.ts';
import { findFileText } from '../folder/read-handoff.ts';
import { assertMayWrite, renewOwn } from '../folder/session.ts';

export interface GroundingResult {
  readonly changed: readonly string[];
  readonly hasTrust: boolean;
  readonly hasManifest: boolean;
}

/**
 * Adds what the public tool calls the grounding layer: GROUNDING.md, and a section on provenance at the end of TRUST.md.
 * No row of a table is touched, and a second run changes nothing.
 */
export async function migrateGrounding(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
): Promise<GroundingResult> {
  return withWriter(platform, 'baton aahp migrate-grounding', async (handoff) => {
    const own = await assertMayWrite(platform, handoff, {});
    const trust = findFileText(handoff, TRUST_FILE);
    const writes = new Map<string, string>();
    if (!handoff.files.has(GROUNDING_FILE)) writes.set(GROUNDING_FILE, GROUNDING_TEXT);
    const longer = trust === undefined ? undefined : addProvenanceSection(trust);
    if (longer !== undefined && longer !== trust) writes.set(TRUST_FILE, longer);
    if (writes.size > 0) {
      await renewOwn(platform, handoff.folder, own);
      await applyChanges(platform, handoff.folder, { writes });
    }
    return {
      changed: [...writes.keys()],
      hasTrust: trust !== undefined,
      hasManifest: handoff.manifestText !== undefined,
    };
  });
}

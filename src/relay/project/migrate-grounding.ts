import type { Platform } from '../../kernel/ports/index.ts';
import { addProvenanceColumns, GROUNDING_FILE, GROUNDING_TEXT, TRUST_FILE } from '../../protocols/project/index.ts';
import { applyChanges, withWriter } from './change/change-handoff.ts';
import { findFileText } from './folder/read-handoff.ts';
import { assertMayWrite, renewOwn, type SessionRequest } from './folder/session.ts';

export interface GroundingRequest extends SessionRequest {
  readonly dryRun?: boolean;
}

/** Adds what the public tool calls the grounding layer: GROUNDING.md and a Provenance column. A second run changes nothing. */
export async function migrateGrounding(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
  request: GroundingRequest = {},
): Promise<{ readonly changed: readonly string[] }> {
  return withWriter(
    platform,
    'baton aahp migrate-grounding',
    async (handoff) => {
      const own = await assertMayWrite(platform, handoff, request);
      const trust = findFileText(handoff, TRUST_FILE) ?? '';
      const wide = addProvenanceColumns(trust);
      const writes = new Map<string, string>();
      if (!handoff.files.has(GROUNDING_FILE)) writes.set(GROUNDING_FILE, GROUNDING_TEXT);
      if (wide !== trust) writes.set(TRUST_FILE, wide);
      if (request.dryRun !== true && writes.size > 0) {
        await renewOwn(platform, handoff.folder, own);
        await applyChanges(platform, handoff.folder, { writes });
      }
      return { changed: [...writes.keys()] };
    },
    request,
  );
}

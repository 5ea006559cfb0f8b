import { createSessionId } from '../../kernel/ids.ts';
import { join } from 'node:path';
import {
  AIIGNORE_FILE,
  GITIGNORE_FILE,
  isIndexed,
  MANIFEST_FILE,
  planMigration,
} from '../../protocols/project/index.ts';
import { renderDiff } from '../../protocols/project/merge/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { applyChanges, withWriter } from './change/change-handoff.ts';
import { assertHandoffText } from './checks/content-faults.ts';
import { decideTrust, describeSession, makeManifest } from './change/make-manifest.ts';
import { readTexts, type Handoff } from './folder/read-handoff.ts';
import { readGit } from './git/read-git.ts';
import { assertMayWrite, renewOwn, type SessionRequest } from './folder/session.ts';

/** How an older handoff folder is brought up to date. */
export interface MigrateRequest extends SessionRequest {
  readonly version?: string | undefined;
  readonly dryRun?: boolean;
}

/** What a migration changed. */
export interface MigrateResult {
  readonly changed: readonly { readonly file: string; readonly diff: readonly string[] }[];
  /** What a manifest of another shape said that could not be kept. */
  readonly lost: readonly string[];
}

/** Brings a version 1 folder to version 2; what is there already stays. A second run finds nothing to do. */
export async function migrate(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'tokens'
  >,
  request: MigrateRequest,
): Promise<MigrateResult> {
  return withWriter(
    platform,
    'baton migrate',
    async (handoff) => {
      const own = await assertMayWrite(platform, handoff, request);
      if (request.dryRun !== true) await renewOwn(platform, handoff.folder, own);
      const texts = readTexts(handoff);
      for (const [name, text] of texts) if (name.endsWith('.md')) assertHandoffText(name, text);
      const ignored = await readIgnored(platform, handoff.folder);
      const git = await readGit(platform, handoff.folder, [...texts.keys()]);
      const changes = planMigration(texts, handoff.aiignore, ignored);
      const isCurrent = changes.size === 0 && handoff.manifest !== undefined;
      if (isCurrent) return { changed: [], lost: [] };
      const merged = new Map([...texts, ...[...changes].filter(([name]) => isIndexed(name))]);
      const { text: manifest } = await makeManifest(platform, {
        files: merged,
        previous: handoff.manifest ?? handoff.repaired?.manifest,
        previousText: handoff.manifestText,
        session: describeSession(platform, git.head, {
          agent: 'baton',
          session_id: createSessionId(platform.random),
          phase: 'idle',
        }),
        version: request.version,
        trust: decideTrust(handoff, merged, git.committed, own),
      });
      const writes = new Map([...changes, [MANIFEST_FILE, manifest] as const]);
      if (request.dryRun !== true) await applyChanges(platform, handoff.folder, { writes });
      return {
        changed: [...writes].map(([file, text]) => ({
          file,
          diff: renderDiff(findBefore(handoff, ignored, file) ?? '', text),
        })),
        lost: handoff.repaired?.lost ?? [],
      };
    },
    request,
  );
}

function findBefore(handoff: Handoff, ignored: string | undefined, name: string): string | undefined {
  if (name === GITIGNORE_FILE) return ignored;
  if (name === AIIGNORE_FILE) return handoff.aiignore;
  return name === MANIFEST_FILE ? handoff.manifestText : handoff.files.get(name)?.text;
}

/** What git is told to ignore in the folder. */
const readIgnored = async ({ files }: Pick<Platform, 'files'>, folder: string): Promise<string | undefined> =>
  files.findText(join(folder, GITIGNORE_FILE));

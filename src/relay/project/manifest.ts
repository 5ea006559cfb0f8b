import { BatonError } from '../../kernel/errors/index.ts';
import { createSessionId } from '../../kernel/ids.ts';
import { MANIFEST_FILE, type Manifest } from '../../protocols/project/index.ts';
import { parseLock } from '../../protocols/project/session/index.ts';
import { parsePhase } from '../../protocols/project/manifest/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { applyChanges, withWriter } from './change/change-handoff.ts';
import {
  decideTrust,
  describeSession,
  keepBrokenManifest,
  listUnlisted,
  makeManifest,
  type MakeManifestInput,
} from './change/make-manifest.ts';
import { readGit } from './git/read-git.ts';
import { assertName } from './change/open-session.ts';
import { keepKnownFiles, readKnownFiles, type KnownFiles } from './folder/known-files.ts';
import type { HandoffFile } from './folder/handoff-file.ts';
import { listBroken, readTexts, type Handoff } from './folder/read-handoff.ts';
import { assertMayWrite, renewOwn, type SessionRequest } from './folder/session.ts';

/** How MANIFEST.json is rebuilt. */
export interface ManifestRequest {
  readonly agent?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly phase?: string | undefined;
  readonly context?: string | undefined;
  readonly durationMinutes?: number | undefined;
  /** `2.0` or `3.0` for a manifest that is new; an existing one keeps its own unless one is given. */
  readonly version?: string | undefined;
  readonly dryRun?: boolean;
}

/** The rebuilt MANIFEST.json and what changed. */
export interface ManifestResult {
  readonly manifest: Manifest;
  readonly changed: boolean;
  /** How tokens were counted. */
  readonly method: string;
  /** Files that are not text, which no manifest lists. */
  readonly skipped: readonly string[];
  /** What the old manifest said that could not be kept. */
  readonly lost: readonly string[];
}

/**
 * Rebuilds MANIFEST.json from the files. One that is broken or of another shape keeps every field that can be read, and
 * the old text is kept aside. The caller vouches for the files; in an open session only for what that session wrote.
 */
export async function manifest(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'tokens'
  >,
  request: ManifestRequest,
): Promise<ManifestResult> {
  const agent = request.agent ?? 'cli-tool';
  assertName(agent, 'agent');
  if (request.sessionId !== undefined) assertName(request.sessionId, 'session id');
  const phase = parsePhase(request.phase ?? 'idle');
  assertMinutes(request.durationMinutes);
  const known = await readKnownFiles(platform);
  return withWriter(
    platform,
    'baton manifest',
    async (handoff) => {
      const own = await assertMayWrite(platform, handoff, claimOf(handoff, request));
      if (request.dryRun !== true) await renewOwn(platform, handoff.folder, own);
      const texts = readTexts(handoff);
      const git = await readGit(platform, handoff.folder, own === undefined ? [] : listUnlisted(handoff, texts));
      const { text, manifest: made } = await makeManifest(platform, {
        files: texts,
        ...describeRead([...handoff.files.values()]),
        previous: handoff.manifest ?? handoff.repaired?.manifest,
        trust: own === undefined ? new Map() : decideTrust(handoff, texts, git.committed, own),
        previousText: handoff.manifestText,
        session: describeSession(platform, git.head, {
          agent,
          session_id: request.sessionId ?? createSessionId(platform.random),
          phase,
          duration_minutes: request.durationMinutes ?? 0,
        }),
        context: request.context,
        version: request.version,
      });
      const changed = text !== handoff.manifestText;
      if (changed && request.dryRun !== true) {
        await keepBrokenManifest(platform, handoff);
        await applyChanges(platform, handoff.folder, { writes: new Map([[MANIFEST_FILE, text]]) });
      }
      if (request.dryRun !== true) await keepKnownFiles(platform, known, listKnown(handoff, made));
      return {
        manifest: made,
        changed,
        method: platform.tokens.method,
        skipped: listBroken(handoff),
        lost: handoff.repaired?.lost ?? [],
      };
    },
    { ...request, known },
  );
}

/** The id names the session the manifest is made for; where that is not the open one, it claims nothing. */
const claimOf = ({ lockText }: Handoff, { agent, sessionId }: ManifestRequest): SessionRequest =>
  parseLock(lockText ?? '')?.session_id === sessionId ? { agent, sessionId } : { agent };

/** What reading the files has told already. */
const describeRead = (
  files: readonly HandoffFile[],
): Pick<MakeManifestInput, 'checksums' | 'plain' | 'descriptions'> => ({
  checksums: new Map(files.map(({ name, checksum }) => [name, checksum])),
  plain: new Set(files.flatMap(({ name, isPlain }) => (isPlain ? [name] : []))),
  descriptions: new Map(files.map(({ name, description }) => [name, description])),
});

/** Of plain text alone: there the checksum says all there is to say of it. */
const listKnown = ({ files }: Handoff, { files: described }: Manifest): KnownFiles =>
  new Map(
    [...files.values()].flatMap(({ name, checksum, stamp, isPlain }) => {
      if (!isPlain || stamp === undefined) return [];
      const said = described[name];
      const description = said === undefined ? undefined : { lines: said.lines, summary: said.summary };
      return [[name, { stamp, checksum, description }] as const];
    }),
  );

function assertMinutes(minutes: number | undefined): void {
  if (minutes === undefined || (Number.isSafeInteger(minutes) && minutes >= 0)) return;
  throw new BatonError('INPUT_INVALID', `the duration is a whole number of minutes from 0 on, found ${minutes}`);
}

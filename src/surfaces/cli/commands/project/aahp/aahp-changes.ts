/** The changing commands of the public tool: init, manifest, archive, migrate, migrate-grounding. */

import type { Platform } from '../../../../../kernel/ports/index.ts';
import {
  archive,
  describeAahpFolder,
  init,
  manifest,
  migrate,
  migrateGrounding,
  verifyArchive,
} from '../../../../../relay/project/index.ts';
import type { Io } from '../../../io.ts';
import type { Answer } from './aahp-gates.ts';

type Value = (name: string) => string | undefined;

export async function setUp(
  platform: Pick<
    Platform,
    | 'audit'
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'reopen'
    | 'tokens'
  >,
  force: boolean,
  withAllowList: boolean,
): Promise<Answer> {
  const { root } = platform.project;
  if ((await platform.files.stat(root)) === undefined)
    return { lines: [`Error: the target directory does not exist: ${root}`], exit: 1 };
  const { created, kept } = await init(platform, {
    folder: root,
    git: false,
    agentsMd: false,
    aahp: { force, withAllowList },
  });
  return {
    lines: [
      ...created.map((name) => `  copy: ${name}`),
      ...kept.map((name) => `  skip: ${name} (already exists, use --force to overwrite)`),
      '',
      created.length === 0
        ? `Already initialized. ${kept.length} file(s) already exist.`
        : `Done. ${created.length} file(s) copied, ${kept.length} skipped.`,
    ],
    exit: 0,
  };
}

type Rebuilding = Pick<
  Platform,
  'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'tokens'
>;

export async function makeManifest(platform: Rebuilding, value: Value, quiet: boolean): Promise<Answer> {
  const duration = value('--duration');
  const { manifest: made } = await manifest(platform, {
    agent: value('--agent'),
    sessionId: value('--session-id'),
    phase: value('--phase'),
    context: value('--context'),
    durationMinutes: duration === undefined || !/^\d+$/.test(duration) ? undefined : Number(duration),
    version: '3.0',
  });
  const { manifest_only: own, manifest_plus_core: core, full_read: full } = made.token_budget ?? {};
  const lines = [
    `MANIFEST.json generated: ${Object.keys(made.files).length} files indexed, checksums current.`,
    `  Token budget: manifest=${own}, core=${core}, full=${full}`,
  ];
  return { lines: quiet ? [] : lines, exit: 0 };
}

export async function rotate(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark'>,
  keep: string | undefined,
  onlyVerify: boolean,
): Promise<Answer> {
  const count = keep === undefined ? undefined : Number(keep);
  if (onlyVerify) {
    const { ok, problems, entries, archived, kept } = await verifyArchive(platform, { keep: count });
    if (ok)
      return {
        lines: [`LOG archive verify passed: LOG.md entries=${entries}, archived entries=${archived}, keep=${kept}`],
        exit: 0,
      };
    return { lines: [...(entries > kept ? ['archive rotation required:'] : []), ...problems], exit: 1 };
  }
  const { moved, entries } = await archive(platform, { keep: count });
  return {
    lines: [
      moved === 0
        ? `LOG archive up to date: LOG.md entries=${entries}`
        : `LOG archive rotated: kept ${entries} active entries, archived ${moved} new older entries`,
    ],
    exit: 0,
  };
}

/** A folder that has a manifest is only migrated again if somebody says so. */
export async function migrateAll(platform: Rebuilding, io: Io, isSure: boolean): Promise<Answer> {
  const before = await describeAahpFolder(platform);
  const told = before.hasManifest ? ['MANIFEST.json already exists: this project was migrated before.'] : [];
  if (before.hasManifest && !isSure && !(await isConfirmed(io)))
    return { lines: [...told, 'Aborted: nothing was changed. Answer y, or pass --yes, to migrate again.'], exit: 0 };
  const { changed } = await migrate(platform, { version: '3.0' });
  await manifest(platform, {
    agent: 'migration-script',
    sessionId: `migrate-${Math.floor(platform.clock.now() / 1000)}`,
    phase: 'idle',
    context: 'Migrated from AAHP v1. STATUS.md and NEXT_ACTIONS.md say where the project stands.',
    version: '3.0',
  });
  const names = [...new Set([...changed.map(({ file }) => file), 'MANIFEST.json'])];
  return {
    lines: [
      ...told,
      before.entries === undefined ? 'LOG.md not found.' : `LOG.md has ${before.entries} entries.`,
      before.hasAiignore ? '.aiignore already present.' : '.aiignore added.',
      '',
      'Migration Summary',
      ...names.map((file) => `  changed ${file}`),
    ],
    exit: 0,
  };
}

const ANSWER_WAIT_MS = 10_000;

/** Asked on a terminal; otherwise the first character of standard input counts, if it comes in time. */
async function isConfirmed(io: Io): Promise<boolean> {
  if (io.isInputTerminal) return io.confirm('Regenerate MANIFEST.json?');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_WAIT_MS);
  });
  const pieces = io.inputPieces[Symbol.asyncIterator]();
  try {
    const first = await Promise.race([pieces.next(), late]);
    return first !== undefined && first.done !== true && /^y/i.test(Buffer.from(first.value).toString('latin1'));
  } finally {
    clearTimeout(timer);
    // An open pipe without an answer must not keep the process alive; closing it need not be waited for.
    void pieces.return?.();
  }
}

export async function addGrounding(platform: Rebuilding): Promise<Answer> {
  const { changed, hasTrust, hasManifest } = await migrateGrounding(platform);
  if (changed.length > 0 && hasManifest)
    await manifest(platform, {
      agent: 'grounding-migration',
      sessionId: `ground-${Math.floor(platform.clock.now() / 1000)}`,
      phase: 'fix',
      version: '3.0',
    });
  const describe = (name: string, what: string): string =>
    `${what} ${changed.includes(name) ? 'added' : 'already present'}.`;
  return {
    lines: [
      hasTrust ? describe('TRUST.md', 'Provenance section of TRUST.md') : 'TRUST.md not found: skipped.',
      describe('GROUNDING.md', 'GROUNDING.md'),
      hasManifest ? 'MANIFEST.json is current.' : 'MANIFEST.json not found: run baton aahp manifest.',
      '',
      'Migration Summary',
      ...(changed.length === 0 ? ['  No changes needed.'] : changed.map((name) => `  changed ${name}`)),
    ],
    exit: 0,
  };
}

import { join } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import { fileChecksum } from '../../../kernel/hash.ts';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import { renderIsoDate } from '../../../kernel/time.ts';
import { AIIGNORE_FILE, LOCK_FILE, MANIFEST_FILE } from '../../../protocols/project/index.ts';
import {
  listGone,
  listMismatched,
  makeReport,
  note,
  ok,
  publicLint,
  readPublicManifest,
  violation,
  type PublicCheck,
  type PublicManifest,
  type PublicRemark,
  type PublicReport,
} from '../../../protocols/project/public/index.ts';
import { parseClaims, TRUST_FILE } from '../../../protocols/project/trust/index.ts';
import { findCommitPointer, findDrift, type BaseHints } from '../checks/drift.ts';
import { listLockedBranches } from '../checks/locked-branches.ts';
import { gatherExtras } from '../folder/folder-files.ts';
import { getHandoff, readTexts, type Handoff } from '../folder/read-handoff.ts';
import { folderIn } from '../git/read-git.ts';

const AAHP_LEVELS = ['precommit', 'prepush', 'full', 'ci'] as const;
type AahpLevel = (typeof AAHP_LEVELS)[number];

export function parseAahpLevel(text: string): AahpLevel {
  const level = AAHP_LEVELS.find((name) => name === text);
  if (level !== undefined) return level;
  throw new BatonError('USAGE_INVALID', `Invalid --level '${text.slice(0, 40)}'; use ${AAHP_LEVELS.join(', ')}`);
}

/** The public tool's gate in its four layers, of which the last two only warn. Never changes a file. */
export async function aahpVerify(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  level: AahpLevel,
  hints: BaseHints,
): Promise<PublicReport> {
  const handoff = await getHandoff(platform);
  const manifest = readPublicManifest(handoff.manifestText);
  return makeReport([
    await checkIntegrity(platform, handoff, manifest),
    await checkDrift(platform, handoff, level, hints),
    ...(level === 'precommit'
      ? []
      : [
          await checkPointer(platform, manifest),
          checkTrust(handoff.files.get(TRUST_FILE)?.text, renderIsoDate(platform.clock.now())),
        ]),
  ]);
}

async function checkIntegrity(
  platform: Pick<Platform, 'clock' | 'files' | 'project'>,
  handoff: Handoff,
  manifest: PublicManifest,
): Promise<PublicCheck> {
  const title = 'MANIFEST.json and lint';
  if (manifest.kind === 'missing')
    return { title, remarks: [violation('MANIFEST.json not found: rebuild it with baton aahp manifest.')] };
  const sums = await readListedChecksums(platform, handoff);
  const changed = listMismatched(manifest, sums);
  const lint = await lintPublicly(platform, handoff);
  const found: PublicRemark[] = [
    ...(changed.length === 0
      ? []
      : [violation(`MANIFEST.json checksums do not match the files. Checksum mismatch: ${changed.join(', ')}`)]),
    ...lint.checks.flatMap(({ remarks }) => remarks).filter(({ state }) => state === 'violation'),
  ];
  return {
    title,
    remarks: [
      ...(found.length === 0 ? [ok('Checksums and lint pass.')] : found),
      ...listGone(manifest, sums).map((name) => note(`Missing indexed file: ${name}. baton verify fails on it.`)),
    ],
  };
}

async function checkDrift(
  platform: Pick<Platform, 'project'>,
  handoff: Handoff,
  level: AahpLevel,
  hints: BaseHints,
): Promise<PublicCheck> {
  const title = 'Content drift: code changed, so the handoff has to change';
  const drift = await findDrift(await platform.project.findRepo(), handoff, level === 'full' ? 'prepush' : level, {
    ...hints,
    countFirst: true,
  });
  if (drift.kind === 'skipped') return { title, remarks: [note(`Drift gate skipped: ${drift.why}.`)] };
  const { code, missing } = drift;
  if (code.length === 0) return { title, remarks: [ok('No code changed. Drift gate not triggered.')] };
  if (missing.length === 0)
    return { title, remarks: [ok('Code and handoff state (STATUS.md + MANIFEST.json) changed with it.')] };
  const shown = code.slice(0, 20).join(', ') + (code.length > 20 ? ` and ${code.length - 20} more` : '');
  const ways: Readonly<Record<string, string>> = {
    'STATUS.md': 'Missing: .ai/handoff/STATUS.md update',
    'MANIFEST.json': 'Missing: regenerated .ai/handoff/MANIFEST.json',
  };
  return {
    title,
    remarks: [
      violation(`Code changed but handoff state did not. Run /handoff. Changed: ${shown}`),
      ...missing.map((name) => note(ways[name] ?? name)),
    ],
  };
}

async function checkPointer(platform: Pick<Platform, 'project'>, manifest: PublicManifest): Promise<PublicCheck> {
  const title = 'Commit pointer of the manifest';
  const session = manifest.kind === 'read' ? manifest.value['last_session'] : undefined;
  const named = typeof session === 'object' && session !== null && 'commit' in session ? session['commit'] : undefined;
  const repo = await platform.project.findRepo();
  const { kind, commit } = await findCommitPointer(repo, typeof named === 'string' ? named : '');
  if (kind === 'unknown') return { title, remarks: [note('The manifest names no commit to compare with.')] };
  return {
    title,
    remarks: [
      kind === 'in-history'
        ? ok(`MANIFEST commit ${commit} is in this history.`)
        : note(`MANIFEST commit ${commit} is not an ancestor of HEAD, as after a squash-merge or rebase-merge.`),
    ],
  };
}

/** By the Expires column alone, as the tool does; Baton's own verify counts from the day of the check. */
function checkTrust(trust: string | undefined, today: string): PublicCheck {
  const title = 'Expiry of TRUST.md';
  if (trust === undefined) return { title, remarks: [note('TRUST.md not found: nothing to look at.')] };
  const expired = parseClaims(trust).filter(
    ({ status, expires }) => status === 'verified' && /^\d{4}-\d{2}-\d{2}$/.test(expires) && expires < today,
  );
  if (expired.length === 0) return { title, remarks: [ok("No expired 'verified' trust entries.")] };
  return {
    title,
    remarks: [
      note(`${expired.length} expired 'verified' trust entries; verify them again:`),
      ...expired.map(({ property, expires }) => note(`${property} (expired on ${expires})`)),
    ],
  };
}

/** The public tool's lint, on the files as they lie on disk. */
export async function aahpLint(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<PublicReport> {
  return lintPublicly(platform, await getHandoff(platform));
}

/** The same for a folder that was read before. */
async function lintPublicly(
  platform: Pick<Platform, 'clock' | 'files' | 'project'>,
  handoff: Handoff,
): Promise<PublicReport> {
  const texts = new Map(readTexts(handoff));
  for (const extra of await gatherExtras(platform, handoff.folder))
    if ('text' in extra) texts.set(extra.name, extra.text);
  if (handoff.manifestText !== undefined) texts.set(MANIFEST_FILE, handoff.manifestText);
  if (handoff.aiignore !== undefined) texts.set(AIIGNORE_FILE, handoff.aiignore);
  if (handoff.lockText !== undefined) texts.set(LOCK_FILE, handoff.lockText);
  return publicLint({
    texts,
    manifestText: handoff.manifestText,
    checksums: await readListedChecksums(platform, handoff),
    allowList: texts.get('pii-allowlist.json'),
    hasLock: handoff.lockText !== undefined,
    lockedBranches: await findLockedBranches(await platform.project.findRepo(), handoff),
    today: renderIsoDate(platform.clock.now()),
  });
}

const findLockedBranches = async (repo: GitRepo | undefined, handoff: Handoff): Promise<string[] | undefined> =>
  repo?.top === undefined ? undefined : listLockedBranches(repo, folderIn(repo, handoff.folder));

/** Of every file there is: a manifest of another tool may list files that Baton's own does not. */
async function readListedChecksums(
  { files }: Pick<Platform, 'files'>,
  handoff: Handoff,
): Promise<ReadonlyMap<string, string>> {
  const sums = new Map([...handoff.files.values()].map(({ name, checksum }) => [name, checksum]));
  const manifest = readPublicManifest(handoff.manifestText);
  for (const name of manifest.kind === 'read' ? manifest.checksums.keys() : []) {
    const path = join(handoff.folder, name);
    if (sums.has(name) || !path.startsWith(join(handoff.folder, '/')) || (await files.stat(path))?.kind !== 'file')
      continue;
    sums.set(name, fileChecksum(await files.readBytes(await files.resolveInside(handoff.folder, path))));
  }
  return sums;
}

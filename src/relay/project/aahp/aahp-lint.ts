import { join } from 'node:path';
import { fileChecksum } from '../../../kernel/hash.ts';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import { renderIsoDate } from '../../../kernel/time.ts';
import {
  AIIGNORE_FILE,
  LOCK_FILE,
  MANIFEST_FILE,
  publicLint,
  readPublicManifest,
  type PublicReport,
} from '../../../protocols/project/index.ts';
import { listLockedBranches } from '../checks/locked-branches.ts';
import { gatherExtras } from '../folder/folder-files.ts';
import { folderIn } from '../git/folder-in.ts';
import { getHandoff, readTexts, type Handoff } from '../folder/read-handoff.ts';

/** The public tool's lint, on the files as they lie on disk. */
export async function aahpLint(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<PublicReport> {
  return lintPublicly(platform, await getHandoff(platform));
}

/** The same for a folder that was read before. */
export async function lintPublicly(
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
export async function readListedChecksums(
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

import { BatonError } from '../../kernel/errors/index.ts';
import { fileChecksum } from '../../kernel/hash.ts';
import type { GitRepo, Platform } from '../../kernel/ports/index.ts';
import { createLineIndex } from '../../kernel/text.ts';
import { findManifest } from '../../protocols/project/manifest/index.ts';
import { findPartTrust, listParts } from '../../protocols/project/labels/index.ts';
import { findProvenance } from '../../protocols/project/log/index.ts';
import { MANIFEST_FILE } from '../../protocols/project/index.ts';
import { parseClaims, TRUST_FILE } from '../../protocols/project/trust/index.ts';
import { parseLock } from '../../protocols/project/session/index.ts';
import { folderIn } from './git/read-git.ts';
import { findFileText, getHandoff, type Handoff } from './folder/read-handoff.ts';

/** Who works in a project now, and who did last. */
export interface WhoResult {
  readonly claim: string;
  readonly file: string;
  readonly line: number;
  readonly agent: string;
  readonly session: string;
  /** HEAD of that session just before its handoff. */
  readonly commit: string;
  /** The commit that brought the claim, if git knows it. */
  readonly handoff_commit: string | null;
  /** The session that found the words changed outside the protocol; it did not write them. */
  readonly adopted_by: string | null;
}

/** From a claim in TRUST.md or STATUS.md to the agent, session and commit that made it. */
export async function who(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  claim: string,
): Promise<WhoResult> {
  const wanted = claim.trim();
  if (wanted === '') throw new BatonError('INPUT_INVALID', 'say which claim: a property, or words of STATUS.md');
  const handoff = await getHandoff(platform);
  const found = (await findInTrust(platform, handoff, wanted)) ?? (await findInStatus(platform, handoff, wanted));
  if (found !== undefined) return found;
  throw new BatonError('CLAIM_NOT_FOUND', `neither ${TRUST_FILE} nor STATUS.md says "${wanted.slice(0, 80)}"`, {
    claim: wanted,
  });
}

type Place = Pick<WhoResult, 'claim' | 'file' | 'line'>;
type Author = Omit<WhoResult, keyof Place>;

async function findInTrust(
  platform: Pick<Platform, 'project'>,
  handoff: Handoff,
  wanted: string,
): Promise<WhoResult | undefined> {
  const words = wanted.toLowerCase();
  const claims = parseClaims(findFileText(handoff, TRUST_FILE) ?? '');
  const found =
    claims.find(({ property }) => property.toLowerCase() === words) ??
    claims.find(({ property }) => property.toLowerCase().includes(words));
  if (found === undefined) return undefined;
  const place = { claim: found.property, file: TRUST_FILE, line: found.line };
  const author = readProvenanceCell(found.provenance) ?? (await findAuthor(platform, handoff, place));
  return { ...place, ...author };
}

/** `agent session commit`; the agent's name may have several words, and older rows name no commit. */
function readProvenanceCell(cell: string): Author | undefined {
  const words = cell.split(/\s+/).filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const hasCommit = words.length > 1 && /^@?(?:[0-9a-f]{7,64}|none)$/.test(last);
  const [session, ...agent] = (hasCommit ? words.slice(0, -1) : words).toReversed();
  if (session === undefined) return undefined;
  return {
    agent: agent.length === 0 ? session : agent.toReversed().join(' '),
    session: agent.length === 0 ? 'unknown' : session,
    commit: hasCommit ? last.replace('@', '') : 'none',
    handoff_commit: null,
    adopted_by: null,
  };
}

async function findInStatus(
  platform: Pick<Platform, 'project'>,
  handoff: Handoff,
  wanted: string,
): Promise<WhoResult | undefined> {
  const text = findFileText(handoff, 'STATUS.md') ?? '';
  const at = text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at === -1) return undefined;
  const { line } = createLineIndex(text).positionAt(at);
  const place = { claim: wanted, file: 'STATUS.md', line };
  return { ...place, ...(await findAuthor(platform, handoff, place)) };
}

/** Who wrote a line: by the commit it came with, else by what the files on disk say of themselves. */
async function findAuthor(platform: Pick<Platform, 'project'>, handoff: Handoff, place: Place): Promise<Author> {
  const repo = await platform.project.findRepo();
  const folder = repo?.top === undefined ? '' : folderIn(repo, handoff.folder);
  const blamed = repo?.top === undefined ? undefined : await blame(repo, `${folder}/${place.file}`, place.line);
  return repo !== undefined && blamed !== undefined
    ? readAuthor(repo, folder, place.file, blamed)
    : readUncommitted(handoff, place);
}

interface Blamed {
  readonly commit: string;
  /** Of the line in that commit. */
  readonly line: number;
}

/** The commit a line came with; undefined for one that is in no commit. */
async function blame(repo: GitRepo, path: string, line: number): Promise<Blamed | undefined> {
  const { code, stdout } = await repo.run(['blame', '--porcelain', '-w', '-L', `${line},${line}`, '--', path], {
    okCodes: [128],
  });
  const [, commit = '', at = '1'] = /^([0-9a-f]{40,64}) (\d+)/.exec(stdout.toString()) ?? [];
  return code !== 0 || commit === '' || /^0+$/.test(commit) ? undefined : { commit, line: Number(at) };
}

/**
 * The manifest of a commit speaks for the files it matches, but not for parts it calls less than verified: those were
 * adopted, and nobody knows who wrote them. The block of STATUS.md speaks for a commit that brought it; a commit that
 * brought neither was made outside the protocol, and git knows its author.
 */
async function readAuthor(repo: GitRepo, folder: string, file: string, { commit, line }: Blamed): Promise<Author> {
  const names = [file, MANIFEST_FILE, 'STATUS.md'];
  const [content, manifestBytes, status] = await repo.showAll(
    names.map((name) => ({ revision: commit, path: `${folder}/${name}` })),
  );
  const manifest = findManifest(manifestBytes?.toString('utf8'));
  const listed = manifest?.files[file];
  const isVouched = content !== undefined && listed?.checksum === fileChecksum(content);
  const label = isVouched ? findPartTrust(listed, partAt(content.toString('utf8'), line)) : undefined;
  if (label !== undefined) return unknownAuthor(commit, label.adopted_by);
  const before = await repo.show(`${commit}^`, `${folder}/STATUS.md`);
  const block = findProvenance(status?.toString('utf8') ?? '')?.provenance;
  const old = findProvenance(before?.toString('utf8') ?? '')?.provenance;
  const isNewBlock = block !== undefined && JSON.stringify(block) !== JSON.stringify(old);
  if (isNewBlock && file === 'STATUS.md') {
    return {
      agent: block.agent,
      session: block.sessionId,
      commit: block.commitAfter,
      handoff_commit: commit,
      adopted_by: null,
    };
  }
  if (manifest !== undefined && isVouched)
    return { ...describeSession(manifest.last_session), handoff_commit: commit, adopted_by: null };
  const { stdout } = await repo.run(['log', '-1', '--format=%an', commit]);
  return {
    agent: stdout.toString().trim(),
    session: 'none',
    commit: commit.slice(0, 7),
    handoff_commit: null,
    adopted_by: null,
  };
}

const unknownAuthor = (commit: string | null, adoptedBy: string | undefined): Author => ({
  agent: 'unknown',
  session: 'none',
  commit: commit?.slice(0, 7) ?? 'none',
  handoff_commit: commit,
  adopted_by: adoptedBy ?? null,
});

function partAt(text: string, line: number): string {
  const start = createLineIndex(text).lines[line - 1]?.start ?? 0;
  return listParts(text).findLast((part) => part.start <= start)?.name ?? '';
}

const describeSession = (session: {
  readonly agent: string;
  readonly session_id?: string;
  readonly commit?: string;
}): Omit<Author, 'handoff_commit' | 'adopted_by'> => ({
  agent: session.agent,
  session: session.session_id ?? 'unknown',
  commit: session.commit ?? 'none',
});

/** Not committed yet, or without git: the open session wrote what it recorded, the last one what the manifest vouches for. */
function readUncommitted({ manifest, files, lockText }: Handoff, { file, line }: Place): Author {
  const found = files.get(file);
  const text = found?.text ?? '';
  const name = partAt(text, line);
  const part = listParts(text).find((each) => each.name === name);
  const lock = lockText === undefined ? undefined : parseLock(lockText);
  const isOwn =
    (part !== undefined && lock?.wrote?.includes(part.hash) === true) ||
    (lock?.updating.includes(file) === true && lock.found?.includes(file) !== true);
  if (lock !== undefined && isOwn)
    return {
      agent: lock.agent,
      session: lock.session_id ?? 'unknown',
      commit: lock.base_commit ?? 'none',
      handoff_commit: null,
      adopted_by: null,
    };
  const listed = manifest?.files[file];
  if (manifest === undefined || listed?.checksum !== found?.checksum) return unknownAuthor(null, undefined);
  const label = findPartTrust(listed, name);
  return label === undefined
    ? { ...describeSession(manifest.last_session), handoff_commit: null, adopted_by: null }
    : unknownAuthor(null, label.adopted_by);
}

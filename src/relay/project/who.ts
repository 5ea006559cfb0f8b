import { BatonError, createLineIndex, type GitRepo } from '../../kernel/index.ts';
import {
  findManifest,
  findProvenance,
  MANIFEST_FILE,
  parseClaims,
  TRUST_FILE,
  type Manifest,
} from '../../protocols/project/index.ts';
import type { Platform } from '../platform.ts';
import { folderIn } from './handoff-at.ts';
import { findFileText, getHandoff, type Handoff } from './read-handoff.ts';

export interface WhoResult {
  readonly claim: string;
  readonly file: string;
  readonly line: number;
  readonly agent: string;
  readonly session: string;
  /** HEAD of that session just before its handoff. */
  readonly commit: string;
  /** The commit that brought the claim, where git knows it. */
  readonly handoff_commit: string | null;
}

/** From a claim in TRUST.md or STATUS.md to the agent, session and commit that made it. */
export async function who(platform: Platform, claim: string): Promise<WhoResult> {
  const wanted = claim.trim();
  if (wanted === '') throw new BatonError('INPUT_INVALID', 'say which claim: a property, or words of STATUS.md');
  const handoff = await getHandoff(platform);
  const found = findInTrust(handoff, wanted) ?? (await findInStatus(platform, handoff, wanted));
  if (found !== undefined) return found;
  throw new BatonError('CLAIM_NOT_FOUND', `neither ${TRUST_FILE} nor STATUS.md says "${wanted.slice(0, 80)}"`, {
    claim: wanted,
  });
}

function findInTrust(handoff: Handoff, wanted: string): WhoResult | undefined {
  const words = wanted.toLowerCase();
  const claims = parseClaims(findFileText(handoff, TRUST_FILE) ?? '');
  const found =
    claims.find(({ property }) => property.toLowerCase() === words) ??
    claims.find(({ property }) => property.toLowerCase().includes(words));
  const [commit, session, ...agent] = (found?.provenance ?? '').split(/\s+/).toReversed();
  if (found === undefined || session === undefined || agent.length === 0) return undefined;
  return {
    claim: found.property,
    file: TRUST_FILE,
    line: found.line,
    agent: agent.toReversed().join(' '),
    session,
    commit: commit ?? 'none',
    handoff_commit: null,
  };
}

async function findInStatus(platform: Platform, handoff: Handoff, wanted: string): Promise<WhoResult | undefined> {
  const text = findFileText(handoff, 'STATUS.md') ?? '';
  const at = text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at === -1) return undefined;
  const { line } = createLineIndex(text).positionAt(at);
  const repo = await platform.git.findRepo(platform.root);
  const blamed =
    repo?.top === undefined ? undefined : await blame(repo, `${folderIn(repo, handoff.folder)}/STATUS.md`, line);
  const session = blamed?.manifest?.last_session;
  const place = { claim: wanted, file: 'STATUS.md', line };
  if (session !== undefined) {
    return {
      ...place,
      agent: session.agent,
      session: session.session_id ?? 'unknown',
      commit: session.commit ?? 'none',
      handoff_commit: blamed?.commit ?? null,
    };
  }
  // Not committed yet, or without git: the block at the top speaks for all of it.
  const block = findProvenance(text)?.provenance;
  if (block === undefined) return undefined;
  return { ...place, agent: block.agent, session: block.sessionId, commit: block.commitAfter, handoff_commit: null };
}

/** The commit a line came with, and the manifest that commit carries. */
async function blame(
  repo: GitRepo,
  path: string,
  line: number,
): Promise<{ commit: string; manifest: Manifest | undefined } | undefined> {
  const { code, stdout } = await repo.run(['blame', '--porcelain', '-w', '-L', `${line},${line}`, '--', path], {
    okCodes: [128],
  });
  const commit = /^([0-9a-f]{40,64}) /.exec(stdout.toString())?.[1];
  if (code !== 0 || commit === undefined || /^0+$/.test(commit)) return undefined;
  const bytes = await repo.show(commit, path.replace(/[^/]+$/, MANIFEST_FILE));
  return { commit, manifest: findManifest(bytes?.toString('utf8')) };
}

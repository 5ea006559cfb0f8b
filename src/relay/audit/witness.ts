import { given } from '../../kernel/given.ts';
import { dirname } from 'node:path';
import { findHead, renderHead, type SignedHead } from '../../kernel/audit/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { GitRepo } from '../../kernel/ports/index.ts';
import { anchorAudit, placeOf, type AnchorPlatform } from './anchor.ts';
import { readAnchors, refOf } from './git-anchors.ts';
import { verifyAudit, type AuditFinding } from './audit-verdict.ts';

const MAX_WITNESS_BYTES = 64 * 1024 * 1024;
/** The one question that needs another machine, asked because a person named the remote. Never a program (`ext`). */
const TO_REMOTE = { timeoutMs: 60_000, env: { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' } };
const WITNESS_REFS = 'refs/baton/witness/';

export interface WitnessOutcome {
  readonly ok: boolean;
  /** Heads the witness has seen before. */
  readonly seen: number;
  readonly entries: number;
  readonly problems: readonly AuditFinding[];
  readonly added: boolean;
}

/**
 * Compares the log with every head that the file holds, and adds the newest one if all agree. A copy of the file in other
 * hands makes it visible if log, key and repository are put back together.
 */
export async function witnessInFile(
  platform: AnchorPlatform,
  path: string,
  options: { readonly dryRun?: boolean; readonly key?: string } = {},
): Promise<WitnessOutcome> {
  const text = (await platform.files.findText(path, { maxBytes: MAX_WITNESS_BYTES })) ?? '';
  const lines = text.split('\n').filter((line) => line !== '');
  const heads = lines.map(findHead);
  if (heads.includes(undefined)) throw new BatonError('INPUT_INVALID', `${path} has a line that is not a signed head`);
  const seen = heads.filter((head) => head !== undefined);
  const { outcome, head } = await compare(platform, seen, options.key);
  const isNew = head !== undefined && head.entries > Math.max(0, ...seen.map(({ entries }) => entries));
  if (!outcome.ok || !isNew || options.dryRun === true) return outcome;
  await platform.files.createFolder(dirname(path));
  await platform.files.writeAtomic(path, `${[...lines, renderHead(head)].join('\n')}\n`);
  return { ...outcome, added: true };
}

/** The same with a clone: what it holds is fetched and compared, then the anchors are pushed. Nothing is forced. */
export async function witnessInRemote(
  platform: AnchorPlatform,
  remote: string,
  options: { readonly dryRun?: boolean; readonly key?: string } = {},
): Promise<WitnessOutcome> {
  const repo = await platform.project.findRepo();
  if (repo === undefined) throw new BatonError('GIT_NOT_A_REPO', `${platform.project.root} is not in a git repository`);
  if (remote.startsWith('-')) throw new BatonError('INPUT_INVALID', 'the name of a remote does not begin with -');
  await repo.run(['fetch', '--no-tags', remote, `+refs/baton/audit/*:${WITNESS_REFS}*`], TO_REMOTE);
  const before = await platform.audit.head();
  const { own, others } = await readAnchors(repo, before?.log, WITNESS_REFS);
  const gone = others.filter(({ place }) => place === placeOf(platform));
  const { outcome, head } = await compare(platform, own, options.key);
  const problems = [
    ...outcome.problems,
    ...gone.map(({ head: { entries } }) => ({
      entry: undefined,
      file: remote,
      line: undefined,
      reason: `the remote knows a log of ${entries} entries that was kept here`,
    })),
  ];
  if (problems.length > 0 || head === undefined || options.dryRun === true)
    return { ...outcome, ok: problems.length === 0, problems };
  return { ...outcome, added: await push(platform, repo, remote, head) };
}

async function push(platform: AnchorPlatform, repo: GitRepo, remote: string, head: SignedHead): Promise<boolean> {
  await anchorAudit(platform, { force: true });
  const ref = refOf(head.log);
  await repo.run(['push', '--no-verify', remote, `${ref}:${ref}`], TO_REMOTE);
  return true;
}

async function compare(
  platform: AnchorPlatform,
  seen: readonly SignedHead[],
  key: string | undefined,
): Promise<{ readonly outcome: WitnessOutcome; readonly head: SignedHead | undefined }> {
  const { problems, entries, takeovers } = await verifyAudit(platform, {
    witnessed: seen,
    ...given({ key }),
  });
  const known = Math.max(0, ...seen.map((head) => head.entries));
  // The holder of the witness relies on the keys it has seen, unless a person names another.
  const unknown = key !== undefined || known === 0 ? [] : takeovers.filter(({ seq }) => seq > known);
  const all: AuditFinding[] = [
    ...problems,
    ...unknown.map(({ seq, by }) => ({
      entry: seq,
      file: 'log',
      line: undefined,
      reason: `another key took over the log since the witness last looked (${by}); name it with --key if that is right`,
    })),
  ];
  const outcome = { ok: all.length === 0, seen: seen.length, entries, problems: all, added: false };
  return { outcome, head: await platform.audit.head() };
}

import { join } from 'node:path';
import type { SignedHead, Takeover } from '../../kernel/audit/index.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { AuditReport, GitRepo, LogEvent, Platform } from '../../kernel/ports/index.ts';
import { findAnchor, readAnchors, refOf, writeAnchor } from './git-anchors.ts';

export type AnchorPlatform = Pick<Platform, 'audit' | 'clock' | 'facts' | 'files' | 'project' | 'remark'>;

/** After this many entries, or this much time, the head is put into git again. */
const ANCHOR_ENTRIES = 256;
const ANCHOR_MS = 60 * 60_000;

/** The entry that says a log has an anchor: if that is missing later, it was removed. */
export const ANCHORED = 'log.anchored';

export interface AnchorOptions {
  /** Now, whatever was anchored before: what was recorded must not be rolled back unseen. */
  readonly force?: boolean;
  /** A person has just had another key take over the log. */
  readonly takesOver?: boolean;
}

/**
 * Keeps the signed head outside the log: beside the key, and under a git ref if there is a repository. Anyone who replaces
 * the log by an older copy would have to rewrite those too, and every clone that fetched the ref. Never fails the work it
 * follows.
 */
export async function anchorAudit(platform: AnchorPlatform, options: AnchorOptions = {}): Promise<string | undefined> {
  try {
    const head = await platform.audit.head();
    if (head === undefined || (options.force !== true && !(await isDue(platform, head)))) return undefined;
    const repo = await platform.project.findRepo();
    const ref = repo === undefined ? undefined : await anchorInGit(platform, repo, head, options);
    await platform.audit.remember();
    await platform.files.writeAtomic(
      markPath(platform),
      `${JSON.stringify({ entries: head.entries, at: platform.clock.now() })}\n`,
    );
    return ref;
  } catch (error) {
    if (!isBatonError(error)) throw error;
    platform.remark(`the audit log could not be anchored: ${error.message}`);
    return undefined;
  }
}

async function anchorInGit(
  platform: AnchorPlatform,
  repo: GitRepo,
  head: SignedHead,
  options: AnchorOptions,
): Promise<string | undefined> {
  const ref = refOf(head.log);
  const parent = await findAnchor(repo, head.log);
  const claim = `anchored:${ref}`;
  const isFirst = parent === undefined && !(await platform.audit.ask({ claims: [claim] })).claimed.has(claim);
  if (parent === undefined && !isFirst) {
    const { events } = await platform.audit.verify();
    if (findAccepted(events, anchorLossId(events, ref)) === undefined) {
      platform.remark(`the anchor ${ref} is gone: run baton audit verify`);
      return undefined;
    }
    // Before the anchor: one that is lost again has to be accepted again.
    await platform.audit.append([{ kind: ANCHORED, body: { ref } }]);
    head = (await platform.audit.head()) ?? head;
  }
  if (parent !== undefined && options.takesOver !== true && (await isForeign(platform, repo, head))) {
    platform.remark('another key took over the audit log, and no anchor records it: run baton audit verify');
    return undefined;
  }
  await writeAnchor(repo, head, { place: placeOf(platform), parent, nowMs: platform.clock.now() });
  if (isFirst) await platform.audit.append([{ kind: ANCHORED, claim, body: { ref } }]);
  return ref;
}

/** The name under which a person accepts that the anchor was lost: this time, not the next. */
export function anchorLossId(events: AuditReport['events'], ref: string): string {
  const anchored = events.filter(({ kind, body }) => kind === ANCHORED && body['ref'] === ref);
  return `anchor-lost:${ref}${anchored.length > 1 ? `@${anchored.at(-1)?.seq ?? 0}` : ''}`;
}

/** The entry by which a person accepted a problem of this name. */
const findAccepted = (events: AuditReport['events'], id: string): LogEvent | undefined =>
  events.find(
    ({ kind, body: { problems } }) => kind === 'log.accepted' && Array.isArray(problems) && problems.includes(id),
  );

/** Signed by a key that took over without being anchored: an anchor by it would make that look like a person's act. */
async function isForeign(platform: AnchorPlatform, repo: GitRepo, head: SignedHead): Promise<boolean> {
  const { own } = await readAnchors(repo, head.log);
  if (own.some(({ key }) => key === head.key)) return false;
  return findUnanchoredTakeovers(await platform.audit.verify(own), own).length > 0;
}

/** A takeover is anchored at once, so that anyone who can write the data dir alone cannot make one unseen. */
export const findUnanchoredTakeovers = ({ takeovers }: AuditReport, own: readonly SignedHead[]): Takeover[] =>
  own.length === 0
    ? []
    : takeovers.filter(({ key, seq }) => !own.some((anchor) => anchor.key === key && anchor.entries >= seq));

/** Tells the log of this project from those of other work trees and machines: a project has one, in any data dir. */
export function placeOf({ facts, project }: Pick<Platform, 'facts' | 'project'>): string {
  const { store, storeSchema } = project.settings.values;
  const login = /^[a-z]+:\/\/(?:[^@/?#]*@)?/;
  const place = store === 'files' ? [facts.host, project.root] : [store.replace(login, ''), storeSchema];
  return sha256Hex(place.join('\n'));
}

const markPath = ({ project }: AnchorPlatform): string => join(project.dataDir, 'audit', 'anchor.json');

async function isDue(platform: AnchorPlatform, head: SignedHead): Promise<boolean> {
  const text = await platform.files.findText(markPath(platform), { maxBytes: 4_096 });
  const mark = text === undefined ? undefined : parseMark(text);
  if (mark === undefined) return true;
  const [entries, ms] = [head.entries - mark.entries, platform.clock.now() - mark.at];
  // The file is a note to ourselves that anybody can write: one from the future does not put the next anchor off.
  return entries < 0 || ms < 0 || entries >= ANCHOR_ENTRIES || ms >= ANCHOR_MS;
}

function parseMark(text: string): { entries: number; at: number } | undefined {
  try {
    const value = parseJson(text);
    if (!isJsonObject(value)) return undefined;
    const { entries, at } = value;
    return typeof entries === 'number' && typeof at === 'number' ? { entries, at } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Before a log is begun: fails with AUDIT_BROKEN if the repository has the anchor of another log of this project. Nobody
 * is blocked in an empty log.
 */
export async function assertNoOtherLog(platform: Pick<Platform, 'audit' | 'facts' | 'project'>): Promise<void> {
  if ((await platform.audit.head()) !== undefined) return;
  const { others } = await readAnchors(await platform.project.findRepo(), undefined);
  const here = others.filter(({ place }) => place === placeOf(platform));
  if (here.length === 0) return;
  const entries = Math.max(...here.map(({ head }) => head.entries));
  throw new BatonError('AUDIT_BROKEN', `git has the anchor of an audit log of ${entries} entries that is not here`, {
    hint: 'restore the log; if it is lost, a person runs baton audit accept --by PERSON --reason TEXT on a terminal',
  });
}

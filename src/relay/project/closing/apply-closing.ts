import type { Platform } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import { firstSentence } from '../../../kernel/text.ts';
import { LOCK_FILE, MANIFEST_FILE, type HandoffLock } from '../../../protocols/project/index.ts';
import { applyChanges } from '../change/change-handoff.ts';
import type { CommitResult } from '../commit/commit-handoff.ts';
import { nextTagName } from '../commit/session-tag.ts';
import type { ClosingSnapshot } from './gather-closing.ts';
import type { Closing } from './plan-closing.ts';

/** The key of the lines in a commit's message that name the traces it belongs to. */
export const TRACE_TRAILER = 'Baton-Trace';

export interface ApplyOptions {
  readonly context?: string | undefined;
  readonly tag: boolean;
  readonly commit: boolean;
  readonly dryRun?: boolean | undefined;
}

export interface AppliedClosing {
  readonly commit: string | null;
  readonly tag: string | null;
  /** Git was asked for the commit and could not make it. */
  readonly commit_failed: boolean;
  /** Why there is no commit or no tag, if one was to be expected. */
  readonly note: string | null;
  /** Files that were written. */
  readonly files: readonly string[];
}

/** Files, manifest, commit and the end of the lock in one step: all of it happens, or none. */
export async function applyClosing(
  platform: Pick<Platform, 'disk' | 'files' | 'project' | 'random' | 'remark'>,
  snapshot: ClosingSnapshot,
  lock: HandoffLock,
  closing: Closing,
  manifestText: string,
  options: ApplyOptions,
): Promise<AppliedClosing> {
  const { handoff, git } = snapshot;
  const changed = [...closing.texts].filter(([name, text]) => snapshot.texts.get(name) !== text);
  const writes = new Map([...changed, [MANIFEST_FILE, manifestText] as const]);
  const files = [...writes.keys()];
  const isTagged = options.tag && options.commit && git.repo !== undefined;
  const tag = isTagged && git.repo !== undefined ? await nextTagName(git.repo) : undefined;
  if (options.dryRun === true)
    return { commit: null, tag: tag ?? null, commit_failed: false, note: 'nothing was written', files };
  const order = { message: renderMessage(lock, snapshot.ended, options), agent: lock.agent };
  const plan = {
    writes,
    removes: [LOCK_FILE],
    ...(options.commit ? { commit: tag === undefined ? order : { ...order, tag } } : {}),
  };
  const result = await applyChanges(platform, handoff.folder, plan, git);
  return { ...describeCommit(result, tag, options.commit), files };
}

/** By the lines below the subject a trace leads to its commits. */
function renderMessage(lock: HandoffLock, ended: readonly TaskEntry[], { context }: ApplyOptions): string {
  const subject = `Handoff of ${lock.agent}: ${firstSentence(context ?? '') || 'session closed'}`;
  const traces = new Set(ended.flatMap(({ task }) => task.metadata.traceId ?? []));
  if (traces.size === 0) return subject;
  return [subject, '', ...[...traces].map((traceId) => `${TRACE_TRAILER}: ${traceId}`)].join('\n');
}

function describeCommit(
  result: CommitResult | undefined,
  tag: string | undefined,
  wanted: boolean,
): Omit<AppliedClosing, 'files'> {
  const none = { commit: null, tag: null, commit_failed: false };
  if (!wanted || result === undefined) return { ...none, note: 'no commit was asked for' };
  if (result.kind === 'none') return { ...none, note: `not committed: ${result.why}` };
  if (result.kind === 'failed') return { ...none, commit_failed: true, note: `not committed: ${result.why}` };
  const { commit, untagged } = result;
  if (untagged !== undefined) return { ...none, commit, note: `not tagged: ${untagged}` };
  return { commit, tag: tag ?? null, commit_failed: false, note: null };
}

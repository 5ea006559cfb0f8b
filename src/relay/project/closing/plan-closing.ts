/** What the end of a session makes of the folder: texts, labels, graph. Pure. */

import { fileChecksum } from '../../../kernel/hash.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import { firstSentence } from '../../../kernel/text.ts';
import { renderIsoDate } from '../../../kernel/time.ts';
import { decideLabels, recordChange, type Ledger } from '../../../protocols/project/labels/index.ts';
import { EMPTY_NEXT_ACTIONS } from '../../../protocols/project/items/index.ts';
import {
  isIndexed,
  planClose,
  type FileTrust,
  type HandoffLock,
  type Manifest,
  type Provenance,
} from '../../../protocols/project/index.ts';
import {
  readGraph,
  recordEndedTasks,
  showTasks,
  type GraphState,
  type PlaneTask,
} from '../../../protocols/project/actions/index.ts';
import type { SessionStart } from '../change/open-session.ts';
import { readExtras, type ExtraFile } from '../folder/folder-files.ts';
import { readEndedTasks, readPlaneTasks } from '../folder/plane-tasks.ts';
import { findFileText, readTexts, type Handoff } from '../folder/read-handoff.ts';
import { findGitOperation, readGitSnapshot, type FolderSnapshot } from '../git/read-git.ts';

/** Everything closing decides upon, read once. */
export interface ClosingSnapshot {
  readonly handoff: Handoff;
  readonly texts: ReadonlyMap<string, string>;
  /** The manifest as far as it can be read; it vouches for files only if it is whole. */
  readonly previous: Manifest | undefined;
  readonly git: FolderSnapshot;
  readonly nowMs: number;
  /** Tasks that ended since the last handoff. */
  readonly ended: readonly TaskEntry[];
  readonly planeTasks: readonly PlaneTask[];
  /** Files that no manifest lists. */
  readonly extras: readonly ExtraFile[];
  /** What git is in the middle of, or that HEAD is detached. */
  readonly operation: string | undefined;
}

export async function gatherClosing(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'tasks'>,
  handoff: Handoff,
  { withTasks }: { readonly withTasks: boolean },
): Promise<ClosingSnapshot> {
  const listed = handoff.manifest?.files ?? {};
  const changed = [...handoff.files.values()].filter(({ name, checksum }) => listed[name]?.checksum !== checksum);
  const names = new Set(['LOG.md', 'NEXT_ACTIONS.md', ...changed.map(({ name }) => name)]);
  const git = await readGitSnapshot(platform, handoff.folder, { names: [...names] });
  return {
    handoff,
    texts: readTexts(handoff),
    previous: handoff.manifest ?? handoff.repaired?.manifest,
    git,
    nowMs: platform.clock.now(),
    ended: withTasks ? await readEndedTasks(platform, handoff) : [],
    planeTasks: await readPlaneTasks(platform, findFileText(handoff, 'NEXT_ACTIONS.md') ?? ''),
    extras: await readExtras(platform, handoff.folder, git.folder),
    operation: await findGitOperation(platform),
  };
}

/** What the session wrote before it closes: all of it in its files, or some of it in the same step. */
export interface SessionWork {
  readonly session: SessionStart;
  readonly texts: ReadonlyMap<string, string>;
  readonly ledger: Ledger;
  readonly graph: GraphState | undefined;
  readonly provenance: Provenance;
}

export interface Closing {
  /** As the session's agent knows them: findings name lines that it can find. */
  readonly shown: ReadonlyMap<string, string>;
  /** As they will be. */
  readonly texts: ReadonlyMap<string, string>;
  readonly trust: ReadonlyMap<string, FileTrust>;
  readonly graph: GraphState | undefined;
  /** Parts that were changed outside the protocol, as `FILE#SECTION` or `FILE`. */
  readonly adopted: readonly string[];
}

export const graphOf = ({ previous }: Pick<ClosingSnapshot, 'previous'>): GraphState | undefined =>
  previous?.tasks === undefined ? undefined : readGraph(previous.tasks, previous.next_task_id);

export function planClosing(snapshot: ClosingSnapshot, work: SessionWork, context: string | undefined): Closing {
  const { git, nowMs } = snapshot;
  const { lock } = work.session;
  const told = recordEndedTasks(work.texts, snapshot.ended, {
    provenance: work.provenance,
    nowMs,
    hasGraph: work.graph !== undefined,
  });
  const shown = withPlaneTasks(told, snapshot);
  const { texts } = planClose({
    texts: shown,
    provenance: work.provenance,
    session: {
      started: lock.started,
      baseCommit: lock.base_commit,
      committedLog: git.head === undefined ? undefined : (git.committed.get('LOG.md') ?? ''),
    },
    declared: [...shown.keys()].filter((name) => isDeclared(lock, name) && isChanged(snapshot, name, shown.get(name))),
    hasGraph: work.graph !== undefined,
    fallbackTitle: firstSentence(context ?? '') || 'Session without notes',
    committedActions: git.head === undefined ? undefined : (git.committed.get('NEXT_ACTIONS.md') ?? ''),
  });
  const ledger = [...work.ledger, ...recordAll(work.texts, texts)];
  return { shown, texts, graph: work.graph, ...labelAll(snapshot, work.session, texts, ledger) };
}

function withPlaneTasks(
  texts: ReadonlyMap<string, string>,
  { planeTasks, nowMs }: ClosingSnapshot,
): ReadonlyMap<string, string> {
  if (planeTasks.length === 0) return texts;
  const old = texts.get('NEXT_ACTIONS.md') ?? EMPTY_NEXT_ACTIONS;
  return new Map(texts).set('NEXT_ACTIONS.md', showTasks(old, planeTasks, renderIsoDate(nowMs)));
}

/** What closing itself changed is no edit from outside. */
const recordAll = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Ledger =>
  [...after].flatMap(([name, text]) => {
    const old = before.get(name) ?? '';
    return old === text ? [] : recordChange(old, text, () => false);
  });

/** The session said that it would write the file, and found it as the manifest has it. */
const isDeclared = ({ updating, found = [] }: HandoffLock, name: string): boolean =>
  updating.includes(name) && !found.includes(name);

const isChanged = ({ handoff }: ClosingSnapshot, name: string, text: string | undefined): boolean =>
  handoff.manifest?.files[name]?.checksum !== fileChecksum(text ?? '');

function labelAll(
  snapshot: ClosingSnapshot,
  { lock, listStood }: SessionStart,
  texts: ReadonlyMap<string, string>,
  ledger: Ledger,
): Pick<Closing, 'trust' | 'adopted'> {
  const { handoff, git } = snapshot;
  const trust = new Map<string, FileTrust>();
  const adopted: string[] = [];
  for (const [name, text] of texts) {
    const old = handoff.manifest?.files[name];
    const checksum = fileChecksum(text);
    const isSame = old?.checksum === checksum;
    // Words that did not change can still be vouched for.
    if (!isIndexed(name) || (isSame && old.trust === undefined && old.sections === undefined)) continue;
    const committed = isSame ? text : git.committed.get(name);
    const isBase = committed !== undefined && old !== undefined && fileChecksum(committed) === old.checksum;
    const labels = decideLabels({
      text,
      base: isBase ? committed : undefined,
      listStood,
      old,
      ledger,
      isDeclared: isDeclared(lock, name),
      session: lock.session_id ?? lock.agent,
    });
    trust.set(name, labels.trust);
    adopted.push(...labels.adopted.map((part) => (part === '' ? name : `${name}#${part}`)));
  }
  return { trust, adopted };
}

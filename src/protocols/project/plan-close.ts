/** What closing a session makes of the files, before anything is checked or written. */
import { splitLog, joinLog } from '../../kernel/markdown/index.ts';
import { withLineEnding, detectLineEnding } from '../../kernel/text.ts';
import { findIsoTime } from '../../kernel/time.ts';
import { addEntry, EMPTY_LOG, hashEntry, planRotation } from './log/log.ts';
import { ARCHIVE_FILE, ARCHIVE_INDEX_FILE } from './names.ts';
import { appendOverflow, trimActions } from './actions/next-actions.ts';
import { findProvenance, renderProvenance } from './log/provenance.ts';
import type { Provenance } from './schema.ts';
import { showTasks, type PlaneTask } from './actions/show-tasks.ts';
import { setProvenance } from './status.ts';
import { renderRest, takeOverActions } from './actions/take-over-actions.ts';
import { renderActions, type GraphState } from './actions/task-graph.ts';
import type { TrustClock } from './trust/trust-expiry.ts';
import { markExpired, TRUST_FILE } from './trust/trust.ts';

export interface CloseInput {
  readonly texts: ReadonlyMap<string, string>;
  readonly provenance: Provenance;
  readonly session: OwnSession;
  /** Names whose content differs from the last handoff. */
  readonly changed: readonly string[];
  readonly trustClock: TrustClock;
  readonly graph: GraphState | undefined;
  /** Of the task plane; a list that is drawn from the graph shows them too. */
  readonly planeTasks: readonly PlaneTask[];
  /** Title of an entry for a session that wrote none. */
  readonly fallbackTitle: string;
  /** NEXT_ACTIONS.md of the last commit: completed items that stand there are kept by git. */
  readonly committedActions: string;
}

/** What tells the session that closes from an earlier one of the same id. */
export interface OwnSession {
  readonly started: string;
  readonly baseCommit?: string | undefined;
  /** LOG.md of the last commit; undefined where there is no commit. */
  readonly committedLog?: string | undefined;
}

export interface ClosedFiles {
  /** Files that change, by name. */
  readonly writes: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
  readonly moved: number;
  readonly overflow: readonly string[];
  /** With what was written into the list by hand. */
  readonly graph: GraphState | undefined;
}

export function planClose(input: CloseInput): ClosedFiles {
  const texts = new Map(input.texts);
  const taken = input.graph === undefined ? undefined : drawActions(texts, input.graph, input);
  const { overflow, pruned } = limitActions(texts, taken !== undefined);
  closeStatus(texts, input);
  const trust = texts.get(TRUST_FILE);
  if (trust !== undefined) texts.set(TRUST_FILE, markExpired(trust, input.trustClock));
  closeLog(texts, input, { pruned, rest: taken?.rest ?? [] });
  const rotated = planRotation(texts.get('LOG.md') ?? '', {
    archive: texts.get(ARCHIVE_FILE),
    index: texts.get(ARCHIVE_INDEX_FILE),
  });
  if (rotated !== undefined) {
    texts.set('LOG.md', rotated.log).set(ARCHIVE_FILE, rotated.archive).set(ARCHIVE_INDEX_FILE, rotated.index);
  }
  const writes = new Map([...texts].filter(([name, text]) => input.texts.get(name) !== text));
  return { writes, texts, moved: rotated?.moved ?? 0, overflow, graph: taken?.graph };
}

function drawActions(
  texts: Map<string, string>,
  graph: GraphState,
  { planeTasks, provenance }: CloseInput,
): { readonly graph: GraphState; readonly rest: readonly string[] } {
  const old = texts.get('NEXT_ACTIONS.md') ?? '';
  const taken = takeOverActions(old, graph, {
    nowMs: findIsoTime(provenance.timestamp)?.epochMs ?? 0,
    isElsewhere: ({ id }) => planeTasks.some((task) => task.id === id),
  });
  const drawn = showTasks(renderActions(taken.graph.tasks), planeTasks, provenance.timestamp.slice(0, 10));
  texts.set('NEXT_ACTIONS.md', inEndingOf(old, drawn));
  return taken;
}

const inEndingOf = (old: string, text: string): string => withLineEnding(text, detectLineEnding(old));

/** With a graph, what does not fit is in the graph; without, it goes to the dashboard or the backlog. */
function limitActions(
  texts: Map<string, string>,
  hasGraph: boolean,
): { overflow: readonly string[]; pruned: readonly string[] } {
  const actions = texts.get('NEXT_ACTIONS.md');
  if (actions === undefined) return { overflow: [], pruned: [] };
  const { text, overflow, pruned } = trimActions(actions);
  texts.set('NEXT_ACTIONS.md', text);
  if (hasGraph) return { overflow: [], pruned: [] };
  if (overflow.length > 0) {
    const target = texts.has('DASHBOARD.md') ? 'DASHBOARD.md' : 'BACKLOG.md';
    texts.set(target, appendOverflow(texts.get(target) ?? '# Backlog\n', overflow));
  }
  return { overflow, pruned };
}

/** A status that was written by hand gets the block its writer should have added. */
function closeStatus(texts: Map<string, string>, { changed, provenance }: CloseInput): void {
  const status = texts.get('STATUS.md');
  if (status === undefined || !changed.includes('STATUS.md')) return;
  texts.set('STATUS.md', setProvenance(status, provenance));
}

interface Removed {
  /** Completed items beyond the limit. */
  readonly pruned: readonly string[];
  /** Of the list, lines the graph has no place for. */
  readonly rest: readonly string[];
}

function closeLog(texts: Map<string, string>, input: CloseInput, { pruned, rest }: Removed): void {
  const { provenance, fallbackTitle, committedActions } = input;
  const old = texts.get('LOG.md');
  const log = old ?? EMPTY_LOG;
  const own = findOwn(log, input);
  const lost = pruned.filter((item) => !committedActions.replaceAll('\r', '').includes(item.replaceAll('\r', '')));
  const notes = [
    ...(old === undefined ? ['LOG.md was missing and is begun anew; earlier entries are in git, if anywhere.'] : []),
    ...(lost.length === 0 ? [] : ['Completed and no longer listed:', '', ...lost, '']),
    ...(rest.length === 0 ? [] : [renderRest(rest)]),
  ];
  const needsEntry = own.size === 0 || notes.length > 0;
  const title = own.size === 0 ? fallbackTitle : 'Housekeeping';
  const text = needsEntry ? addEntry(log, { title, body: notes.join('\n'), provenance }) : log;
  texts.set('LOG.md', setCommitAfter(text, input));
}

/**
 * The texts of this session's entries. A session id may be used again: an entry that is in a commit already belongs to
 * this session only if it was written since the session began, on the commit it began at.
 */
function findOwn(log: string, { provenance, session }: CloseInput): ReadonlySet<string> {
  const { committedLog, baseCommit } = session;
  const startedMs = findIsoTime(session.started)?.epochMs ?? -Infinity;
  const committed = new Set(splitLog(committedLog ?? '').entries.map(({ text }) => hashEntry(text)));
  const isOwn = (text: string): boolean => {
    const written = findProvenance(text)?.provenance;
    if (written?.sessionId !== provenance.sessionId) return false;
    if (committedLog !== undefined && !committed.has(hashEntry(text))) return true;
    const isSince = (findIsoTime(written.timestamp)?.epochMs ?? -Infinity) >= startedMs;
    return isSince && (baseCommit === undefined || written.commitBefore === baseCommit);
  };
  return new Set(splitLog(log).entries.flatMap(({ text }) => (isOwn(text) ? [text] : [])));
}

/** Entries of this session end where the session ends: at the commit just before the handoff. */
function setCommitAfter(log: string, input: CloseInput): string {
  const { commitAfter } = input.provenance;
  const split = splitLog(log);
  const own = findOwn(log, input);
  let changed = false;
  const entries = split.entries.map((entry) => {
    const found = findProvenance(entry.text);
    if (found === undefined || !own.has(entry.text) || found.provenance.commitAfter === commitAfter) return entry;
    changed = true;
    const block = withLineEnding(renderProvenance({ ...found.provenance, commitAfter }), detectLineEnding(entry.text));
    return { ...entry, text: entry.text.slice(0, found.start) + block + entry.text.slice(found.end) };
  });
  return changed ? joinLog({ ...split, entries }) : log;
}

/** Whole minutes between the lock and now. */
export function sessionMinutes(started: string, nowMs: number): number {
  const startedMs = findIsoTime(started)?.epochMs;
  return startedMs === undefined ? 0 : Math.max(0, Math.round((nowMs - startedMs) / 60_000));
}

/** What closing a session makes of the files, before anything is checked or written. */
import { joinLog, splitLog } from '../../kernel/markdown/index.ts';
import { detectLineEnding, withLineEnding } from '../../kernel/text.ts';
import { findIsoTime } from '../../kernel/time.ts';
import { appendOverflow, limitItems } from './items/index.ts';
import { addEntry, EMPTY_LOG, hashEntry, planRotation, findProvenance, renderProvenance } from './log/index.ts';
import { ARCHIVE_FILE, ARCHIVE_INDEX_FILE } from './names.ts';
import type { Provenance } from './schema.ts';
import { setProvenance } from './status.ts';

export interface CloseInput {
  readonly texts: ReadonlyMap<string, string>;
  readonly provenance: Provenance;
  readonly session: OwnSession;
  /** Files that are the session's own as a whole, and changed since the last handoff. */
  readonly declared: readonly string[];
  readonly hasGraph: boolean;
  /** Title of an entry for a session that wrote none. */
  readonly fallbackTitle: string;
  /** NEXT_ACTIONS.md of the last commit; undefined if there is no commit. */
  readonly committedActions: string | undefined;
}

/** What tells the session that closes from an earlier one of the same id. */
export interface OwnSession {
  readonly started: string;
  readonly baseCommit?: string | undefined;
  /** LOG.md of the last commit; undefined if there is no commit. */
  readonly committedLog?: string | undefined;
}

export interface ClosedFiles {
  readonly texts: ReadonlyMap<string, string>;
  readonly moved: number;
  readonly overflow: readonly string[];
}

export function planClose(input: CloseInput): ClosedFiles {
  const texts = new Map(input.texts);
  const overflow = limitActions(texts, input);
  closeStatus(texts, input);
  closeLog(texts, input);
  // Entries that people wrote stay in their file; `baton archive` moves them when somebody asks for it.
  const rotated = planRotation(
    texts.get('LOG.md') ?? '',
    { archive: texts.get(ARCHIVE_FILE), index: texts.get(ARCHIVE_INDEX_FILE) },
    undefined,
    ({ text }) => findProvenance(text) !== undefined,
  );
  if (rotated !== undefined) {
    texts.set('LOG.md', rotated.log).set(ARCHIVE_FILE, rotated.archive).set(ARCHIVE_INDEX_FILE, rotated.index);
  }
  return { texts, moved: rotated?.moved ?? 0, overflow };
}

/** With a graph, what does not fit is in the graph; without, what this session added goes to the dashboard or the backlog. */
function limitActions(texts: Map<string, string>, { hasGraph, committedActions }: CloseInput): readonly string[] {
  const actions = texts.get('NEXT_ACTIONS.md');
  if (actions === undefined || hasGraph) return [];
  const { text, overflow } = limitItems(actions, committedActions);
  texts.set('NEXT_ACTIONS.md', text);
  if (overflow.length > 0) {
    const target = texts.has('DASHBOARD.md') ? 'DASHBOARD.md' : 'BACKLOG.md';
    texts.set(target, appendOverflow(texts.get(target) ?? '# Backlog\n', overflow));
  }
  return overflow;
}

/** A status that the session wrote by hand gets the block its writer should have added. */
function closeStatus(texts: Map<string, string>, { declared, provenance }: CloseInput): void {
  const status = texts.get('STATUS.md');
  if (status === undefined || !declared.includes('STATUS.md')) return;
  texts.set('STATUS.md', setProvenance(status, provenance));
}

function closeLog(texts: Map<string, string>, input: CloseInput): void {
  const { provenance, fallbackTitle } = input;
  const old = texts.get('LOG.md');
  const log = old ?? EMPTY_LOG;
  const body = old === undefined ? 'LOG.md was missing; earlier entries are in git, if anywhere.' : '';
  const isSilent = findOwn(log, input).size === 0;
  const text = isSilent || body !== '' ? addEntry(log, { title: fallbackTitle, body, provenance }) : log;
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

import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { codePointLength, cutText, firstSentence } from '../../kernel/text.ts';
import { renderIsoSeconds } from '../../kernel/time.ts';
import { AUTOMATIC_NOTE, type HandoffLock } from '../../protocols/project/index.ts';
import { draftNote } from '../../protocols/project/edits/index.ts';
import { hasTasks } from '../settings/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { draftStart, readStart } from './change/open-session.ts';
import { finishSession } from './closing/finish-session.ts';
import { gatherClosing, graphOf } from './closing/plan-closing.ts';
import { removeDraft, writeDraft, type DraftedWork, type WorkDraft } from './drafts/draft-store.ts';
import { readWorkState } from './drafts/work-state.ts';
import { salvageDead } from './recovery/finish-recovery.ts';
import { findGitOperation } from './git/read-git.ts';
import { assertFiles, type Handoff } from './folder/read-handoff.ts';
import { getSession, toProvenance } from './folder/session.ts';

type Outside = Pick<
  Platform,
  'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner' | 'tasks' | 'tokens'
>;

export type RecordedDraft =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'recorded'; readonly entry: string; readonly commit: string | null; readonly withheld: boolean }
  /** It stays a draft: git is in the middle of something, somebody holds the files, or the checks refuse even its file names. */
  | { readonly kind: 'kept'; readonly why: string };

/** What becomes of the draft's file: the session goes on from here, or it is over. */
export type DraftEnd = 'goes-on' | 'over';

/**
 * Turns a draft nobody used into the log entry and the STATUS.md note of its session, Assumed, in one step. An answer
 * that the guard objects to is left out; what was changed is recorded all the same.
 */
export async function recordDraft(platform: Outside, draft: WorkDraft, end: DraftEnd): Promise<RecordedDraft> {
  const { work } = draft;
  if (work === undefined || work.files.length + work.commits.length === 0) {
    if (end === 'over') await removeDraft(platform, draft.sessionId);
    return { kind: 'nothing' };
  }
  const result = await tryWrite(platform, draft, work);
  if (result.kind === 'recorded') await settle(platform, draft, end);
  else if (end === 'over' && draft.isEnded !== true) await writeDraft(platform, { ...draft, isEnded: true });
  return result;
}

async function tryWrite(platform: Outside, draft: WorkDraft, work: DraftedWork): Promise<RecordedDraft> {
  const operation = await findGitOperation(platform);
  // Nobody asked for this commit: the user's next `--amend` would change it, and `--abort` would lose it.
  if (operation !== undefined) return { kind: 'kept', why: `${operation}; it is recorded at a start after that` };
  try {
    return await withWriter(platform, 'baton hook', (folder) => write(platform, folder, draft, work));
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return { kind: 'kept', why: error.message };
  }
}

async function settle(platform: Outside, draft: WorkDraft, end: DraftEnd): Promise<void> {
  if (end === 'over') return removeDraft(platform, draft.sessionId);
  await writeDraft(platform, { ...draft, base: await readWorkState(platform), work: undefined });
}

async function write(platform: Outside, found: Handoff, draft: WorkDraft, work: DraftedWork): Promise<RecordedDraft> {
  const folder = await salvageDead(platform, found, {});
  const own = await findOwn(platform, folder);
  const session = own === undefined ? await draftStart(platform, folder, { agent: draft.agent }) : readStart(own);
  const { lock } = session;
  assertFiles(folder);
  const snapshot = await gatherClosing(platform, folder, { withTasks: false });
  const provenance = toProvenance(lock, snapshot.git.head, snapshot.nowMs);
  const tasks = await readTasks(platform, draft, work);
  const before = { texts: snapshot.texts, graph: graphOf(snapshot), ledger: lock.wrote ?? [] };
  for (const shown of listVersions(work)) {
    const note = renderNote(draft, shown, tasks, work.answers.length - shown.answers.length);
    const section = { file: 'STATUS.md', section: AUTOMATIC_NOTE, body: note.status, provenance };
    const edits = draftNote(before, { title: note.title, body: note.body, provenance }, section);
    const done = await finishSession(
      platform,
      snapshot,
      { session, ...edits, provenance },
      {
        context: joinContext(snapshot.previous?.quick_context ?? '', note.said),
        subject: note.title,
        tag: false,
        commit: true,
      },
    );
    if (done.closed) {
      if (done.commit_failed) platform.remark(`baton: the session is recorded, but ${done.note ?? ''}`);
      return { kind: 'recorded', entry: note.title, commit: done.commit, withheld: shown !== work };
    }
  }
  return { kind: 'kept', why: 'the checks refuse even its file names; see baton lint' };
}

/** What the guard objects to goes first; the work itself is named as long as its names may be. */
const listVersions = (work: DraftedWork): readonly DraftedWork[] => [
  work,
  ...(work.answers.length > 1 ? [{ ...work, answers: work.answers.slice(-1) }] : []),
  { ...work, answers: [], commits: [] },
];

/** A session that the agent opened and did not close is closed with it. */
async function findOwn(platform: Outside, folder: Handoff): Promise<HandoffLock | undefined> {
  try {
    return await getSession(platform, folder, {});
  } catch (error) {
    if (isBatonError(error, 'SESSION_NOT_OPEN')) return undefined;
    throw error;
  }
}

const MAX_TASKS = 10;

/** Tasks that changed while the session worked. Without its tasks a draft is still worth recording. */
async function readTasks(platform: Outside, { base }: WorkDraft, { atMs }: DraftedWork): Promise<readonly string[]> {
  try {
    if (!(await hasTasks(platform))) return [];
    const store = await platform.tasks();
    const all = await store.list({ statuses: ['ready', 'in-progress', 'review', 'blocked', 'done'] });
    return all
      .filter(({ updatedAt }) => Date.parse(updatedAt) >= base.atMs && Date.parse(updatedAt) <= atMs)
      .slice(-MAX_TASKS)
      .map(({ id, title, status }) => `${id} ${oneLine(title, 80)} (${status})`);
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return [];
  }
}

const MAX_TITLE = 120;
const MAX_LISTED = 20;

function renderNote(
  draft: WorkDraft,
  work: DraftedWork,
  tasks: readonly string[],
  withheld: number,
): { readonly title: string; readonly body: string; readonly status: string; readonly said: string } {
  const said = oneLine(firstSentence(work.answers.at(-1) ?? ''), MAX_TITLE) || describeWork(work);
  const at = renderIsoSeconds(work.atMs);
  const facts = [
    ...listed('Files', work.files),
    ...listed('Commits', work.commits),
    ...listed('Tasks', tasks),
    ...(withheld === 0
      ? []
      : [`Left out, because the checks of handoff files refuse it: ${count(withheld, 'answer')}.`]),
  ];
  const title =
    work.answers.length > 1
      ? 'What it answered after changes, shortened:'
      : 'The last answer after a change, shortened:';
  const answers =
    work.answers.length === 0 ? [] : ['', title, ...work.answers.flatMap((answer) => ['', quote(answer)])];
  return {
    said,
    title: cutText(`Recorded automatically: ${said}`, MAX_TITLE, '…'),
    body: [
      `Nobody wrote a handoff for this session of ${draft.agent}. Assumed, not checked.`,
      '',
      ...facts,
      ...answers,
    ].join('\n'),
    status: [
      `Recorded automatically from a session of ${draft.agent}, ${at}; Assumed, not checked.`,
      '',
      said,
      '',
      ...facts,
    ].join('\n'),
  };
}

const MAX_CONTEXT = 500;
const SINCE = ' Since then, recorded automatically: ';

/** What a person or an agent wrote stays, with the last automatic sentence after it. */
function joinContext(previous: string, said: string): string {
  const [written = ''] = previous.split(SINCE);
  const added = `${SINCE}${said}`;
  return `${cutText(written, MAX_CONTEXT - codePointLength(added), '…')}${added}`.trim();
}

const describeWork = ({ files, commits }: DraftedWork): string =>
  `${count(files.length, 'file')} changed, ${count(commits.length, 'commit')}`;

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

function listed(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length > MAX_LISTED ? [`and ${items.length - MAX_LISTED} more`] : [];
  return [`${title}: ${[...items.slice(0, MAX_LISTED).map((item) => oneLine(item, 120)), ...more].join('; ')}.`];
}

/** Data in a line of its own: no heading, no list, no HTML comment of the answer becomes one of the file. */
const quote = (text: string): string =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => `> ${line.replaceAll('<!--', '<! --').trimEnd()}`.trimEnd())
    .join('\n');

const oneLine = (text: string, most: number): string =>
  cutText(text.replaceAll('<!--', '<! --').replaceAll(/\s+/g, ' ').trim(), most, '…');

import { BatonError } from '../../../kernel/errors/index.ts';
import { splitLog } from '../../../kernel/markdown/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { detectLineEnding } from '../../../kernel/text.ts';
import { draftAction, draftAmendment, draftEntry, type SessionDraft } from '../../../protocols/project/edits/index.ts';
import { findItem, isOpen, parseItems, type Item } from '../../../protocols/project/items/index.ts';
import { MANIFEST_FILE, type HandoffLock } from '../../../protocols/project/index.ts';
import { parseManifest, renderManifest } from '../../../protocols/project/manifest/index.ts';
import { readGraph, type GraphState } from '../../../protocols/project/actions/index.ts';
import { assertHandoffText } from '../checks/content-faults.ts';
import { assertContent } from '../checks/standing.ts';
import { findFileText, readTexts, type Handoff } from '../folder/read-handoff.ts';
import { readCommit, renewLock, toProvenance } from '../folder/session.ts';
import { applyChanges } from './change-handoff.ts';

/** The folder as a session finds it. */
export const openDraft = (handoff: Handoff, lock: HandoffLock): SessionDraft => ({
  texts: readTexts(handoff),
  graph: readUsedGraph(handoff),
  ledger: lock.wrote ?? [],
});

/** Of the manifest, as far as it can be read. */
export function readUsedGraph({ manifest, repaired }: Pick<Handoff, 'manifest' | 'repaired'>): GraphState | undefined {
  const found = manifest ?? repaired?.manifest;
  return found?.tasks === undefined ? undefined : readGraph(found.tasks, found.next_task_id);
}

/** Checks what a command is about to write, records it in the lock, and writes it in one step. */
export async function writeDraft(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner'
  >,
  handoff: Handoff,
  lock: HandoffLock,
  draft: SessionDraft,
  { dryRun }: { readonly dryRun?: boolean | undefined },
): Promise<boolean> {
  const before = readTexts(handoff);
  const writes = new Map([...draft.texts].filter(([name, text]) => before.get(name) !== text));
  await assertContent(platform, handoff, writes);
  if (draft.graph !== undefined && hasNewGraph(handoff, draft.graph))
    writes.set(MANIFEST_FILE, withGraph(handoff, draft.graph));
  if (dryRun === true) return writes.size > 0;
  await renewLock(platform, handoff.folder, lock, draft.ledger);
  if (writes.size > 0) await applyChanges(platform, handoff.folder, { writes });
  return writes.size > 0;
}

const hasNewGraph = (handoff: Handoff, graph: GraphState): boolean =>
  JSON.stringify(readUsedGraph(handoff)) !== JSON.stringify(graph);

function withGraph(handoff: Handoff, graph: GraphState): string {
  const manifest = handoff.manifest ?? handoff.repaired?.manifest;
  if (manifest === undefined)
    throw new BatonError('MANIFEST_INVALID', 'a task graph lives in MANIFEST.json, and there is none', {
      hint: 'run baton manifest first',
    });
  const changed = { ...manifest, aahp_version: '3.0', tasks: graph.tasks, next_task_id: graph.nextId };
  const text = renderManifest(changed, detectLineEnding(handoff.manifestText ?? ''));
  // A manifest that breaks its schema would keep every later command from its work.
  parseManifest(text);
  return text;
}

export interface EntryRequest {
  readonly title: string;
  readonly body: string;
  /** Correct the session's own last entry instead of adding one. */
  readonly amend?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface WrittenEntry {
  readonly title: string;
  readonly text: string;
}

/** An entry on top of LOG.md, with the session's provenance. */
export async function writeEntry(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner'
  >,
  handoff: Handoff,
  lock: HandoffLock,
  request: EntryRequest,
): Promise<WrittenEntry> {
  assertTitle(request.title);
  assertHandoffText('LOG.md', findFileText(handoff, 'LOG.md') ?? '');
  const provenance = toProvenance(lock, await readCommit(platform), platform.clock.now());
  const edit = request.amend === true ? draftAmendment : draftEntry;
  const draft = edit(openDraft(handoff, lock), { title: request.title, body: request.body, provenance });
  await writeDraft(platform, handoff, lock, draft, request);
  const entry = splitLog(draft.texts.get('LOG.md') ?? '').entries.find(({ title }) =>
    title.endsWith(words(request.title)),
  );
  return { title: entry?.title ?? '', text: entry?.text ?? '' };
}

const words = (title: string): string => title.replaceAll(/\s+/g, ' ').trim();

export function assertTitle(title: string): void {
  if (title.trim() !== '' && !/[\r\n]/.test(title)) return;
  throw new BatonError('INPUT_INVALID', 'an entry needs a title of one line');
}

const ACTIONS_FILE = 'NEXT_ACTIONS.md';

interface ActionsRequest {
  readonly finished?: readonly string[] | undefined;
  readonly next?: readonly string[] | undefined;
}

interface DraftedActions {
  readonly draft: SessionDraft;
  /** Of the next actions in the request; null for one that has none. */
  readonly ids: readonly (string | null)[];
  readonly added: number;
}

/** Finishes and adds next actions. The same request again, after an answer that got lost, leaves the list as it is. */
export function draftActions(
  before: SessionDraft,
  { finished = [], next = [] }: ActionsRequest,
  context: { readonly nowMs: number; readonly manifestText: string },
): DraftedActions {
  let draft = before;
  let added = 0;
  const change = (action: 'add' | 'done', item: string): string | null => {
    const { id, ...changed } = draftAction(draft, { action, item, ...context });
    draft = changed;
    return id ?? null;
  };
  for (const item of nameFinished(listItems(draft), finished)) change('done', item);
  const ids = next.map((title) => {
    const same = listItems(draft).find((item) => isOpen(item) && isSame(item.title, title));
    if (same !== undefined) return same.id ?? null;
    added += 1;
    return change('add', title);
  });
  return { draft, ids, added };
}

const listItems = ({ texts }: SessionDraft): readonly Item[] => parseItems(texts.get(ACTIONS_FILE) ?? '').items;

/** By id or title, as numbers change with each item that is finished; without those that are finished already. */
function nameFinished(items: readonly Item[], finished: readonly string[]): ReadonlySet<string> {
  const isDone = (wanted: string): boolean =>
    items.some(
      ({ id, title, state }) =>
        state === 'done' && (isSame(id ?? '', wanted) || isSame(title.replace(DONE_ON, ''), wanted)),
    );
  return new Set(
    finished.flatMap((wanted) => {
      const item = findItem(items, wanted);
      if (item === undefined) return isDone(wanted) ? [] : [wanted];
      return [item.id ?? item.title];
    }),
  );
}

/** What a finished item says after its title. */
const DONE_ON = / \(\d{4}-\d\d-\d\d\)$/;

const isSame = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (title: string): string => title.replaceAll(/\s+/g, ' ').trim().toLowerCase();

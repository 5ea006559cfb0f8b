import { BatonError } from '../../../kernel/errors/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { detectLineEnding } from '../../../kernel/text.ts';
import {
  MANIFEST_FILE,
  parseManifest,
  readGraph,
  renderManifest,
  type GraphState,
  type HandoffLock,
  type SessionDraft,
} from '../../../protocols/project/index.ts';
import { assertContent } from '../checks/assert-content.ts';
import { readTexts, type Handoff } from '../folder/read-handoff.ts';
import { renewLock } from '../folder/session.ts';
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

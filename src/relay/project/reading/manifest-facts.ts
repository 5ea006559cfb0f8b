import { cutText } from '../../../kernel/text.ts';
import {
  deriveContext,
  findProvenance,
  isOpen,
  listReady,
  MANIFEST_FILE,
  parseItems,
  type Manifest,
  type TaskGraph,
} from '../../../protocols/project/index.ts';
import type { Examination } from '../folder/examine.ts';
import type { Handoff } from '../folder/read-handoff.ts';
import type { ReadingPlan } from './compose-reading.ts';

/**
 * The facts of the manifest, not its JSON: checksums alone cost hundreds of tokens and say nothing to a reader. A
 * manifest of another shape vouches for nothing, but what it says about the project is shown.
 */
export function renderFacts(
  { manifest, mode, texts, facts, labelOf }: Examination,
  { repaired }: Pick<Handoff, 'repaired'>,
): ReadingPlan['facts'] {
  const known = manifest ?? repaired?.manifest;
  if (known === undefined) return undefined;
  const { project, last_session, quick_context, tasks = {} } = known;
  const state =
    manifest === undefined
      ? '; of another shape, it vouches for nothing'
      : mode === 'recovery'
        ? '; a later session did not close'
        : '';
  const status = facts.reading.includes('STATUS.md') ? texts.get('STATUS.md') : undefined;
  const session = isSameSession(last_session, status) ? '' : `, ${describeSession(last_session)}`;
  const summaries = Object.fromEntries(Object.entries(known.files).map(([name, { summary }]) => [name, summary]));
  const isRepeated = status !== undefined && quick_context === deriveContext(summaries);
  return {
    label: manifest === undefined ? 'Assumed' : labelOf(MANIFEST_FILE),
    note: `${project}, ${last_session.phase}${session}${state}`,
    text: [
      ...(isRepeated ? [] : [cleanContext(quick_context)]),
      ...listGraph(tasks, texts.get('NEXT_ACTIONS.md') ?? ''),
    ]
      .filter((line) => line !== '')
      .join('\n'),
  };
}

/** Placeholders of other tools say nothing. */
const cleanContext = (context: string): string =>
  context
    .replaceAll(/\(no (?:summary|quick.?context) available\)|_?Last updated:[^_]*_/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const MAX_GRAPH_LINES = 8;

/** Open tasks of the graph that the list does not name as open. */
function listGraph(tasks: TaskGraph, actions: string): string[] {
  const listed = new Set(
    parseItems(actions)
      .items.filter(isOpen)
      .flatMap(({ id }) => id ?? []),
  );
  const open = Object.entries(tasks).filter(
    ([id, { status }]) => status !== 'done' && status !== 'cancelled' && !listed.has(id),
  );
  const ready = new Set(listReady(tasks).map(({ id }) => id));
  return open
    .toSorted(([a], [b]) => Number(ready.has(b)) - Number(ready.has(a)))
    .slice(0, MAX_GRAPH_LINES)
    .map(
      ([id, { title, status, priority }]) =>
        `${id}: ${cutText(title, 120, '…')} (${status}${priority === undefined ? '' : `, ${priority}`})`,
    );
}

const describeSession = ({ agent, timestamp, commit }: Manifest['last_session']): string =>
  [agent, timestamp.slice(0, 10), ...(commit === undefined ? [] : [commit])].join(', ');

function isSameSession({ agent, timestamp, commit }: Manifest['last_session'], status: string | undefined): boolean {
  const said = findProvenance(status ?? '')?.provenance;
  return (
    said !== undefined &&
    said.agent === agent &&
    said.commitAfter === commit &&
    said.timestamp.slice(0, 10) === timestamp.slice(0, 10)
  );
}

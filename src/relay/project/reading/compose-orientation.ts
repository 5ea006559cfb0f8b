import type { Platform } from '../../../kernel/ports/index.ts';
import { cutText } from '../../../kernel/text.ts';
import {
  checkHealth,
  decideMode,
  isInFullRead,
  MANIFEST_FILE,
  renderHealth,
  type HealthFacts,
  type HealthStep,
  type Manifest,
  type Mode,
  type TaskGraph,
  type WorkKind,
} from '../../../protocols/project/index.ts';
import { deriveContext } from '../../../protocols/project/manifest/index.ts';
import { findProvenance } from '../../../protocols/project/log/index.ts';
import { isOpen, parseItems } from '../../../protocols/project/items/index.ts';
import { listReady } from '../../../protocols/project/actions/index.ts';
import { examine, type Examination } from '../folder/examine.ts';
import type { Handoff } from '../folder/read-handoff.ts';
import type { SessionRequest } from '../folder/session.ts';
import { assertBudget, composeReading, type ReadingDoor, type ReadingPlan, type ShownFile } from './compose-reading.ts';
import { describeAdopted, selectFiles } from './select-files.ts';

export interface OrientationRequest extends SessionRequest {
  readonly kind: WorkKind;
  /** A hard ceiling on the tokens of the text; default the configured one, or a share of a small project. */
  readonly budget?: number | undefined;
  /** Default true: a budget that is too small is an error, and otherwise the smallest answer is given. */
  readonly isHard?: boolean | undefined;
  readonly door?: OrientationDoor | undefined;
}

/** How a caller without a shell words and sends an orientation. */
export interface OrientationDoor extends Pick<ReadingDoor, 'reword'> {
  /** Default the tokens of the text. */
  costOf?(view: Pick<OrientationView, 'mode' | 'tokens' | 'text'>): Promise<number>;
}

export interface OrientationView {
  readonly mode: Mode;
  readonly for: WorkKind;
  readonly health: readonly HealthStep[];
  readonly files: readonly ShownFile[];
  readonly tokens: number;
  readonly method: string;
  readonly text: string;
  /** Passages the guard marked or withheld. */
  readonly flagged: number;
  /** Lines of NEXT_ACTIONS.md that are no items Baton knows; they are left as they are. */
  readonly unread: number;
}

/** Health and what to read now, of a folder as it was read; undefined if there is none. Writes nothing. */
export async function composeOrientation(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'scanner' | 'tokens'>,
  handoff: Handoff | undefined,
  request: OrientationRequest,
): Promise<OrientationView> {
  if (handoff === undefined) return bootstrap(platform, request);
  const seen = await examine(platform, handoff, request);
  if (seen.mode === 'bootstrap') return bootstrap(platform, request, handoff.manifestText !== undefined);
  const health = checkHealth(seen.facts);
  const unread = countUnread(seen.texts.get('NEXT_ACTIONS.md') ?? '');
  const isWhole = request.kind === 'first' && request.budget === undefined;
  const plan = await selectFiles(platform, seen, request.kind, isWhole);
  const reading = await composeReading(platform, {
    ...plan,
    facts: renderFacts(seen, handoff),
    health: renderHealth(health, seen.mode),
    budget: request.budget ?? (await decideBudget(platform, request.kind, seen.texts)),
    isHard: request.budget !== undefined && request.isHard !== false,
    door: doorOf(request, seen.mode),
    remarks: [...describeAdopted(seen, plan.files), ...describeUnread(unread)],
  });
  return { mode: seen.mode, for: request.kind, health, ...reading, method: platform.tokens.method, unread };
}

function doorOf({ door }: OrientationRequest, mode: Mode): ReadingDoor | undefined {
  if (door === undefined) return undefined;
  return {
    reword: (text) => door.reword(text),
    costOf: async ({ text, tokens }) => (await door.costOf?.({ mode, tokens, text })) ?? tokens,
  };
}

function describeUnread(unread: number): string[] {
  if (unread === 0) return [];
  return [`NEXT_ACTIONS.md: ${unread === 1 ? '1 line is no item' : `${unread} lines are no items`}, kept as written.`];
}

const countUnread = (text: string): number => parseItems(text).unread.length;

const NOTHING: HealthFacts = {
  folderExists: false,
  hasFiles: false,
  manifest: 'missing',
  lock: 'free',
  changed: [],
  missing: [],
  expired: [],
  corrupt: [],
  hasContext: false,
  reading: [],
  nothingToDo: false,
};

async function bootstrap(
  platform: Pick<Platform, 'tokens'>,
  request: OrientationRequest,
  isManifestLeft = false,
): Promise<OrientationView> {
  const health = checkHealth(NOTHING);
  const said = isManifestLeft
    ? 'All handoff files but the manifest are missing. baton restore FILE brings one back from git; baton init creates them again.'
    : 'There are no handoff files here. Treat the project as new: baton init sets them up.';
  const { door, budget } = request;
  const text = door?.reword(said) ?? said;
  const shown = { mode: decideMode(NOTHING), tokens: await platform.tokens.count(`${text}\n`), text };
  const cost = await door?.costOf?.(shown);
  if (cost !== undefined && budget !== undefined && request.isHard !== false) assertBudget(budget, cost);
  return {
    ...shown,
    for: request.kind,
    health,
    files: [],
    flagged: 0,
    method: platform.tokens.method,
    unread: 0,
  };
}

/**
 * The facts of the manifest, not its JSON: checksums alone cost hundreds of tokens and say nothing to a reader. A
 * manifest of another shape vouches for nothing, but what it says about the project is shown.
 */
function renderFacts(
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

/** The seed's own table: what each kind of work costs of a full read. */
const SHARES: Readonly<Record<WorkKind, number>> = { fix: 0.13, feature: 0.32, debug: 0.43, first: 1 };
/** From here on a project is mature, and the seed's table holds; a smaller one may cost what reading it plainly does. */
const MATURE_TOKENS = 2_800;
/** Below this an answer would be little but frame: the frame, its sentence and the names of files take 100 to 150. */
const LEAST_TOKENS = 300;

/**
 * What is configured holds. Without that a project gets its share of the seed's table, never more than the default, and
 * never more than reading the files plainly would cost. Only `first` asks for everything.
 */
async function decideBudget(
  { project, tokens }: Pick<Platform, 'project' | 'tokens'>,
  kind: WorkKind,
  texts: ReadonlyMap<string, string>,
): Promise<number | undefined> {
  if (kind === 'first') return undefined;
  const { rows, values } = project.settings;
  if (rows.some(({ key, origin }) => key === 'budget' && origin !== 'default')) return values.budget;
  const counts = await tokens.countAll([...texts].filter(([name]) => isInFullRead(name)).map(([, text]) => text));
  const full = counts.reduce((sum, count) => sum + count, 0);
  return Math.min(values.budget, full < MATURE_TOKENS ? Math.max(full, LEAST_TOKENS) : Math.floor(full * SHARES[kind]));
}

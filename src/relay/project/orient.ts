import { basename } from 'node:path';
import {
  checkHealth,
  decideMode,
  deriveContext,
  findProvenance,
  isInFullRead,
  MANIFEST_FILE,
  isOpen,
  listReady,
  parseItems,
  planDigest,
  regenerateStatus,
  renderHealth,
  type HealthFacts,
  type HealthStep,
  type Manifest,
  type Mode,
  type TaskGraph,
  type WorkKind,
} from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { cutText } from '../../kernel/text.ts';
import { composeReading, type ReadingPlan, type ShownFile } from './reading/compose-reading.ts';
import { examine, type Examination } from './folder/examine.ts';
import { noteMismatches } from './change/note-mismatches.ts';
import { readRecentCommits } from './folder/recent-commits.ts';
import { findHandoff, type Handoff } from './folder/read-handoff.ts';
import { scanFilesCached } from './checks/scan-files.ts';
import type { SessionRequest } from './folder/session.ts';

export interface OrientRequest extends SessionRequest {
  readonly kind: WorkKind;
  /** A hard ceiling on the tokens of the text; default the configured one, or a share of a small project. */
  readonly budget?: number | undefined;
  /** Write nothing, not even the warning about changed files. */
  readonly readOnly: boolean;
}

export interface Orientation {
  readonly mode: Mode;
  readonly for: WorkKind;
  readonly health: readonly HealthStep[];
  readonly files: readonly ShownFile[];
  readonly tokens: number;
  readonly method: string;
  readonly text: string;
  /** Passages the guard marked or withheld. */
  readonly flagged: number;
  /** Files whose change was written down in LOG.md by this call. */
  readonly logged: readonly string[];
  /** Lines of NEXT_ACTIONS.md that are no items Baton knows; they are left as they are. */
  readonly unread: number;
}

/** The health check, and what to read now for this kind of work. */
export async function orient(
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'scanner'
    | 'tokens'
  >,
  request: OrientRequest,
): Promise<Orientation> {
  const found = await findHandoff(platform);
  const method = platform.tokens.method;
  if (found === undefined) return { ...(await bootstrap(platform, request)), method };
  const logged = request.readOnly ? [] : await noteMismatches(platform, found);
  const handoff = logged.length === 0 ? found : ((await findHandoff(platform)) ?? found);
  const seen = await examine(platform, handoff, request);
  if (seen.mode === 'bootstrap')
    return { ...(await bootstrap(platform, request, handoff.manifestText !== undefined)), method };
  if (seen.mode === 'idle' && !request.readOnly) tellOwner(platform);
  const health = checkHealth(seen.facts);
  const unread = countUnread(seen.texts.get('NEXT_ACTIONS.md') ?? '');
  const isWhole = request.kind === 'first' && request.budget === undefined;
  const plan = await selectFiles(platform, seen, request.kind, isWhole);
  const reading = await composeReading(platform, {
    ...plan,
    facts: renderFacts(seen, handoff),
    health: renderHealth(health, seen.mode),
    budget: request.budget ?? (await decideBudget(platform, request.kind, seen.texts)),
    isHard: request.budget !== undefined,
    remarks: [
      ...describeAdopted(seen, plan.files),
      ...(unread === 0 ? [] : [`NEXT_ACTIONS.md: ${unread} lines are no items; they stay as they are.`]),
    ],
  });
  return { mode: seen.mode, for: request.kind, health, ...reading, method: platform.tokens.method, logged, unread };
}

/** One line for all of them: which files hold words nobody known wrote, and which session found them. */
function describeAdopted({ trustOf }: Examination, files: readonly { readonly name: string }[]): string[] {
  const found = files.flatMap(({ name }) => {
    const { adopted_by, sections = {} } = trustOf(name);
    const by = adopted_by ?? Object.values(sections).find((part) => part.adopted_by !== undefined)?.adopted_by;
    return by === undefined ? [] : [{ name, by }];
  });
  const sessions = [...new Set(found.map(({ by }) => by))];
  return sessions.map((by) => {
    const names = found.filter((each) => each.by === by).map(({ name }) => name);
    return `Changed outside, adopted by ${by}: ${names.length > 3 ? `${names.length} files` : names.join(', ')}.`;
  });
}

const countUnread = (text: string): number => parseItems(text).unread.length;

/** The seed's own table: what each kind of work costs of a full read. */
const SHARES: Readonly<Record<WorkKind, number>> = { fix: 0.13, feature: 0.32, debug: 0.43, first: 1 };
/** From here on a project is mature, and the seed's table holds; a smaller one may cost what reading it plainly does. */
const MATURE_TOKENS = 2_800;
/** Below this an answer would be all frame and no content. */
const LEAST_TOKENS = 450;

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

/** Work cannot go on without a person: there is nothing to do, and nobody else to say so. */
function tellOwner(platform: Pick<Platform, 'notifier' | 'project'>): void {
  const { owner } = platform.project.settings.values;
  platform.notifier.notify({
    type: 'project.idle',
    text: `${basename(platform.project.root)}: NEXT_ACTIONS.md and DASHBOARD.md name nothing to do`,
    payload: { project: basename(platform.project.root), ...(owner === null ? {} : { owner }) },
    ...(owner === null ? {} : { channel: owner }),
  });
}

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
  request: OrientRequest,
  isManifestLeft = false,
): Promise<Omit<Orientation, 'method'>> {
  const health = checkHealth(NOTHING);
  const text = isManifestLeft
    ? 'All handoff files but the manifest are missing. baton restore FILE brings one back from git; baton init sets them up anew.'
    : 'There are no handoff files here. Treat the project as new: baton init sets them up.';
  return {
    mode: decideMode(NOTHING),
    for: request.kind,
    health,
    files: [],
    tokens: await platform.tokens.count(`${text}\n`),
    text,
    flagged: 0,
    logged: [],
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
  if (known === undefined)
    return { label: labelOf(MANIFEST_FILE), note: 'there is no manifest; nothing below is vouched for', text: '' };
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

/** What matters first stands first: the list of what to do, then what is true, then the rest. */
const SHOWN_FIRST = ['NEXT_ACTIONS.md', 'STATUS.md'];

async function selectFiles(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'project' | 'scanner'>,
  seen: Examination,
  kind: WorkKind,
  isWhole: boolean,
): Promise<Pick<ReadingPlan, 'files' | 'parts' | 'others' | 'findings'>> {
  const texts = new Map(seen.texts);
  const isLost = seen.corrupt.has('STATUS.md') || !texts.has('STATUS.md');
  if (isLost) texts.set('STATUS.md', await regenerate(platform, seen));
  const wanted =
    isLost && !seen.facts.reading.includes('STATUS.md') ? ['STATUS.md', ...seen.facts.reading] : seen.facts.reading;
  const names = [
    ...SHOWN_FIRST.filter((name) => wanted.includes(name)),
    ...wanted.filter((name) => !SHOWN_FIRST.includes(name)),
  ];
  const parts = planDigest(kind, names, texts, isWhole);
  const shown = [...new Set([...names, ...parts.map(({ file }) => file)])];
  const files = shown.map((name) => ({
    name,
    label: name === 'STATUS.md' && isLost ? ('Assumed' as const) : seen.labelOf(name),
    note: describeParts(seen, name),
    text: texts.get(name) ?? '',
  }));
  const others = [...texts]
    .filter(([name]) => isInFullRead(name) && !shown.includes(name))
    .map(([name, text]) => ({ name, text }));
  const scanned = files.map(({ name, text }) => ({ name, text }));
  return { files, parts, others, findings: await scanFilesCached(platform, scanned, seen.texts) };
}

/** Sections with another label than the file. */
function describeParts({ trustOf }: Examination, name: string): string | undefined {
  const { sections = {} } = trustOf(name);
  const isPartly = Object.keys(sections).length > 0;
  const of = (trust: string): string[] =>
    Object.entries(sections).flatMap(([part, label]) =>
      label.trust === trust ? [part === '' ? 'top' : cutText(part, 40, '…')] : [],
    );
  const [assumed, unknown] = [of('assumed'), of('unknown')];
  const notes = [
    ...(assumed.length === 0 ? [] : [`Assumed ${assumed.join(', ')}`]),
    ...(unknown.length === 0 ? [] : [`Unknown ${unknown.join(', ')}`]),
    ...(isPartly ? ['the rest Verified'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}

async function regenerate(platform: Pick<Platform, 'project'>, seen: Examination): Promise<string> {
  return regenerateStatus(seen.texts.get('LOG.md') ?? '', await readRecentCommits(platform));
}

import { basename } from 'node:path';
import {
  checkHealth,
  decideMode,
  deriveContext,
  findProvenance,
  isInFullRead,
  MANIFEST_FILE,
  regenerateStatus,
  renderHealth,
  selectText,
  type HealthFacts,
  type HealthStep,
  type Manifest,
  type Mode,
  type WorkKind,
} from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { composeReading, type ReadingPlan, type ShownFile } from './reading/compose-reading.ts';
import { examine, type Examination } from './folder/examine.ts';
import { noteMismatches } from './change/note-mismatches.ts';
import { findHandoff } from './folder/read-handoff.ts';
import { scanFilesCached } from './checks/scan-files.ts';
import type { SessionRequest } from './folder/session.ts';

export interface OrientRequest extends SessionRequest {
  readonly kind: WorkKind;
  /** A hard ceiling on the tokens of the text. */
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
  if (seen.mode === 'stop' && !request.readOnly) tellOwner(platform);
  const health = checkHealth(seen.facts);
  const reading = await composeReading(platform, {
    facts: renderFacts(seen),
    health: renderHealth(health, seen.mode),
    ...(await selectFiles(platform, seen, request.kind)),
    budget: request.budget,
  });
  return { mode: seen.mode, for: request.kind, health, ...reading, method: platform.tokens.method, logged };
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
  };
}

/**
 * The facts of the manifest, not its JSON: checksums alone cost hundreds of tokens and say nothing to a reader. What
 * stands right below is not said twice: who wrote last, where STATUS.md names the same session, and a quick context that
 * was made from STATUS and NEXT_ACTIONS.
 */
function renderFacts({ manifest, mode, facts, texts, labelOf }: Examination): ReadingPlan['facts'] {
  if (manifest === undefined)
    return {
      label: labelOf(MANIFEST_FILE),
      note: 'there is no usable manifest; nothing below is vouched for',
      text: '',
    };
  const { project, last_session, quick_context } = manifest;
  const state = mode === 'recovery' ? '; a later session did not close' : '';
  const status = facts.reading.includes('STATUS.md') ? texts.get('STATUS.md') : undefined;
  const session = isSameSession(last_session, status) ? '' : `, ${describeSession(last_session)}`;
  const summaries = Object.fromEntries(Object.entries(manifest.files).map(([name, { summary }]) => [name, summary]));
  const isRepeated = status !== undefined && quick_context === deriveContext(summaries);
  const note = `${project}, ${last_session.phase}${session}${state}`;
  return { label: 'Verified', note, text: isRepeated ? '' : quick_context };
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

async function selectFiles(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'project' | 'scanner'>,
  seen: Examination,
  kind: WorkKind,
) {
  const names = seen.facts.reading;
  const repaired = seen.corrupt.has('STATUS.md') ? await regenerate(platform, seen) : undefined;
  const files = names.flatMap((name) => {
    const isRepaired = name === 'STATUS.md' && repaired !== undefined;
    const source = isRepaired ? repaired : seen.texts.get(name);
    if (source === undefined) return [];
    const text = selectText(kind, name, source).trimEnd();
    return [
      { name, label: isRepaired ? ('Assumed' as const) : seen.labelOf(name), text: text === '' ? '(empty)' : text },
    ];
  });
  const others = [...seen.texts]
    .filter(([name]) => isInFullRead(name) && !names.includes(name))
    .map(([name, text]) => ({ name, text }));
  const scanned = files.map(({ name, text }) => ({ name, text }));
  return { files, others, findings: await scanFilesCached(platform, scanned, seen.texts) };
}

async function regenerate(platform: Pick<Platform, 'project'>, seen: Examination): Promise<string> {
  return regenerateStatus(seen.texts.get('LOG.md') ?? '', await readRecentCommits(platform));
}

export async function readRecentCommits(platform: Pick<Platform, 'project'>): Promise<readonly string[]> {
  const repo = await platform.project.findRepo();
  if (repo === undefined || (await repo.head()) === undefined) return [];
  const { stdout } = await repo.run(['log', '-n', '5', '--format=%h %s']);
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

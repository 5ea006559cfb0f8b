import { basename } from 'node:path';
import {
  checkHealth,
  decideMode,
  parseItems,
  renderHealth,
  type HealthFacts,
  type HealthStep,
  type Mode,
  type WorkKind,
} from '../../protocols/project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { composeReading, type ShownFile } from './reading/compose-reading.ts';
import { decideBudget } from './reading/default-budget.ts';
import { renderFacts } from './reading/manifest-facts.ts';
import { describeAdopted, selectFiles } from './reading/select-files.ts';
import { examine } from './folder/examine.ts';
import { noteMismatches } from './change/note-mismatches.ts';
import { findHandoff } from './folder/read-handoff.ts';
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

const countUnread = (text: string): number => parseItems(text).unread.length;

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

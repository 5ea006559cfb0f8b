import {
  checkHealth,
  decideMode,
  parseItems,
  renderHealth,
  type HealthFacts,
  type HealthStep,
  type Mode,
  type WorkKind,
} from '../../../protocols/project/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { examine } from '../folder/examine.ts';
import type { Handoff } from '../folder/read-handoff.ts';
import type { SessionRequest } from '../folder/session.ts';
import { composeReading, type ShownFile } from './compose-reading.ts';
import { decideBudget } from './default-budget.ts';
import { renderFacts } from './manifest-facts.ts';
import { describeAdopted, selectFiles } from './select-files.ts';

export interface OrientationRequest extends SessionRequest {
  readonly kind: WorkKind;
  /** A hard ceiling on the tokens of the text; default the configured one, or a share of a small project. */
  readonly budget?: number | undefined;
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
    isHard: request.budget !== undefined,
    remarks: [
      ...describeAdopted(seen, plan.files),
      ...(unread === 0 ? [] : [`NEXT_ACTIONS.md: ${unread} lines are no items; they stay as they are.`]),
    ],
  });
  return { mode: seen.mode, for: request.kind, health, ...reading, method: platform.tokens.method, unread };
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
  const text = isManifestLeft
    ? 'All handoff files but the manifest are missing. baton restore FILE brings one back from git; baton init creates them again.'
    : 'There are no handoff files here. Treat the project as new: baton init sets them up.';
  return {
    mode: decideMode(NOTHING),
    for: request.kind,
    health,
    files: [],
    tokens: await platform.tokens.count(`${text}\n`),
    text,
    flagged: 0,
    method: platform.tokens.method,
    unread: 0,
  };
}

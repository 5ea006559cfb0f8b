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
import { assertBudget, composeReading, type ReadingDoor, type ShownFile } from './compose-reading.ts';
import { decideBudget } from './default-budget.ts';
import { renderFacts } from './manifest-facts.ts';
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

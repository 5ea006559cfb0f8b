import { join } from 'node:path';
import {
  chainOf,
  describeMissingTarget,
  rankSkills,
  type DiscoveryQuery,
  type HandoffDocument,
  type ScoredSkill,
} from '../../protocols/document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { parseTraceLine } from '../trace/index.ts';
import { getDocument, type DocumentInput } from './read-document.ts';
import { listFolder, readSkillCards, type CardSources } from './read-skill-cards.ts';

type Parts = Pick<Platform, 'facts' | 'files' | 'project'>;

/** What kind of skill is looked for, and where. */
export interface DiscoverRequest extends CardSources {
  /** A skill to look for by name. */
  readonly target?: string;
  readonly query: DiscoveryQuery;
  /** A document to hand on: sender, category, inputs and chain are taken from it if the query does not say. */
  readonly document?: DocumentInput;
}

/** The skills that could take a handoff, best first. */
export interface Discovery {
  readonly found: boolean;
  /** The best, at most five. */
  readonly targets: readonly ScoredSkill[];
  /** Every skill that can take handoffs at all. */
  readonly available: readonly string[];
  readonly warnings: readonly string[];
  /** If nothing was found: what that means and what to do. */
  readonly message: string | null;
}

/** Skills that could take a handoff, best first. */
export async function discoverTargets(platform: Parts, request: DiscoverRequest): Promise<Discovery> {
  const { cards, warnings } = await readSkillCards(platform, request);
  const query = { history: await readHistory(platform), ...queryOf(request) };
  const wanted = request.target === undefined ? cards : cards.filter(({ name }) => name === request.target);
  const targets = rankSkills(wanted, query);
  const available = cards.map(({ name }) => name).sort();
  const found = targets.length > 0;
  return {
    found,
    targets,
    available,
    warnings,
    message: found ? null : describeMissingTarget(request.target, available),
  };
}

function queryOf({ query, document }: DiscoverRequest): DiscoveryQuery {
  if (document === undefined) return query;
  const received = getDocument(document).document;
  return { ...describeDocument(received), ...query };
}

function describeDocument(document: HandoffDocument): DiscoveryQuery {
  const { source, target, context, payload } = document.handoff;
  return {
    source: source.skill,
    category: target.category ?? context.problem_type,
    inputs: (payload.session?.artifacts ?? []).map(({ type }) => type),
    chain: chainOf(document),
  };
}

const MAX_TRACES = 200;
const MAX_TRACE_BYTES = 4 * 1024 * 1024;

/** Skills that took a handoff in one of the recorded traces and found it valid. */
async function readHistory({ files, project: { dataDir } }: Parts): Promise<Set<string>> {
  const history = new Set<string>();
  const folder = join(dataDir, 'trace');
  for (const { name } of (await listFolder(files, folder)).slice(-MAX_TRACES)) {
    const text = await files.findText(join(folder, name), { maxBytes: MAX_TRACE_BYTES }).catch(() => undefined);
    for (const line of (text ?? '').split('\n')) {
      if (!line.includes('handoff_validated')) continue;
      const event = parseTraceLine(line);
      if (event?.details['validation'] === 'passed') history.add(event.workflow);
    }
  }
  return history;
}

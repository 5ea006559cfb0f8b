import { join, resolve } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { parseFrontmatter, splitFrontmatter } from '../../kernel/frontmatter/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { parseYaml } from '../../kernel/yaml.ts';
import {
  chainOf,
  describeMissingTarget,
  mergeCards,
  parseRegistry,
  parseSkillCard,
  rankSkills,
  WARNINGS,
  type DiscoveryQuery,
  type HandoffDocument,
  type ScoredSkill,
  type SkillCard,
} from '../../protocols/document/index.ts';
import { parseTraceLine } from '../trace/index.ts';
import { getDocument, type DocumentInput } from './read-document.ts';

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

interface CardSources {
  /** Folders of skills to look into beside the usual ones. */
  readonly skillFolders?: readonly string[];
  readonly registry?: string;
}

/** What the skills of project, home and registry say about the handoffs they take. */
export async function readSkillCards(
  platform: Parts,
  sources: CardSources,
): Promise<{ readonly cards: readonly SkillCard[]; readonly warnings: readonly string[] }> {
  const warnings: string[] = [];
  const skills = await readSkills(platform, sources, warnings);
  const cards = mergeCards([...skills, ...(await readRegistry(platform, sources.registry, warnings))]);
  return { cards, warnings };
}

const MAX_SKILL_BYTES = 1024 * 1024;
const PLACES = ['.claude/skills', '.agents/skills', 'skills'];

async function readSkills(platform: Parts, request: CardSources, warnings: string[]): Promise<SkillCard[]> {
  const {
    files,
    facts,
    project: { folder, root },
  } = platform;
  const folders = [
    ...(request.skillFolders ?? []).map((path) => resolve(folder, path)),
    ...PLACES.map((place) => join(root, place)),
    ...PLACES.slice(0, 2).map((place) => join(facts.homeFolder, place)),
  ];
  const cards: SkillCard[] = [];
  for (const base of new Set(folders)) {
    for (const { name } of await listFolder(files, base)) {
      const card = await readSkill(files, join(base, name, 'SKILL.md'), name, warnings);
      if (card !== undefined) cards.push(card);
    }
  }
  return cards;
}

/** A folder that cannot be listed has nothing to offer. */
async function listFolder(files: Parts['files'], path: string): ReturnType<Parts['files']['list']> {
  try {
    return await files.list(path);
  } catch (error) {
    if (isBatonError(error)) return [];
    throw error;
  }
}

async function readSkill(
  files: Parts['files'],
  path: string,
  name: string,
  warnings: string[],
): Promise<SkillCard | undefined> {
  try {
    const text = await files.findText(path, { maxBytes: MAX_SKILL_BYTES });
    if (text === undefined || (splitFrontmatter(text) === undefined && !text.startsWith('---'))) return undefined;
    return parseSkillCard(parseFrontmatter(text).data, 'frontmatter', { name, path });
  } catch (error) {
    if (!isBatonError(error)) throw error;
    // A plain file in the place of a skill's folder is not a skill.
    if (!isBatonError(error, 'FILE_NOT_FOUND')) warnings.push(WARNINGS.frontmatter(name));
    return undefined;
  }
}

/** The usual registry need not be there; one that was named must. */
async function readRegistry(platform: Parts, named: string | undefined, warnings: string[]): Promise<SkillCard[]> {
  const {
    files,
    facts,
    project: { folder },
  } = platform;
  const path =
    named === undefined ? join(facts.homeFolder, '.claude', 'handoff-registry.yaml') : resolve(folder, named);
  const text =
    named === undefined ? await files.findText(path) : await files.readText(path, { maxBytes: MAX_SKILL_BYTES });
  if (text === undefined) return [];
  try {
    return parseRegistry(parseYaml(path, text));
  } catch (error) {
    if (!isBatonError(error)) throw error;
    warnings.push(WARNINGS.frontmatter('handoff-registry.yaml'));
    return [];
  }
}

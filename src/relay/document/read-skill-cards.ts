import { join, resolve } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { parseFrontmatter, splitFrontmatter } from '../../kernel/frontmatter/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { parseYaml } from '../../kernel/yaml.ts';
import { mergeCards, parseRegistry, parseSkillCard, WARNINGS, type SkillCard } from '../../protocols/document/index.ts';

type Parts = Pick<Platform, 'facts' | 'files' | 'project'>;

export interface CardSources {
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
export async function listFolder(files: Parts['files'], path: string): ReturnType<Parts['files']['list']> {
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

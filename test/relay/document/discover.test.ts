import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rankSkills, type SkillCard } from '../../../src/protocols/document/index.ts';
import {
  createDocument,
  discoverTargets,
  type DiscoverRequest,
  type Discovery,
} from '../../../src/relay/document/index.ts';
import { runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const card = (name: string, changes: Partial<SkillCard> = {}): SkillCard => ({
  name,
  description: '',
  acceptsFrom: ['*'],
  providesTo: [],
  schemaVersion: '3.0',
  schemaType: 'universal',
  categories: [],
  inputRequirements: [],
  outputTypes: [],
  autonomous: undefined,
  estimatedDuration: null,
  origin: 'frontmatter',
  path: null,
  ...changes,
});

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const skill = (name: string, rest: string): string =>
  `---\nname: ${name}\ndescription: does ${name}\nhandoff:\n  accepts_from: ["*"]\n  provides_to: []\n  schema_version: "3.0"\n  schema_type: universal\n${rest}\n---\n# ${name}\n`;

async function discover(folder: string, request: Partial<DiscoverRequest> = {}): Promise<Discovery> {
  return discoverTargets(await testPlatform(folder), { query: {}, ...request });
}

describe('scoring', () => {
  const score = (one: SkillCard, query: Parameters<typeof rankSkills>[1]): number | undefined =>
    rankSkills([one], query)[0]?.score;

  verifies('UHS-070', 'follows the documented weights', () => {
    const plain = card('a', { schemaVersion: '', schemaType: '' });
    expect(score(plain, {})).toBe(0);
    expect(score({ ...plain, categories: ['implementation'] }, { category: 'implementation' })).toBe(40);
    expect(score({ ...plain, categories: ['implementation-review'] }, { category: 'implementation' })).toBe(20);
    expect(score({ ...plain, schemaVersion: '3.0' }, {})).toBe(20);
    expect(score({ ...plain, schemaVersion: '2.0', schemaType: 'universal' }, {})).toBe(10);
    expect(score({ ...plain, inputRequirements: ['specification'] }, { inputs: ['specification'] })).toBe(20);
    expect(score({ ...plain, inputRequirements: ['code-specification'] }, { inputs: ['specification'] })).toBe(10);
    expect(score(plain, { history: new Set(['a']) })).toBe(10);
    expect(score({ ...plain, autonomous: true }, { autonomous: true })).toBe(10);
    expect(score({ ...plain, autonomous: false }, { autonomous: true })).toBe(0);
    expect(score(plain, { chain: ['a'] })).toBe(-30);
  });

  verifies('UHS-070', 'shows at most five, best first, and only those that accept from the sender', () => {
    const cards = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, index) =>
      card(name, { categories: index > 4 ? ['x'] : [] }),
    );
    expect(rankSkills(cards, { category: 'x' }).map(({ card: { name } }) => name)).toEqual(['f', 'g', 'a', 'b', 'c']);
    const picky = card('picky', { acceptsFrom: ['editor'] });
    expect(rankSkills([picky], { source: 'planner' })).toEqual([]);
    expect(rankSkills([picky], { source: 'editor' })).toHaveLength(1);
    expect(rankSkills([card('me')], { source: 'me' })).toEqual([]);
  });
});

describe('discovery', () => {
  verifies('UHS-070', 'reads skills of project and home and a registry, and frontmatter wins', async () => {
    const folder = await tempFolder();
    writeFile(join(folder, '.claude/skills/coder/SKILL.md'), skill('coder', 'categories: [implementation]'));
    writeFile(
      join(folder, 'home/.claude/skills/writer/SKILL.md'),
      skill('writer', 'categories: [documentation]\nmeta: {estimated_duration: hours, autonomous: true}'),
    );
    writeFile(join(folder, '.claude/skills/mute/SKILL.md'), '---\nname: mute\n---\nno word on handoffs\n');
    writeFile(join(folder, '.claude/skills/plain/SKILL.md'), '# no frontmatter at all\n');
    writeFile(
      join(folder, 'home/.claude/handoff-registry.yaml'),
      'version: "1.0"\nworkflows:\n  - name: coder\n    description: stale\n    handoff: {accepts_from: ["*"], schema_version: "1.2"}\n  - name: remote\n    handoff: {accepts_from: ["*"], schema_version: "3.0"}\n    categories: [research]\n',
    );
    const found = await discover(folder, { query: { category: 'implementation' } });
    expect(found.warnings).toEqual([]);
    expect(found.available).toEqual(['coder', 'remote', 'writer']);
    expect(found.targets.map(({ card: { name, origin }, score }) => [name, origin, score])).toEqual([
      ['coder', 'frontmatter', 60],
      ['remote', 'registry', 20],
      ['writer', 'frontmatter', 20],
    ]);
    expect(found.targets[0]?.card.description).toBe('does coder');
  });

  test('takes sender, category and chain from a document, and history from earlier traces', async () => {
    const folder = await tempFolder();
    const platform = await testPlatform(folder);
    writeFile(join(folder, 'skills/coder/SKILL.md'), skill('coder', 'categories: [implementation]'));
    writeFile(join(folder, 'skills/planner/SKILL.md'), skill('planner', 'categories: [implementation]'));
    const request = {
      source: { skill: 'planner', phase: '' },
      target: { skill: 'coder' },
      summary: 'x',
      problemType: 'implementation',
      confidence: 'high',
      working: {},
    } as const;
    const first = await createDocument(platform, request);
    const after = await platform.files.readBytes(first.path ?? '');
    const second = await createDocument(platform, {
      ...request,
      source: { skill: 'coder', phase: '' },
      target: { skill: 'tester' },
      after,
    });
    const document = await platform.files.readBytes(second.path ?? '');
    const found = await discover(folder, { document });
    expect(found.targets.map(({ card: { name }, points }) => [name, points.loop, points.category])).toEqual([
      ['planner', -30, 40],
    ]);
    const other = await discover(folder, { query: { source: 'user' } });
    expect(other.targets.find(({ card: { name } }) => name === 'coder')?.points.history).toBe(10);
  });

  test('reads the frontmatter of the older version', async () => {
    const folder = await tempFolder();
    writeFile(
      join(folder, 'more/lit/SKILL.md'),
      '---\nname: lit\nhandoff:\n  accepts_handoff: true\n  handoff_categories: [research]\n---\n',
    );
    const found = await runForData(['doc', 'discover', '--skills', 'more', '--category', 'research'], {
      cwd: folder,
      env: { HOME: folder },
    });
    expect(found).toMatchObject({ found: true, targets: [{ score: 40, card: { name: 'lit', schemaVersion: '2.0' } }] });
  });
});

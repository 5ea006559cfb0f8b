import { cpSync, existsSync, readdirSync, readFileSync, statSync, chmodSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { parseItems } from '../../../src/protocols/project/items/index.ts';
import {
  aahpLint,
  aahpVerify,
  begin,
  close,
  lint,
  log,
  next,
  orient,
  savings,
} from '../../../src/relay/project/index.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const shared = process.env['BATON_SHARED'] ?? resolve(root, '../shared');
const folders = join(shared, 'data/handoff');
const facts = JSON.parse(readFileSync(join(root, 'test/fixtures/project/real-folder-facts.json'), 'utf8')) as Record<
  string,
  { fact: string; pattern: string }[]
>;
const names = existsSync(folders)
  ? readdirSync(folders).filter((name) => statSync(join(folders, name)).isDirectory())
  : [];

async function adopt(name: string): Promise<TestProject> {
  const project = await testProject({ init: false });
  const target = join(project.root, '.ai/handoff');
  cpSync(join(folders, name), target, { recursive: true });
  for (const file of readdirSync(target)) chmodSync(join(target, file), 0o644);
  project.git('add', '.');
  project.git('commit', '--quiet', '-m', 'their handoff');
  return project;
}

const linesOf = (text: string): string[] => text.replaceAll('\r', '').split('\n');

/** Lines of the one that are missing in the other, counted. */
function missingLines(before: string, after: string): string[] {
  const left = new Map<string, number>();
  for (const line of linesOf(after)) left.set(line, (left.get(line) ?? 0) + 1);
  return linesOf(before).filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

const itemsOf = (text: string): string[] => parseItems(text).items.map(({ id, title }) => `${id ?? ''} ${title}`);

// The folders are strangers' text and are not part of this repository; test/protocols/project has fixtures of the same shapes.
describe.skipIf(names.length === 0)('the folders people have', () => {
  verifies(
    ['PRJ-160', 'PRJ-161', 'PRJ-164', 'PRJ-166'],
    'two sessions lose no line, change no id, add ids above all others, and report no false error',
    async () => {
      for (const name of names) {
        const project = await adopt(name);
        const files = readdirSync(join(project.root, '.ai/handoff')).filter((file) => file.endsWith('.md'));
        const before = new Map(files.map((file) => [file, project.file(file)]));
        const everything = [
          ...before.values(),
          existsSync(join(folders, name, 'MANIFEST.json')) ? project.file('MANIFEST.json') : '',
        ].join('\n');
        for (const session of ['one', 'two']) {
          const platform = await project.platform();
          await begin(platform, { agent: 'ada', sessionId: session });
          await log(platform, { title: `Work ${session}`, body: '12 of 12 tests pass.', sessionId: session });
          const added = await next(platform, { action: 'add', item: `New thing ${session}`, sessionId: session });
          if (added.id !== null) expect([name, everything.includes(added.id)]).toEqual([name, false]);
          const result = await close(platform, { tag: false, commit: true, sessionId: session, context: 'All well.' });
          expect([name, result.closed, result.closed ? result.note : result.findings]).toEqual([name, true, null]);
        }
        for (const [file, text] of before)
          expect([name, file, missingLines(text, project.file(file))]).toEqual([name, file, []]);
        const actions = before.get('NEXT_ACTIONS.md');
        if (actions !== undefined)
          expect(itemsOf(project.file('NEXT_ACTIONS.md'))).toEqual(expect.arrayContaining(itemsOf(actions)));
        const { findings } = await lint(await project.platform());
        expect([name, findings.filter(({ severity }) => severity === 'error')]).toEqual([name, []]);
      }
    },
  );

  verifies('PRJ-170', 'lint and verify count violations where the public tool does', async () => {
    const recorded = JSON.parse(
      readFileSync(join(root, 'test/fixtures/project/real-folder-exits.json'), 'utf8'),
    ) as Record<string, { lint: number; verify: number }>;
    for (const name of names.filter((each) => recorded[each] !== undefined)) {
      const platform = await (await adopt(name)).platform();
      const exit = ({ violations }: { violations: number }): number => (violations === 0 ? 0 : 1);
      const found = { lint: exit(await aahpLint(platform)), verify: exit(await aahpVerify(platform, 'full', {})) };
      expect([name, found]).toEqual([name, recorded[name]]);
    }
  });

  verifies(
    'PRJ-163',
    'the default call saves four fifths of a mature project, keeps the facts, and never costs more than a plain read',
    async () => {
      const saved: number[] = [];
      const shares: number[] = [];
      for (const name of names) {
        const platform = await (await adopt(name)).platform();
        const { text, tokens } = await orient(platform, { kind: 'fix', readOnly: true });
        const { scenarios } = await savings(platform);
        const fix = scenarios.find((scenario) => scenario.name === 'fix');
        const full = fix?.full ?? 0;
        expect(tokens).toBeLessThanOrEqual(2_000);
        expect([name, (fix?.layered ?? 0) <= full]).toEqual([name, true]);
        const wanted = facts[name] ?? [];
        const held = wanted.filter(({ pattern }) => new RegExp(pattern, 'u').test(text));
        const share = wanted.length === 0 ? 1 : held.length / wanted.length;
        console.info(
          `${name}: ${full} tokens, shown ${fix?.layered}, saved ${fix?.savings} %, facts ${held.length} of ${wanted.length}`,
        );
        if (full < 2_800) continue;
        saved.push(1 - (fix?.layered ?? 0) / full);
        shares.push(share);
      }
      const median = saved.toSorted((a, b) => a - b)[Math.floor(saved.length / 2)] ?? 0;
      expect(median).toBeGreaterThanOrEqual(0.8);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.9);
    },
  );

  verifies('PRJ-163', 'the three kinds of work differ at every budget', async () => {
    for (const name of ['Claw-Edgemesh', 'supply-chain-guard'].filter((each) => names.includes(each))) {
      const platform = await (await adopt(name)).platform();
      for (const budget of [700, 1_000, 2_000]) {
        const bodies = await Promise.all(
          (['fix', 'feature', 'debug'] as const).map(async (kind) => {
            const { text, tokens } = await orient(platform, { kind, budget, readOnly: true });
            expect(tokens).toBeLessThanOrEqual(budget);
            return text.replaceAll(/\d{39}/g, '');
          }),
        );
        expect([name, budget, new Set(bodies).size]).toEqual([name, budget, 3]);
      }
    }
  });
});

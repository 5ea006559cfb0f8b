import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Platform } from '../../../src/kernel/ports/index.ts';
import { begin, close, handoff, lint } from '../../../src/relay/project/index.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const SECRET = `token: ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

interface Watched {
  readonly project: TestProject;
  readonly cache: string;
  platform(env?: Record<string, string>): Promise<Platform>;
  /** Files that the guard read since it was last asked. */
  read(): string[];
  /** How much of the archive. */
  archived(): number;
}

async function watchedProject(state?: string): Promise<Watched> {
  const [project, cache] = [await testProject(), await tempFolder()];
  const stateFolder = state ?? (await tempFolder());
  const names: string[] = [];
  let archived = 0;
  const platform = async (env: Record<string, string> = {}): Promise<Platform> => {
    const real = await project.platform({ env: { BATON_CACHE_DIR: cache, XDG_STATE_HOME: stateFolder, ...env } });
    const scanner = await real.scanner();
    const watched: typeof scanner = {
      ...scanner,
      scan(text, options) {
        const name = (options?.file ?? '').replace('.ai/handoff/', '');
        names.push(name);
        if (name === 'LOG-ARCHIVE.md') archived += text.length;
        return scanner.scan(text, options);
      },
    };
    return Object.create(real, { scanner: { value: async () => watched } }) as Platform;
  };
  return { project, cache, platform, read: () => names.splice(0).toSorted(), archived: () => archived };
}

const handOver = async ({ platform }: Watched, done = 'Fixed the greeting.') => handoff(await platform(), { done });

const resultsFile = ({ cache }: Watched): string => {
  const [name = ''] = readdirSync(join(cache, 'guard-results'));
  return join(cache, 'guard-results', name);
};

const rulesOf = ({ findings }: { readonly findings: readonly { readonly rule: string }[] }): string[] =>
  findings.map(({ rule }) => rule);

describe('what the guard found', () => {
  test('is known of files that nobody changed', async () => {
    const watched = await watchedProject();
    await handOver(watched);
    expect(watched.read()).toContain('CONVENTIONS.md');
    await handOver(watched);
    expect(watched.read()).toEqual(['LOG.md']);
    await begin(await watched.platform(), { agent: 'ada', sessionId: 's' });
    expect(watched.read()).toEqual([]);
    await lint(await watched.platform());
    expect(watched.read()).toContain('CONVENTIONS.md');
  });

  test('is known of the archive but for the entries that were added', async () => {
    const watched = await watchedProject();
    const entry = (n: number): string => `## [2026-02-09] ada: Step ${n}\n\n${'All tests pass. '.repeat(20)}\n\n`;
    const archive = (count: number): void => {
      const entries = Array.from({ length: count }, (_, n) => entry(count - n)).join('');
      watched.project.write('.ai/handoff/LOG-ARCHIVE.md', `# Log archive\n\n${entries}`);
    };
    archive(99);
    await handOver(watched);
    const before = watched.archived();
    expect(before).toBeGreaterThan(20_000);
    archive(100);
    await handOver(watched);
    expect(watched.archived()).toBeGreaterThan(before);
    expect(watched.archived() - before).toBeLessThan(10_000);
  });

  test('is told again, word for word', async () => {
    const watched = await watchedProject();
    watched.project.write('.ai/handoff/CONVENTIONS.md', '# Conventions\n\n<!-- a comment that nobody sees -->\n');
    const first = await handOver(watched);
    watched.read();
    const second = await handOver(watched);
    expect(watched.read()).not.toContain('CONVENTIONS.md');
    expect(rulesOf(first)).toEqual(['structure-comment']);
    expect(second.findings).toEqual(first.findings);
  });

  verifies('SEC-005', 'is not believed without the mark of this installation', async () => {
    const watched = await watchedProject();
    await begin(await watched.platform(), { agent: 'ada', sessionId: 's' });
    watched.project.write('.ai/handoff/CONVENTIONS.md', `# Conventions\n\n${SECRET}\n`);
    const end = async () => close(await watched.platform(), { tag: false, commit: true, sessionId: 's' });
    const refused = await end();
    expect(refused.closed).toBe(false);
    const path = resultsFile(watched);
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { results: string; mark: string };
    const clean = (JSON.parse(kept.results) as [string, unknown][]).map(([key]) => [key, []]);
    writeFileSync(path, JSON.stringify({ ...kept, results: JSON.stringify(clean) }));
    expect(await end()).toEqual(refused);
  });

  test('is not believed of another project', async () => {
    const state = await tempFolder();
    const [one, other] = [await watchedProject(state), await watchedProject(state)];
    await handOver(one);
    await handOver(other);
    writeFileSync(resultsFile(other), readFileSync(resultsFile(one)));
    other.read();
    await handOver(other);
    expect(other.read()).toContain('CONVENTIONS.md');
  });

  test('is looked for again once a list or a setting is another', async () => {
    const watched = await watchedProject();
    await handOver(watched);
    const readAgain = async (env: Record<string, string>): Promise<string[]> => {
      watched.read();
      await begin(await watched.platform(env), { agent: 'ada', dryRun: true });
      return watched.read();
    };
    expect(await readAgain({})).toEqual([]);
    expect(await readAgain({ BATON_GUARD_MODEL: 'off' })).toContain('CONVENTIONS.md');
    watched.project.write('.ai/handoff/allow.json', '{"version":1,"allow":[]}\n');
    expect(await readAgain({})).toContain('CONVENTIONS.md');
  });
});

/** What Baton promises agents, played through the real programs of four hosts without any model service. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { testProject, type TestProject } from '../support/project.ts';
import { verifies } from '../support/verifies.ts';
import { CLAUDE, CODEX, GEMINI, OPENCODE, REAL_HOSTS, type RealHost } from './hosts.ts';
import { findNamespaceProblem, installHost } from './install-host.ts';
import { createHome, play, type Played, type PlayOptions } from './play.ts';
import type { Script } from './script.ts';

const folders = new Map<string, string>();

/** A machine that cannot isolate the hosts, or a pipeline that has not cached them, skips the stories and says why. */
function prepareHosts(): string | undefined {
  const problem = findNamespaceProblem();
  if (problem !== undefined) return problem;
  for (const host of REAL_HOSTS) {
    const installed = installHost(host);
    if ('why' in installed) {
      if (process.env['BATON_HOSTS'] === 'cached') return installed.why;
      throw new Error(installed.why);
    }
    folders.set(host.name, installed.folder);
  }
  return undefined;
}

const problem = prepareHosts();
if (problem !== undefined) console.log(`skipped: ${problem}`);

const session = (
  host: RealHost,
  project: TestProject,
  script: Partial<Script>,
  options: PlayOptions = {},
): Promise<Played> => play(host, folders.get(host.name) ?? '', project.root, script, options);

const main = ({ requests }: Played): readonly string[] =>
  requests.filter(({ role }) => role === 'main').map(({ body }) => body);

const commits = (project: TestProject): number => Number(project.git('rev-list', '--count', 'HEAD'));

async function projectFor(...hosts: readonly RealHost[]): Promise<TestProject> {
  const project = await testProject();
  for (const { name } of hosts) await project.data(['setup', name]);
  project.git('add', '.');
  project.git('commit', '--quiet', '-m', 'Set up');
  return project;
}

describe.skipIf(problem !== undefined)('real hosts', () => {
  verifies(
    'SUR-050',
    'Claude Code, Codex and Gemini CLI hand work to each other and to opencode, each asked once and content with the answer',
    async () => {
      const project = await projectFor(...REAL_HOSTS);
      let before = 'Handoff files are set up';
      for (const host of [CLAUDE, CODEX, GEMINI]) {
        const words = `The ${host.name} part works`;
        const turns = [
          { run: `echo ${host.name} > ${host.name}.txt` },
          { say: `${words}. More follows.` },
          { obey: true },
          { say: 'Handed over.' },
        ] as const;
        const count = commits(project);
        const played = await session(host, project, { turns }, { env: { BATON_HANDOFF: 'ask' } });
        const bodies = main(played);
        const where = `${host.name}: ${played.output.slice(-2_000)}`;
        expect(played.code, where).toBe(0);
        // What the last session left reaches the model before its first turn.
        expect(bodies[0], where).toContain(before);
        // Refused once: the third request holds the command, and after it was run there is no other refusal.
        expect(bodies, where).toHaveLength(4);
        expect(bodies[2], where).toContain('baton handoff --agent');
        expect(project.file('LOG.md'), where).toContain(`${words}.`);
        expect(project.file('LOG.md')).not.toContain('Recorded automatically');
        expect(commits(project), where).toBe(count + 1);
        before = words;
      }
      // `opencode run` ends when the model has answered: it is given the context, and is not asked.
      const turns = [{ run: 'echo opencode > opencode.txt' }, { say: 'The opencode part works.' }];
      const last = await session(OPENCODE, project, { turns }, { env: { BATON_HANDOFF: 'ask' } });
      const [first, ...rest] = main(last);
      expect(last.code, last.output).toBe(0);
      expect(first, last.output).toContain('The gemini part works');
      expect(rest).toHaveLength(1);
    },
    { timeout: 240_000 },
  );

  verifies(
    ['SUR-050', 'SUR-056'],
    'by default a small session is not asked, and its host’s end records it',
    async () => {
      for (const host of [CLAUDE, CODEX, GEMINI]) {
        const project = await projectFor(host);
        const turns = [{ run: 'echo two > made.txt' }, { say: 'I made a file. Done.' }];
        const played = await session(host, project, { turns });
        const where = `${host.name}: ${played.output.slice(-2_000)}`;
        expect(main(played), where).toHaveLength(2);
        // A host that gives the end of a session too little time leaves the draft to the next start.
        await project.baton(['hook', 'session-start'], {
          input: JSON.stringify({ session_id: 'next', cwd: project.root }),
        });
        expect(project.file('LOG.md'), where).toContain('Recorded automatically: I made a file.');
        expect(project.git('status', '--porcelain'), where).toBe('?? made.txt');
        expect(commits(project), where).toBe(3);
      }
    },
    { timeout: 240_000 },
  );

  verifies(
    ['SUR-050', 'AOP-053', 'AOP-054', 'AOP-055'],
    'subagents of Claude Code: a short answer passes, a long one is stored and summarised, compaction is left alone',
    async () => {
      const project = await projectFor(CLAUDE);
      const home = createHome(CLAUDE);
      const long = `Found it in many places. ${'Here is one more place with its whole context. '.repeat(60)}`;
      const script: Script = {
        turns: [{ agent: 'Explore', key: 'KEY-SHORT' }, { agent: 'Explore', key: 'KEY-LONG' }, { say: 'Both looked.' }],
        subagents: {
          'KEY-SHORT': [{ say: 'There are three callers, all in src/cli.' }],
          'KEY-LONG': [{ say: long }, { summarise: ['Sixty places', 'All in one file'] }],
        },
      };
      const played = await session(CLAUDE, project, script, { home });
      const of = (role: string) => played.requests.filter((request) => request.role === role);
      expect(of('KEY-SHORT').length + of('KEY-LONG').length, played.output).toBeGreaterThanOrEqual(3);
      const last = main(played).at(-1) ?? '';
      expect(last).toContain('There are three callers');
      expect(last).toContain('Sixty places');
      expect(last).not.toContain('one more place with its whole context. Here is');
      const stored = readdirSync(join(project.root, '.baton/outputs')).map((name) =>
        project.read(`.baton/outputs/${name}`),
      );
      expect(stored.filter((text) => text.includes('one more place'))).toHaveLength(1);
      expect(stored.filter((text) => text.includes('"status": "unknown"'))).toHaveLength(1);

      const compacted = await session(
        CLAUDE,
        project,
        { turns: [{ say: 'A summary.' }] },
        { home, args: ['--continue'], prompt: '/compact' },
      );
      expect(compacted.code, compacted.output).toBe(0);
      expect(compacted.requests.length, compacted.output).toBeLessThanOrEqual(2);
    },
    { timeout: 180_000 },
  );

  verifies(
    'SUR-050',
    'a host without Baton on its path is not disturbed',
    async () => {
      for (const host of REAL_HOSTS) {
        const project = await projectFor(host);
        const played = await session(host, project, { turns: [{ say: 'Still here.' }] }, { withoutBaton: true });
        const where = `${host.name}: ${played.output.slice(-2_000)}`;
        expect({ code: played.code, requests: main(played).length }, where).toEqual({ code: 0, requests: 1 });
        expect(played.output, where).toContain('Still here.');
      }
    },
    { timeout: 240_000 },
  );
});

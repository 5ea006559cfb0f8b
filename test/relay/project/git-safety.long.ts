import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { begin, close, lint, log, next, orient, set } from '../../../src/relay/project/index.ts';
import { CLI } from '../../support/run-baton.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

const REQUEST = { tag: false, commit: true, sessionId: 's' } as const;

/** One whole session with one change. */
async function handOver(
  project: TestProject,
  text: string,
  { root = project.root, note = null }: { readonly root?: string; readonly note?: unknown } = {},
): Promise<void> {
  const here = await project.platform();
  const platform = root === project.root ? here : await here.reopen({ root });
  await begin(platform, { agent: 'ada', sessionId: 's' });
  writeFileSync(join(root, '.ai/handoff/STATUS.md'), `# Status\n\n${text}\n`);
  const result = await close(platform, REQUEST);
  expect(result).toMatchObject({ closed: true, note });
}

/** Everything of the user's that closing must leave alone. */
const userState = (project: TestProject): string[] => [
  project.git('diff', '--cached', '--', ':!.ai'),
  project.git('diff', '--', ':!.ai'),
  project.git('stash', 'list'),
  project.git('ls-files', '--stage', '--', ':!.ai'),
  project.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads/other', 'refs/tags'),
];

describe('closing leaves what is the user’s alone', () => {
  verifies('PRJ-071', 'a dirty tree, staged and partly staged files, stashes and other branches', async () => {
    const project = await testProject();
    await handOver(project, 'first');
    project.git('branch', 'other');
    project.write('code.txt', 'stashed\n');
    project.git('stash');
    project.write('part.txt', 'one\ntwo\n');
    project.git('add', 'part.txt');
    project.write('part.txt', 'one\ntwo\nthree, not staged\n');
    project.write('code.txt', 'dirty\n');
    project.write('untracked.txt', 'new\n');
    project.git('rm', '--cached', '--quiet', '.ai/handoff/WORKFLOW.md');
    const before = userState(project);
    await handOver(project, 'second');
    expect(userState(project)).toEqual(before);
    expect(
      project
        .git('status', '--porcelain')
        .split('\n')
        .map((line) => line.trim())
        .sort(),
    ).toEqual(['?? untracked.txt', 'AM part.txt', 'M code.txt']);
    expect(
      project
        .git('show', '--format=', '--name-only', 'HEAD')
        .split('\n')
        .every((name) => name.startsWith('.ai/handoff/')),
    ).toBe(true);
  });

  verifies('PRJ-071', 'a merge in progress elsewhere stays in progress, and can be concluded afterwards', async () => {
    const project = await testProject();
    await handOver(project, 'first');
    project.git('checkout', '--quiet', '-b', 'side');
    project.write('code.txt', 'side\n');
    project.git('commit', '--quiet', '-am', 'side');
    project.git('checkout', '--quiet', 'main');
    project.write('code.txt', 'main\n');
    project.git('commit', '--quiet', '-am', 'main');
    expect(() => project.git('merge', 'side')).toThrow('Command failed');
    const conflict = project.git('ls-files', '--unmerged');
    await handOver(project, 'in the middle of a merge', { note: expect.stringContaining('a merge is in progress') });
    expect(project.git('ls-files', '--unmerged')).toBe(conflict);
    expect(project.git('rev-parse', 'MERGE_HEAD')).toBe(project.git('rev-parse', 'side'));
    project.write('code.txt', 'decided\n');
    project.git('add', 'code.txt');
    project.git('commit', '--quiet', '-m', 'merged');
    expect(project.git('rev-list', '--count', 'HEAD')).toBe('6');
    expect(project.git('status', '--porcelain')).toBe('');
  });

  verifies('PRJ-071', 'handoff files that wait for a merge to be decided keep the session open', async () => {
    const project = await testProject();
    await handOver(project, 'first');
    project.git('checkout', '--quiet', '-b', 'side');
    await handOver(project, 'side');
    project.git('checkout', '--quiet', 'main');
    await handOver(project, 'main');
    expect(() => project.git('merge', 'side')).toThrow('Command failed');
    const platform = await project.platform();
    project.git('checkout', '--ours', '--', '.ai/handoff');
    await begin(platform, { agent: 'ada', sessionId: 's' });
    const result = await close(platform, REQUEST);
    expect(result.closed).toBe(false);
    expect(result.findings.filter(({ rule }) => rule === 'merge-undecided').map(({ file }) => file)).toContain(
      '.ai/handoff/STATUS.md',
    );
  });

  verifies('PRJ-140', 'in a submodule the commit is the submodule’s', async () => {
    const project = await testProject({ init: false });
    const inner = await testProject();
    await handOver(inner, 'inside');
    project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'inner');
    project.git('commit', '--quiet', '-m', 'with submodule');
    const head = project.git('rev-parse', 'HEAD');
    const root = join(project.root, 'inner');
    execFileSync('git', ['config', 'user.email', 'a@example.org'], { cwd: root });
    execFileSync('git', ['config', 'user.name', 'Ada'], { cwd: root });
    await handOver(project, 'again', { root: root });
    expect(project.git('rev-parse', 'HEAD')).toBe(head);
    expect(execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root }).toString().trim()).toBe('3');
  });

  verifies(
    ['PRJ-140', 'PRJ-110'],
    'a work tree commits to its own branch, and lint warns of its open session',
    async () => {
      const project = await testProject();
      await handOver(project, 'first');
      const tree = `${project.root}-tree`;
      project.git('worktree', 'add', '--quiet', '-b', 'tree', tree);
      const main = project.git('rev-parse', 'main');
      await handOver(project, 'in the tree', { root: tree });
      expect(project.git('rev-parse', 'main')).toBe(main);
      expect(project.git('rev-list', '--count', 'main..tree')).toBe('1');
      writeFileSync(join(tree, '.ai/handoff/HANDOFF.lock'), '{}');
      project.git('checkout', '--quiet', '-b', 'locked');
      project.write('.ai/handoff/HANDOFF.lock', '{}');
      project.git('add', '--force', '.ai/handoff/HANDOFF.lock');
      project.git('commit', '--quiet', '-m', 'lock');
      project.git('checkout', '--quiet', 'main');
      const { findings } = await lint(await project.platform());
      expect(findings.filter(({ rule }) => rule === 'lock-elsewhere').map(({ message }) => message)).toEqual([
        'HANDOFF.lock is present on branch locked',
        `HANDOFF.lock is present in the work tree ${tree}`,
      ]);
      project.git('worktree', 'remove', '--force', tree);
    },
  );

  verifies(
    'PRJ-140',
    'without git, without commits, with a detached HEAD, in a shallow clone and when ignored: it works or says what it cannot do',
    async () => {
      const bare = await testProject({ git: false });
      await begin(await bare.platform(), { agent: 'ada', sessionId: 's' });
      expect(await close(await bare.platform(), REQUEST)).toMatchObject({
        closed: true,
        commit: null,
        note: 'not committed: not in a git repository',
      });

      const empty = await testProject({ git: false });
      empty.git('init', '--quiet');
      await handOver(empty, 'no commit yet');
      expect(empty.git('rev-list', '--count', 'HEAD')).toBe('1');

      const project = await testProject();
      project.git('checkout', '--quiet', '--detach');
      await handOver(project, 'detached', { note: expect.stringContaining('HEAD is detached') });
      expect(project.git('rev-list', '--count', 'HEAD')).toBe('2');
      expect(project.git('rev-list', '--count', 'main')).toBe('1');
      project.git('checkout', '--quiet', '-B', 'main');

      const shallow = await testProject({ git: false, init: false });
      execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${project.root}`, shallow.root]);
      shallow.git('config', 'user.name', 'Ada');
      shallow.git('config', 'user.email', 'a@example.org');
      await handOver(shallow, 'shallow');
      const { health } = await orient(await shallow.platform(), { kind: 'fix', readOnly: true });
      expect(health[3]).toMatchObject({ ok: true });

      const ignored = await testProject();
      ignored.write('.gitignore', '.ai/\n');
      await begin(await ignored.platform(), { agent: 'ada', sessionId: 's' });
      expect(await close(await ignored.platform(), REQUEST)).toMatchObject({
        closed: true,
        commit: null,
        note: 'not committed: .ai/handoff is ignored by git',
      });

      const inBare = await testProject({ git: false });
      inBare.git('init', '--quiet', '--bare', '.');
      await begin(await inBare.platform(), { agent: 'ada', sessionId: 's' });
      expect(await close(await inBare.platform(), REQUEST)).toMatchObject({ closed: true, commit: null });
    },
  );

  test('who git does not know signs as the agent', async () => {
    const project = await testProject({ git: false });
    project.git('init', '--quiet');
    project.git('config', 'user.useConfigOnly', 'true');
    await project.data(['begin', '--agent', 'ada']);
    await project.data(['close']);
    expect(project.git('log', '-1', '--format=%an <%ae>')).toBe('ada <baton@localhost>');
  });

  test('a symlink that leads out of the project is refused', async () => {
    const project = await testProject({ init: false });
    mkdirSync(join(project.root, '.ai'));
    symlinkSync('/tmp', join(project.root, '.ai/handoff'));
    expect((await project.baton(['orient', '--json'])).stdout).toContain('FILE_OUTSIDE_ROOT');
    const inner = await testProject();
    symlinkSync('/etc/hostname', join(inner.root, '.ai/handoff/EXTRA.md'));
    const { code, stdout } = await inner.baton(['orient', '--json']);
    expect({ code, has: stdout.includes('FILE_OUTSIDE_ROOT') }).toEqual({ code: 1, has: true });
  });
});

/** Puts a `baton` on the PATH that is the one just built. */
function withBaton(project: TestProject): string {
  const bin = join(project.root, '.git', 'test-bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'baton'), `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`, { mode: 0o755 });
  return `${bin}:${process.env['PATH'] ?? ''}`;
}

describe('branches', () => {
  verifies(
    'PRJ-110',
    'two branches with sessions of their own merge clean: no entry is lost and the manifest is right',
    async () => {
      const project = await testProject();
      await handOver(project, 'base');
      expect((await project.baton(['init', '--git'])).code).toBe(0);
      project.git('add', '.');
      project.git('commit', '--quiet', '--no-verify', '-m', 'git set up');
      const session = async (agent: string, titles: readonly string[]): Promise<void> => {
        const platform = await project.platform();
        const sessionId = agent;
        await begin(platform, { agent, sessionId });
        for (const title of titles) await log(platform, { title, body: `Body of ${title}.`, sessionId });
        await set(platform, {
          file: 'STATUS.md',
          section: 'summary',
          create: true,
          body: `State of ${agent}.`,
          sessionId,
        });
        await next(platform, { action: 'add', item: `Item of ${agent}`, priority: 'high', sessionId });
        project.write('.ai/handoff/.aiignore', `${project.file('.aiignore')}${agent}_*\n`);
        await close(platform, { tag: false, commit: true, context: `Context of ${agent}.`, sessionId });
      };
      project.git('checkout', '--quiet', '-b', 'side');
      await session('bob', ['Bob one', 'Bob two']);
      project.git('checkout', '--quiet', 'main');
      await session('ada', ['Ada one', ...Array.from({ length: 12 }, (_, index) => `Ada more ${index}`)]);
      execFileSync('git', ['merge', '--quiet', '-m', 'merged', 'side'], {
        cwd: project.root,
        env: { ...process.env, PATH: withBaton(project) },
      });
      expect(project.git('status', '--porcelain')).toBe('');
      const entries = project.file('LOG.md') + project.file('LOG-ARCHIVE.md');
      for (const title of ['Bob one', 'Bob two', 'Ada one', 'Ada more 0', 'Ada more 11'])
        expect(entries.split(`: ${title}\n`)).toHaveLength(2);
      expect(project.file('.aiignore')).toMatch(/\nada_\*\nbob_\*\n$/);
      expect(project.file('STATUS.md')).toContain('State of ada.');
      expect(project.file('STATUS.md')).not.toContain('State of bob.');
      const { mode, health } = await orient(await project.platform(), { kind: 'fix', readOnly: true });
      expect({ mode, checksums: health[3] }).toMatchObject({ mode: 'normal', checksums: { ok: true } });
      const manifest = JSON.parse(project.file('MANIFEST.json')) as {
        quick_context: string;
        tasks: Record<string, { title: string }>;
        next_task_id: number;
      };
      expect(manifest.quick_context).toBe('Context of ada.');
      expect(
        Object.values(manifest.tasks)
          .map(({ title }) => title)
          .sort(),
      ).toEqual(['Item of ada', 'Item of bob']);
      expect(manifest.next_task_id).toBe(3);
      expect(project.file('NEXT_ACTIONS.md')).toContain(
        '## Active\n\n- [ ] T-001 Item of ada (high)\n- [ ] T-002 Item of bob (high)\n',
      );
    },
  );

  verifies('PRJ-120', 'merged to and fro, or replayed, a task is there once and the list shows it', async () => {
    const project = await testProject();
    await handOver(project, 'base');
    await project.baton(['init', '--git']);
    project.git('add', '.');
    project.git('commit', '--quiet', '--no-verify', '-m', 'git set up');
    const PATH = withBaton(project);
    const git = (...args: string[]): unknown =>
      execFileSync('git', args, { cwd: project.root, env: { ...process.env, PATH }, stdio: 'pipe' });
    const work = async (...steps: Omit<Parameters<typeof next>[1], 'sessionId'>[]): Promise<void> => {
      const platform = await project.platform();
      const { session_id: sessionId } = await begin(platform, { agent: 'ada' });
      for (const step of steps) await next(platform, { ...step, sessionId });
      await close(platform, { tag: false, commit: true, sessionId });
    };
    await work({ action: 'add', item: 'start', priority: 'high' });
    git('checkout', '--quiet', '-b', 'feat');
    await work({ action: 'add', item: 'A' });
    await work({ action: 'done', item: 'T-001' });
    git('checkout', '--quiet', 'main');
    await work({ action: 'add', item: 'B' });
    const list = (): string[] => project.file('NEXT_ACTIONS.md').match(/^- .*$/gm) ?? [];
    git('checkout', '--quiet', '-b', 'replayed', 'feat');
    git('rebase', '--quiet', 'main');
    expect(list()).toEqual(['- [ ] T-002 B', '- [ ] T-003 A', expect.stringContaining('- [x] T-001 start')]);
    git('checkout', '--quiet', 'feat');
    git('merge', '--quiet', '-m', 'to', 'main');
    expect(list()).toEqual(['- [ ] T-002 A', '- [ ] T-003 B', expect.stringContaining('- [x] T-001 start')]);
    git('checkout', '--quiet', 'main');
    await work({ action: 'add', item: 'C' });
    git('merge', '--quiet', '-m', 'fro', 'feat');
    expect(list().map((line) => line.replace(/^- \[.\] T-\d+ | \(.*$/g, ''))).toEqual(['B', 'C', 'A', 'start']);
    const { health } = await orient(await project.platform(), { kind: 'fix', readOnly: true });
    expect(health[3]).toMatchObject({ ok: true });
  });

  verifies(
    'PRJ-110',
    'a clone that wants the driver and does not have it is reported by doctor, and repaired',
    async () => {
      const project = await testProject();
      await project.baton(['init', '--git']);
      project.git('config', '--unset', 'merge.baton.driver');
      const row = async (...args: string[]): Promise<unknown> => {
        const { stdout } = await project.baton(['doctor', '--json', ...args]);
        const { data } = JSON.parse(stdout) as { data: { checks: { id: string }[] } };
        return data.checks.find(({ id }) => id === 'merge-driver');
      };
      expect(await row()).toMatchObject({ state: 'warning', remedy: 'run baton init --git, or baton doctor --fix' });
      expect(await row('--fix')).toMatchObject({ state: 'ok' });
    },
  );
});

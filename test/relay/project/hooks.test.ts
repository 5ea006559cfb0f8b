import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { begin, close, init, verify, type VerifyLevel } from '../../../src/relay/project/index.ts';
import { composePlatform } from '../../../src/compose.ts';
import { addHookBlock, removeHookBlock } from '../../../src/protocols/project/index.ts';
import { removeGitParts } from '../../../src/relay/setup/set-up-git.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { CLI } from '../../support/run-baton.ts';
import { verifies } from '../../support/verifies.ts';

const setUp = async (project: TestProject) => init(await project.platform(), { git: true, agentsMd: false });
const HOOK = '.git/hooks/pre-commit';

describe('init', () => {
  test('sets up tasks and governance on request, and keeps what is there', async () => {
    const project = await testProject({ init: false });
    const first = await project.data(['init', '--tasks', '--governance', '--agents-md', '--git']);
    expect(first['created']).toEqual(
      expect.arrayContaining(['.ai/handoff/STATUS.md', '.baton/tasks', 'AGENTS.md', '.git/hooks/pre-commit']),
    );
    const before = project.git('status', '--porcelain', '--untracked-files=all');
    expect((await project.data(['init', '--tasks', '--governance', '--agents-md', '--git']))['created']).toEqual([]);
    expect(project.git('status', '--porcelain', '--untracked-files=all')).toBe(before);
  });
});

describe('init --git', () => {
  verifies(
    'PRJ-130',
    'existing hooks keep every line, ours comes first, and a second run changes nothing',
    async () => {
      const project = await testProject();
      project.write(HOOK, '#!/bin/bash\necho mine\nexit 0\n');
      chmodSync(join(project.root, HOOK), 0o755);
      const { created } = await setUp(project);
      expect(created).toContain(HOOK);
      const hook = project.read(HOOK);
      expect(hook.startsWith('#!/bin/bash\n# BEGIN baton\n')).toBe(true);
      expect(hook.endsWith('# END baton\necho mine\nexit 0\n')).toBe(true);
      expect(hook).toContain('baton -C "." verify --level precommit --quiet || exit 1');
      expect(statSync(join(project.root, '.git/hooks/pre-push')).mode & 0o111).toBe(0o111);
      expect((await setUp(project)).created).toEqual([]);
      expect(project.read(HOOK)).toBe(hook);
      const attributes = '.ai/handoff/.gitattributes';
      project.write(attributes, '*.md merge=baton\n*.json merge=baton\n');
      expect((await setUp(project)).created).toEqual([attributes]);
      expect(project.read(attributes)).toBe('*.md merge=baton\n*.json merge=baton\n.aiignore merge=baton\n');
    },
  );

  verifies(
    'PRJ-130',
    'projects in folders of one repository have a gate each, also beside one of the old form',
    async () => {
      const project = await testProject({ init: false });
      for (const folder of ['pkg/a', 'pkg/b $x', 'pkg/a']) {
        project.write(`${folder}/.ai/handoff/EXTRA.md`, '# One\n');
        expect((await project.baton(['-C', folder, 'init', '--git'])).code).toBe(0);
      }
      const gates = (): string[] => project.read(HOOK).match(/^ {4}baton -C .* verify/gm) ?? [];
      expect(gates()).toEqual(['    baton -C "pkg/b \\$x" verify', '    baton -C "pkg/a" verify']);
      project.write(HOOK, project.read(HOOK).replaceAll(/(# (?:BEGIN|END) baton) pkg\/a/g, '$1'));
      await project.baton(['-C', 'pkg/a', 'init', '--git']);
      expect(gates()).toHaveLength(2);
      const a = await composePlatform({ folder: join(project.root, 'pkg/a'), environment: process.env });
      await removeGitParts(a, { dryRun: false });
      expect(gates()).toEqual(['    baton -C "pkg/b \\$x" verify']);
      expect(project.git('config', '--get', 'merge.baton.driver')).toContain('merge-file');
      const b = await composePlatform({ folder: join(project.root, 'pkg/b $x'), environment: process.env });
      await removeGitParts(b, { dryRun: false });
      expect(existsSync(join(project.root, HOOK))).toBe(false);
      expect(project.git('config', '--get', '--default=none', 'merge.baton.driver')).toBe('none');
    },
  );

  verifies('PRJ-130', 'a hook in another language, lefthook, husky and core.hooksPath are respected', async () => {
    const python = await testProject();
    python.write(HOOK, '#!/usr/bin/env python3\nprint(1)\n');
    expect((await setUp(python)).kept.some((name) => name.includes('not a shell script'))).toBe(true);
    expect(python.read(HOOK)).toBe('#!/usr/bin/env python3\nprint(1)\n');

    const lefthook = await testProject();
    lefthook.write('lefthook.yml', 'pre-commit:\n');
    expect((await setUp(lefthook)).kept.some((name) => name.startsWith('lefthook.yml'))).toBe(true);
    expect(existsSync(join(lefthook.root, HOOK))).toBe(false);

    const husky = await testProject();
    husky.write('.husky/pre-commit', 'npm test\n');
    await setUp(husky);
    expect(husky.read('.husky/pre-commit')).toMatch(/^# BEGIN baton[\s\S]*# END baton\nnpm test\n$/);

    const own = await testProject();
    own.git('config', 'core.hooksPath', 'my-hooks');
    await setUp(own);
    expect(own.read('my-hooks/pre-push')).toContain('verify --level prepush');
  });
});

describe('the installed commit hook', () => {
  /** A real `git commit`, with a `baton` in the path as an installation would put it there. */
  function commit(project: TestProject) {
    const bin = join(project.root, '.git/bin');
    project.write('.git/bin/baton', `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
    chmodSync(join(bin, 'baton'), 0o755);
    const environment = Object.entries(process.env).filter(([name]) => !/^(GIT_|BATON_)/.test(name));
    const { status, stdout, stderr } = spawnSync('git', ['commit', '-m', 'work'], {
      cwd: project.root,
      env: { ...Object.fromEntries(environment), PATH: `${bin}:${process.env['PATH'] ?? ''}`, NO_COLOR: '1' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { status, said: stdout + stderr };
  }

  verifies(
    ['PRJ-060', 'PRJ-130'],
    'stops a commit with file, line, rule and a masked value, and lets a clean one pass',
    async () => {
      for (const folder of ['.git/hooks', 'team-hooks', '.husky']) {
        const project = await testProject();
        if (folder === '.husky') project.write('.husky/pre-commit', '#!/bin/sh\necho theirs\n');
        if (folder === '.husky') chmodSync(join(project.root, '.husky/pre-commit'), 0o755);
        if (folder !== '.git/hooks') project.git('config', 'core.hooksPath', folder);
        await setUp(project);
        expect(project.read(`${folder}/pre-commit`)).toContain('verify --level precommit');
        if (folder !== '.git/hooks') expect(existsSync(join(project.root, HOOK))).toBe(false);
        const platform = await project.platform();
        await begin(platform, { agent: 'ada', sessionId: 's' });
        await close(platform, { tag: false, commit: true, sessionId: 's' });
        const head = project.git('rev-parse', 'HEAD');
        await begin(platform, { agent: 'ada', sessionId: 't' });
        const good = project.file('STATUS.md');
        const line = good.split('\n').length + 1;
        project.write('.ai/handoff/STATUS.md', `${good}\nDEPLOY_KEY=abcdef123456\n`);
        project.git('add', '.ai/handoff/STATUS.md');
        const stopped = commit(project);
        expect(stopped.status).toBe(1);
        expect(stopped.said).toMatch(
          new RegExp(
            String.raw`\.ai/handoff/STATUS\.md\n +${line}:1 +error +matches the pattern \*_KEY=\* of \.aiignore line 4`,
          ),
        );
        expect(stopped.said).toContain('DEPL… (23 characters)');
        expect(stopped.said).not.toContain('abcdef123456');
        expect(project.git('rev-parse', 'HEAD')).toBe(head);
        project.write('.ai/handoff/STATUS.md', good);
        project.git('add', '.ai/handoff/STATUS.md');
        project.write('code.txt', 'two\n');
        project.git('add', 'code.txt');
        const passed = commit(project);
        expect(passed).toMatchObject({ status: 0 });
        if (folder === '.husky') expect(passed.said).toContain('theirs');
        expect(project.git('rev-parse', 'HEAD~1')).toBe(head);
      }
    },
  );
});

describe('verify', () => {
  /** A project whose last handoff is committed. */
  async function handedOver(): Promise<TestProject> {
    const project = await testProject();
    const platform = await project.platform();
    await begin(platform, { agent: 'ada', sessionId: 's' });
    await close(platform, { tag: false, commit: true, sessionId: 's', context: 'Ready.' });
    return project;
  }
  const states = async (project: TestProject, level: VerifyLevel, nowMs?: number) => {
    const { ok, checks } = await verify(await project.platform(nowMs === undefined ? {} : { nowMs }), level);
    return { ok, ...Object.fromEntries(checks.map(({ name, state }) => [name, state])) };
  };

  verifies(
    'PRJ-130',
    'the levels run their checks; commit pointer and trust only warn, and only from prepush on',
    async () => {
      const project = await handedOver();
      expect(await states(project, 'precommit')).toEqual({ ok: true, content: 'ok', integrity: 'ok', drift: 'ok' });
      expect(await states(project, 'prepush')).toEqual({
        ok: true,
        content: 'ok',
        integrity: 'ok',
        drift: 'ok',
        'commit-pointer': 'ok',
        trust: 'ok',
      });
      const platform = await project.platform();
      await begin(platform, { agent: 'ada', sessionId: 's' });
      project.write(
        '.ai/handoff/TRUST.md',
        '| Property | Status | Verified | TTL | Expires |\n|---|---|---|---|---|\n| DB | verified | 2026-02-20 | 3d | 2026-02-23 |\n',
      );
      project.write('.ai/handoff/STATUS.md', '# Status\n\nNew.\n');
      await close(platform, { tag: false, commit: true, sessionId: 's' });
      expect(await states(project, 'ci')).toMatchObject({ ok: true, trust: 'warning' });
      project.git('checkout', '--quiet', '--orphan', 'squashed');
      project.git('commit', '--quiet', '-m', 'squashed');
      expect(await states(project, 'ci')).toMatchObject({ 'commit-pointer': 'warning' });
    },
  );

  verifies('PRJ-130', 'what is staged is judged, not what lies on disk', async () => {
    const project = await handedOver();
    const good = project.file('STATUS.md');
    project.write('.ai/handoff/STATUS.md', `${good}\nMY_TOKEN=abcdef123456\n`);
    expect(await states(project, 'precommit')).toMatchObject({ ok: true, content: 'ok', integrity: 'ok' });
    project.git('add', '.ai');
    project.write('.ai/handoff/STATUS.md', good);
    expect(await states(project, 'precommit')).toMatchObject({ ok: false, content: 'failed', integrity: 'failed' });
    const before = project.git('status', '--porcelain');
    const { code, stdout } = await project.baton(['verify', '--level', 'precommit']);
    expect(code).toBe(1);
    expect(stdout).toContain('.ai/handoff/STATUS.md');
    expect(stdout).not.toContain('abcdef123456');
    expect(project.git('status', '--porcelain')).toBe(before);
  });

  verifies('PRJ-130', 'code that changed without STATUS and MANIFEST fails, unless a session is open', async () => {
    const project = await handedOver();
    project.write('code.txt', 'changed\n');
    project.git('add', 'code.txt');
    expect(await states(project, 'precommit')).toMatchObject({ ok: false, drift: 'failed' });
    await begin(await project.platform(), { agent: 'ada', sessionId: 's' });
    expect(await states(project, 'precommit')).toMatchObject({ ok: true, drift: 'skipped' });
    project.write('.ai/handoff/STATUS.md', `${project.file('STATUS.md')}\nHalf way.\n`);
    project.git('add', '-u');
    expect(await states(project, 'precommit')).toMatchObject({ ok: true, integrity: 'skipped' });
    expect(await states(project, 'prepush')).toMatchObject({ ok: false, integrity: 'failed' });
    expect((await project.baton(['verify', '--level', 'sometimes'])).code).toBe(2);
  });

  verifies('PRJ-060', 'patterns of an .aiignore that is in no commit are kept to as well', async () => {
    const project = await testProject();
    project.git('add', '.ai/handoff/*.md', '.ai/handoff/MANIFEST.json');
    project.git('commit', '--quiet', '-m', 'without the list');
    project.write('.ai/handoff/STATUS.md', `${project.file('STATUS.md')}\nMY_TOKEN=abcdef123456\n`);
    project.git('add', '-u');
    expect(await states(project, 'precommit')).toMatchObject({ content: 'failed' });
  });

  verifies('SEC-001', 'hooks and merge driver start no program that the repository brings along', async () => {
    const project = await testProject();
    await setUp(project);
    const hook = project.read(HOOK);
    expect(`${hook}\n${project.git('config', '--get', 'merge.baton.driver')}`).not.toMatch(/npx|node_modules/);
    const folder = 'x\ntouch HOOKRAN\n#';
    const text = addHookBlock(undefined, 'precommit', folder) ?? '';
    spawnSync('sh', ['-c', text], { cwd: project.root, env: { PATH: process.env['PATH'] } });
    expect(existsSync(join(project.root, 'HOOKRAN'))).toBe(false);
    expect(removeHookBlock(text, folder)).toBe('');
  });

  verifies('PRJ-140', 'what an open session changed is not called a change from outside', async () => {
    const project = await handedOver();
    await project.baton(['begin', '--agent', 'ada']);
    await project.baton(['next', 'add', 'one more']);
    project.git('add', '.ai/handoff/NEXT_ACTIONS.md');
    const { stdout } = await project.baton(['verify', '--level', 'ci']);
    expect(stdout).toContain('NEXT_ACTIONS.md is not what the manifest says: the open session has not recorded it yet');
    expect(stdout).not.toContain('outside the protocol');
  });

  verifies('PRJ-140', 'a clone without common history says that drift cannot be told', async () => {
    const source = await handedOver();
    source.git('checkout', '--quiet', '-b', 'feat');
    source.write('code.txt', 'changed\n');
    source.git('commit', '--quiet', '-am', 'code alone');
    const project = await testProject({ git: false, init: false });
    const depth = ['--quiet', '--depth=1'];
    project.git('clone', ...depth, '--branch=feat', `file://${source.root}`, '.');
    project.git('fetch', ...depth, 'origin', 'main:refs/remotes/origin/main');
    project.git('checkout', '--quiet', '--detach');
    project.git('remote', 'set-head', 'origin', '--delete');
    const { checks } = await verify(await project.platform(), 'ci');
    expect(checks.find(({ name }) => name === 'drift')).toMatchObject({
      state: 'skipped',
      note: 'skipped: this clone holds no commit in common with origin/main: fetch more history',
    });
    project.git('fetch', '--quiet', '--unshallow', 'origin', 'main:refs/remotes/origin/main', 'feat');
    expect(await states(project, 'ci')).toMatchObject({ drift: 'failed' });
  });
});

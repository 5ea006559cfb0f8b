import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  archive,
  begin,
  close,
  init,
  log,
  manifest,
  next,
  orient,
  set,
  trust,
} from '../../../src/relay/project/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { CLI } from '../../support/run-baton.ts';
import { verifies } from '../../support/verifies.ts';

/** The user that owns nothing. */
const NOBODY = 65_534;

const snapshot = ({ root }: TestProject): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(root, '.ai/handoff'))
      .sort()
      .map((name) => [name, readFileSync(join(root, '.ai/handoff', name), 'base64')]),
  );

describe('bad input gives a clear error and changes nothing', () => {
  test.each([
    ['binary', Buffer.from([0x00, 0xff, 0x10])],
    ['conflict markers', Buffer.from('# L\n\n<<<<<<< HEAD\n## [2026-01-01] a: x\n=======\n>>>>>>> b\n')],
  ])('%s in a file that is to be written', async (_what, content) => {
    const project = await testProject({ git: false });
    const platform = await project.platform();
    await begin(platform, { agent: 'ada', sessionId: 's' });
    for (const name of ['LOG.md', 'STATUS.md', 'TRUST.md', 'NEXT_ACTIONS.md'])
      project.write(`.ai/handoff/${name}`, content);
    const before = snapshot(project);
    expect(await codeOf(log(platform, { title: 'x', body: '', sessionId: 's' }))).toBe('HANDOFF_FILE_CORRUPT');
    expect(
      await codeOf(set(platform, { file: 'STATUS.md', section: 'summary', body: 'x', create: true, sessionId: 's' })),
    ).toBe('HANDOFF_FILE_CORRUPT');
    expect(await codeOf(trust(platform, { action: 'add', property: 'x', sessionId: 's' }))).toBe(
      'HANDOFF_FILE_CORRUPT',
    );
    expect(await codeOf(next(platform, { action: 'add', item: 'x', sessionId: 's' }))).toBe('HANDOFF_FILE_CORRUPT');
    const result = await close(platform, { tag: false, commit: true, sessionId: 's' }).catch((error: Error) => error);
    expect(result).toSatisfy(
      (each: unknown) => each instanceof Error || (each as { closed: boolean }).closed === false,
    );
    expect(snapshot(project)).toEqual(before);
  });

  verifies('PRJ-008', 'no option can make a manifest that breaks its schema', async () => {
    const project = await testProject({ git: false });
    const platform = await project.platform();
    const first = snapshot(project);
    for (const durationMinutes of [-5, 1.5, Number.NaN])
      expect(await codeOf(manifest(platform, { durationMinutes }))).toBe('INPUT_INVALID');
    expect(snapshot(project)).toEqual(first);
    await begin(platform, { agent: 'ada', sessionId: 's' });
    await next(platform, { action: 'add', item: 'first', priority: 'high', sessionId: 's' });
    const before = snapshot(project);
    const change = (request: Partial<Parameters<typeof next>[1]>): Promise<string> =>
      codeOf(next(platform, { action: 'add', item: 'x', sessionId: 's', ...request }));
    expect(await change({ action: 'done', item: 'constructor' })).toBe('ACTION_NOT_FOUND');
    expect(await change({ action: 'block', item: '__proto__', reason: 'x' })).toBe('ACTION_NOT_FOUND');
    expect(await change({ after: ['constructor'] })).toBe('TASK_GRAPH_INVALID');
    expect(await change({ assignedTo: 'x'.repeat(500) })).toBe('INPUT_INVALID');
    expect(await change({ item: 'x'.repeat(201), priority: 'low' })).toBe('INPUT_INVALID');
    expect(snapshot(project)).toEqual(before);
    expect(await close(platform, { tag: false, commit: true, sessionId: 's' })).toMatchObject({ closed: true });
  });

  test('a log of a hundred thousand entries is rotated, and oriented by', async () => {
    const project = await testProject({ git: false });
    project.write(
      '.ai/handoff/LOG.md',
      `# LOG\n\n${Array.from({ length: 100_000 }, (_, index) => `## [2026-01-01] ada: entry ${index}\n\nWords.\n\n`).join('')}`,
    );
    expect(await archive(await project.platform(), {})).toEqual({ entries: 10, moved: 99_990, archived: 99_990 });
    const seen = await orient(await project.platform(), { kind: 'debug', readOnly: true });
    expect(seen.text).toContain('entry 2');
    expect(seen.health[3]).toMatchObject({ ok: true });
  }, 120_000);

  test('a file where the folder should be, a bad .aiignore, a plan nobody can read', async () => {
    const file = await testProject({ git: false, init: false });
    file.write('.ai/handoff', 'a file');
    expect(await codeOf(orient(await file.platform(), { kind: 'fix', readOnly: true }))).toBe('FILE_EXISTS');
    const project = await testProject({ git: false });
    const platform = await project.platform();
    await begin(platform, { agent: 'ada', sessionId: 's' });
    project.write('.ai/handoff/.aiignore', 'fine*\n(\\d\n');
    expect(await codeOf(close(platform, { tag: false, commit: true, sessionId: 's' }))).toBe('AIIGNORE_INVALID');
    mkdirSync(join(project.root, '.ai/handoff/.pending'));
    for (const plan of ['{', '{"version":1,"writes":[{"name":"../x","file":"0.new"}],"removes":[]}', '{"version":2}']) {
      project.write('.ai/handoff/.pending/plan.json', plan);
      // This installation did not write it: it is no plan, and it is kept.
      expect(await codeOf(orient(platform, { kind: 'fix', readOnly: true }))).toBe('ok');
    }
  });

  test('a folder that may not be read', async () => {
    const project = await testProject({ git: false });
    const folder = join(project.root, '.ai/handoff');
    const before = snapshot(project);
    // The program lies where anybody may read it; permissions do not stop the administrator, so somebody else runs it.
    const bin = join(project.root, 'bin');
    cpSync(dirname(CLI), bin, { recursive: true });
    chmodSync(project.root, 0o777);
    chmodSync(folder, 0o000);
    const isRoot = process.getuid?.() === 0;
    try {
      for (const args of [
        ['orient', '--json'],
        ['begin', '--agent', 'ada', '--json'],
        ['manifest', '--json'],
      ]) {
        const { status, stdout, stderr } = spawnSync(process.execPath, [join(bin, 'baton.cjs'), ...args], {
          cwd: project.root,
          env: { PATH: process.env['PATH'] ?? '', BATON_CACHE_DIR: join(project.root, 'no-cache') },
          encoding: 'utf8',
          timeout: 30_000,
          ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
        });
        expect({ args, status, stderr }).toEqual({ args, status: 1, stderr: '' });
        expect(stdout).toContain('"code":"FILE_NOT_READABLE"');
        expect(stdout).toContain(folder);
      }
    } finally {
      chmodSync(folder, 0o755);
    }
    expect(snapshot(project)).toEqual(before);
  });

  test('a symlink that leads out of the project', async () => {
    const outside = await testProject({ git: false, init: false });
    outside.write('secret.md', '# Not yours\n');
    const project = await testProject({ git: false });
    const platform = await project.platform();
    const status = join(project.root, '.ai/handoff/STATUS.md');
    rmSync(status);
    symlinkSync(join(outside.root, 'secret.md'), status);
    expect(await codeOf(orient(platform, { kind: 'fix', readOnly: true }))).toBe('FILE_OUTSIDE_ROOT');
    expect(await codeOf(begin(platform, { agent: 'ada', sessionId: 's' }))).toBe('FILE_OUTSIDE_ROOT');
    const { code, stdout } = await project.baton(['read', 'STATUS.md', '--json']);
    expect(code).not.toBe(0);
    expect(stdout).not.toContain('Not yours');
    expect(outside.read('secret.md')).toBe('# Not yours\n');

    const whole = await testProject({ git: false, init: false });
    mkdirSync(join(whole.root, '.ai'));
    symlinkSync(outside.root, join(whole.root, '.ai/handoff'));
    const before = readdirSync(outside.root);
    expect(await codeOf(init(await whole.platform(), { git: false, agentsMd: false }))).toBe('FILE_OUTSIDE_ROOT');
    expect(readdirSync(outside.root)).toEqual(before);
    expect(await codeOf(orient(await whole.platform(), { kind: 'fix', readOnly: true }))).toBe('FILE_OUTSIDE_ROOT');
    expect(readdirSync(outside.root)).toEqual(['secret.md']);
  });
});

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { begin, close } from '../../../src/relay/project/index.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

async function handOver(project: TestProject, text: string): Promise<void> {
  const platform = await project.platform();
  await begin(platform, { agent: 'ada', sessionId: 's' });
  project.write('.ai/handoff/STATUS.md', `# Status\n\n${text}\n`);
  expect(await close(platform, { tag: false, commit: true, sessionId: 's' })).toMatchObject({
    closed: true,
    note: null,
  });
}

const treeOf = (project: TestProject): string[] => project.git('ls-tree', '-r', 'HEAD').split('\n');

/** A `git` before the real one on the path, which writes down each call. */
function recordGit(project: TestProject): { readonly env: Record<string, string>; calls(): string[] } {
  const [bin, log] = [join(project.root, '.git/test-bin'), join(project.root, '.git/test-calls')];
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  mkdirSync(bin);
  writeFileSync(log, '');
  writeFileSync(join(bin, 'git'), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec '${real}' "$@"\n`, { mode: 0o755 });
  return {
    env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` },
    calls: () => readFileSync(log, 'utf8').split('\n').slice(0, -1),
  };
}

describe('the commit of a handoff', () => {
  test('takes four git processes, for close and for handoff', async () => {
    const project = await testProject();
    await handOver(project, 'first');
    const { env, calls } = recordGit(project);
    await project.data(['handoff', '--done', 'Fixed the greeting.'], { env });
    expect(calls()).toHaveLength(4);
    await project.data(['begin', '--agent', 'ada', '--session-id', 's'], { env });
    await project.data(['log', 'More', '--body', 'Done.', '--session-id', 's'], { env });
    await project.data(['close', '--session-id', 's'], { env });
    expect(calls()).toHaveLength(8);
  });

  verifies('PRJ-071', 'leaves everything beside the folder as HEAD has it, whatever it is called', async () => {
    const project = await testProject();
    for (const path of ['.ai/notes.txt', '.ai-more/x', '.ai.txt', 'ä ö/ü.txt', 'a/b/c', 'a.b', 'run.sh'])
      project.write(path, `${path}\n`);
    chmodSync(join(project.root, 'run.sh'), 0o755);
    symlinkSync('code.txt', join(project.root, 'link'));
    project.git('add', '--all');
    project.git('commit', '--quiet', '-m', 'much');
    const before = treeOf(project).filter((line) => !line.includes('.ai/handoff/'));
    await handOver(project, 'second');
    expect(treeOf(project).filter((line) => !line.includes('.ai/handoff/'))).toEqual(before);
    expect(project.git('fsck', '--strict', '--no-dangling')).toBe('');
    expect(project.git('status', '--porcelain')).toBe('');
  });

  verifies(
    'PRJ-071',
    'stores the folder as git would: filters, modes, symlinks, deleted files and folders',
    async () => {
      const project = await testProject();
      project.git('config', 'filter.upper.clean', 'tr a-z A-Z');
      project.write('.ai/handoff/.gitattributes', 'UPPER.md filter=upper\n');
      for (const name of ['UPPER.md', 'gone.txt', 'deep/down/x.md', 'ä "quoted".md', 'tool.sh'])
        project.write(`.ai/handoff/${name}`, 'Harmless words.\n');
      chmodSync(join(project.root, '.ai/handoff/tool.sh'), 0o755);
      project.git('add', '--all');
      project.git('commit', '--quiet', '-m', 'files');
      rmSync(join(project.root, '.ai/handoff/gone.txt'));
      symlinkSync('STATUS.md', join(project.root, '.ai/handoff/pointer'));
      project.write('.ai/handoff/deep/y.txt', 'New.\n');
      project.write('.ai/handoff/UPPER.md', 'Other harmless words.\n');
      await handOver(project, 'second');
      const names = project
        .git('-c', 'core.quotePath=false', 'ls-tree', '-r', '-z', 'HEAD', '.ai/handoff/')
        .split('\0');
      const modeOf = (name: string): string | undefined =>
        names.find((row) => row.endsWith(`\t.ai/handoff/${name}`))?.slice(0, 6);
      expect(project.git('show', 'HEAD:.ai/handoff/UPPER.md')).toBe('OTHER HARMLESS WORDS.');
      expect([modeOf('tool.sh'), modeOf('pointer'), modeOf('deep/down/x.md'), modeOf('ä "quoted".md')]).toEqual([
        '100755',
        '120000',
        '100644',
        '100644',
      ]);
      expect([modeOf('gone.txt'), modeOf('deep/y.txt'), modeOf('HANDOFF.lock')]).toEqual([
        undefined,
        '100644',
        undefined,
      ]);
      expect(project.git('show', 'HEAD:.ai/handoff/pointer')).toBe('STATUS.md');
      expect(project.git('status', '--porcelain')).toBe('');
      expect(project.git('fsck', '--strict', '--no-dangling')).toBe('');
    },
  );

  verifies('PRJ-140', 'works in a repository of SHA-256 objects', async () => {
    const project = await testProject({ git: false });
    project.git('init', '--quiet', '--object-format=sha256', '--initial-branch=main');
    await handOver(project, 'first');
    project.write('code.txt', 'one\n');
    project.git('add', 'code.txt');
    project.git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'code');
    await handOver(project, 'second');
    expect(project.git('rev-list', '--count', 'HEAD')).toBe('3');
    expect(project.git('rev-parse', 'HEAD')).toHaveLength(64);
    expect(project.git('show', 'HEAD:code.txt')).toBe('one');
    expect(project.git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  test('a file that appears after the checks is not committed with them', async () => {
    const project = await testProject();
    await handOver(project, 'first');
    const platform = await project.platform();
    await begin(platform, { agent: 'ada', sessionId: 's' });
    const scanner = async () => {
      project.write('.ai/handoff/late.txt', 'DEPLOY_KEY=abcdef123456\n');
      return platform.scanner();
    };
    const late = Object.create(platform, { scanner: { value: scanner } }) as typeof platform;
    expect(await close(late, { tag: false, commit: true, sessionId: 's' })).toMatchObject({ closed: true });
    expect(treeOf(project).join('\n')).not.toContain('late.txt');
  });
});

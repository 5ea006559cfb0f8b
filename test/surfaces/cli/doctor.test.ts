import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DoctorRow } from '../../../src/relay/doctor/index.ts';
import { runBaton } from '../../support/run-baton.ts';
import { verifies } from '../../support/verifies.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-doctor-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function examine(args: readonly string[] = [], env: Record<string, string> = {}) {
  const { code, stdout } = await runBaton(['doctor', '--json', ...args], { cwd: folder, env });
  const { data } = JSON.parse(stdout) as { data: { healthy: boolean; checks: DoctorRow[] } };
  return { code, healthy: data.healthy, row: (id: string) => data.checks.find((check) => check.id === id) };
}

describe('baton doctor', () => {
  test('a new repository is healthy', async () => {
    execFileSync('git', ['init', '-q', '-b', 'main', folder]);
    const report = await examine();
    expect(report).toMatchObject({ code: 0, healthy: true });
    expect(report.row('node')).toMatchObject({
      state: 'ok',
      found: `v${process.versions.node} on ${process.platform}-${process.arch}`,
    });
    expect(report.row('repository')).toMatchObject({ state: 'ok', found: 'branch main, no commit yet' });
    expect(report.row('config')).toMatchObject({ state: 'ok', found: 'all defaults' });
    expect(report.row('tokenizer')).toMatchObject({ state: 'ok' });
  });

  test('a folder without git is fine, and says what git would bring', async () => {
    const report = await examine();
    expect(report.code).toBe(0);
    expect(report.row('repository')).toMatchObject({
      state: 'note',
      remedy: 'run git init to get commits, history and recovery',
    });
  });

  test('without the git program it warns instead of failing', async () => {
    const report = await examine([], { PATH: '/nowhere' });
    expect(report.code).toBe(1);
    expect(report.row('git')).toMatchObject({ state: 'warning', found: 'not found' });
  });

  test('a broken configuration is a problem with its remedy, and the rest is still examined', async () => {
    writeFileSync(join(folder, 'baton.config.json'), '{"budget": }');
    const report = await examine();
    expect(report).toMatchObject({ code: 1, healthy: false });
    expect(report.row('config')).toMatchObject({
      state: 'problem',
      remedy: 'fix baton.config.json or the variable named',
    });
    expect(report.row('config')?.found).toMatch(/^baton\.config\.json: .*line 1/);
    expect(report.row('node')).toMatchObject({ state: 'ok' });
  });

  test('leftovers of a write that was cut short are named, and removed with --fix', async () => {
    mkdirSync(join(folder, '.baton'));
    const leftover = join(folder, '.baton', '.baton-0123456789ab.tmp');
    writeFileSync(leftover, 'half');
    expect((await examine()).row('data-dir')).toMatchObject({ state: 'warning' });
    expect((await examine(['--fix', '--dry-run'])).row('data-dir')).toMatchObject({ state: 'warning' });
    expect(existsSync(leftover)).toBe(true);
    expect((await examine(['--fix'])).row('data-dir')).toMatchObject({
      state: 'ok',
      fixed: 'removed .baton-0123456789ab.tmp',
    });
    expect(existsSync(leftover)).toBe(false);
  });

  test('a file where the data folder should be is a problem', async () => {
    writeFileSync(join(folder, '.baton'), '');
    expect((await examine()).row('data-dir')).toMatchObject({ state: 'problem', found: '.baton is not a folder' });
  });

  test('rules for notices are read, and broken ones are a problem', async () => {
    expect((await examine()).row('notices')).toMatchObject({ state: 'ok', found: 'default rules' });
    mkdirSync(join(folder, '.baton'));
    const rules = join(folder, '.baton', 'notify.yaml');
    writeFileSync(rules, 'defaults: false\nrules:\n  - { name: on call, on: task.blocked, to: [console] }\n');
    expect((await examine()).row('notices')).toMatchObject({ state: 'ok', found: 'on call' });
    writeFileSync(rules, 'rules:\n  - { name: on call, to: [pager] }\n');
    expect((await examine()).row('notices')).toMatchObject({
      state: 'problem',
      found: 'notify.yaml: rules[0].to[0] must be console, file, webhook, command',
      remedy: 'fix .baton/notify.yaml; until then the default rules apply',
    });
  });

  verifies(
    'SUR-004',
    'environment, repository, hooks, config and data dir, each with a remedy it can apply',
    async () => {
      execFileSync('git', ['init', '-q', '-b', 'main', folder]);
      const well = await examine();
      for (const id of ['node', 'git', 'repository', 'config', 'data-dir', 'hooks'])
        expect([id, well.row(id)?.state]).toEqual([id, 'ok']);

      const hooks = join(folder, '.claude/settings.json');
      await runBaton(['setup', 'claude', '--command', 'npx agent-baton'], { cwd: folder });
      expect((await examine()).row('hooks')).toMatchObject({ state: 'ok', found: 'claude' });
      rmSync(join(folder, 'CLAUDE.md'));
      const complete = readFileSync(hooks, 'utf8');
      writeFileSync(hooks, complete.replace('"SessionEnd"', '"SomethingElse"'));
      mkdirSync(join(folder, '.baton'));
      writeFileSync(join(folder, '.baton', '.baton-0123456789ab.tmp'), 'half');
      const broken = await examine();
      expect(broken).toMatchObject({ code: 1, healthy: false });
      expect(broken.row('hooks')).toMatchObject({
        state: 'warning',
        found: 'claude: CLAUDE.md not there, .claude/settings.json outdated',
        remedy: 'run baton setup claude --command "npx agent-baton"',
      });
      expect(readFileSync(hooks, 'utf8')).not.toBe(complete);

      const mended = await examine(['--fix']);
      expect(mended).toMatchObject({ code: 0, healthy: true });
      expect(mended.row('hooks')).toMatchObject({ state: 'ok', fixed: 'wrote CLAUDE.md, .claude/settings.json' });
      expect(readFileSync(hooks, 'utf8')).toContain('SessionEnd');
      expect(
        (await runBaton(['setup', 'claude', '--check', '--command', 'npx agent-baton'], { cwd: folder })).code,
      ).toBe(0);
    },
  );

  test('what starts Baton in each tool is found, whatever command it is', async () => {
    for (const tool of ['claude', 'codex', 'gemini', 'cursor', 'copilot'])
      await runBaton(['setup', tool, '--command', 'npx --yes agent-baton'], { cwd: folder });
    const { row } = await examine();
    expect(row('hooks')).toMatchObject({ state: 'ok', found: 'claude, codex, gemini, cursor, copilot' });
  });

  test('in text each row has its remedy below it', async () => {
    writeFileSync(join(folder, '.baton'), '');
    const { code, stdout } = await runBaton(['doctor'], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toContain('problem  Data folder  .baton is not a folder\n         → move it away');
    expect(stdout.trimEnd().endsWith('1 problem, 0 warnings')).toBe(true);
  });
});

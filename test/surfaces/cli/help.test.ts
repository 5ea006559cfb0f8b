import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/surfaces/cli/commands.ts';
import { findCommand } from '../../../src/surfaces/cli/find-command.ts';
import { HABITS } from '../../../src/surfaces/cli/habits.ts';
import { renderHelp, renderOverview } from '../../../src/surfaces/cli/help.ts';
import { AREAS } from '../../../src/surfaces/cli/commands.ts';
import { chooseStyle } from '../../../src/surfaces/cli/style.ts';
import { testProject } from '../../support/project.ts';
import { runBaton } from '../../support/run-baton.ts';
import { runOnTerminal } from '../../support/run-on-terminal.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const page = { style: chooseStyle({}, false), columns: 80 };
const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));

describe('help', () => {
  verifies('SUR-060', 'baton alone fits a screen of 80 × 24, with five groups of at most six verbs', async () => {
    const { code, stdout } = await runBaton([]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
    const body = lines.slice(2, lines.lastIndexOf(''));
    const groups = body.join('\n').split(/\n(?=\S)/);
    expect(groups).toHaveLength(5);
    for (const group of groups) expect(group.split('\n').length).toBeLessThanOrEqual(6);
    expect(stdout).toContain('baton help all');
    for (const line of body) expect(line).not.toContain('…');
    expect((await runBaton(['--help'])).stdout).toBe(stdout);
  });

  verifies('SUR-060', 'help all lists every command once', () => {
    const text = renderOverview(AREAS, page);
    for (const { path, summary } of COMMANDS)
      expect(
        text.split('\n').filter((line) => line.startsWith(`  ${path} `) && line.includes(summary.slice(0, 20))),
      ).toHaveLength(1);
  });

  verifies('SUR-060', 'words of other tools lead to a command that exists', () => {
    const words = Object.keys(HABITS);
    expect(words.length).toBeGreaterThanOrEqual(40);
    for (const [word, habit] of Object.entries(HABITS)) {
      expect(COMMANDS.map(({ path }) => path)).not.toContain(word);
      expect(findCommand(COMMANDS, habit.split(' ')).kind, habit).toBe('command');
      if (word !== 'task')
        expect(() => findCommand(COMMANDS, [word])).toThrow(
          expect.objectContaining({ code: 'COMMAND_UNKNOWN', hint: `run baton ${habit}` }),
        );
    }
  });

  verifies('SUR-060', 'the version answers to what people try first', async () => {
    const { stdout } = await runBaton(['--version']);
    for (const word of ['-v', '-V', 'version']) expect((await runBaton([word])).stdout).toBe(stdout);
  });

  verifies('SUR-061', 'no line of any help is wider than the terminal, and words stay whole', async () => {
    for (const entry of COMMANDS) {
      const command = await entry.load();
      const help = renderHelp(entry, command, page).split('\n');
      const examples = new Set(command.examples.map(({ run }) => `  ${run}`));
      for (const line of help) if (!examples.has(line)) expect(line.length, line).toBeLessThanOrEqual(80);
      const words = new Set(help.join(' ').split(/\s+/));
      for (const word of command.about.split(/\s+/)) expect(words).toContain(word);
    }
    expect(widest(renderOverview(AREAS, page))).toBeLessThanOrEqual(80);
  });
});

describe('status', () => {
  verifies('SUR-060', 'shows session, next actions, tasks with their reasons and findings on one screen', async () => {
    const { baton } = await testProject();
    await baton(['begin', '--agent', 'ada']);
    await baton(['next', 'add', 'Write the parser']);
    for (let at = 0; at < 12; at += 1) await baton(['task', 'new', `Task number ${at}`, '--agent', 'bob']);
    const { code, stdout } = await baton(['status']);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^Session +ada since /m);
    expect(stdout).toContain('Write the parser');
    expect(stdout).toMatch(/^Tasks +12 ready$/m);
    expect(stdout).toMatch(/TASK-\d{4}-\d\d-\d\d-001 +ready, bob +Task number 0 \(/);
    expect(stdout).toContain('and 4 more: baton task list');
    expect(stdout).toMatch(/^Findings +none$/m);
  });

  test('without project state it says what to run', async () => {
    const { code, stdout } = await runBaton(['status'], { cwd: await tempFolder() });
    expect(code).toBe(0);
    expect(stdout).toContain('baton init');
    expect(stdout).toContain('baton task new TITLE');
  });
});

describe('quiet', () => {
  verifies('SUR-061', '-q prints nothing but errors, and JSON if it is asked for', async () => {
    expect(await runBaton(['config', '-q'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await runBaton(['config', '-q', '--json'])).stdout).toContain('"schema_version":1');
    const failed = await runBaton(['nonsense', '-q']);
    expect(failed.stderr).toContain('there is no command nonsense');
  });
});

describe('a text that is longer than the screen', () => {
  const show = async (rows: number, env: Readonly<Record<string, string | undefined>>): Promise<string[]> => {
    const options = { cwd: await tempFolder(), rows, types: [], env: { CI: undefined, TERM: 'xterm', ...env } };
    const { code, stdout } = await runOnTerminal(['help', 'all'], options);
    expect(code).toBe(0);
    return stdout.trimEnd().split('\r\n');
  };

  verifies('SUR-061', 'goes through the pager that the person chose, on a terminal', async () => {
    const paged = await show(24, { PAGER: "sed 's/^/paged /'" });
    expect(paged.length).toBeGreaterThan(24);
    expect(paged.every((line) => line.startsWith('paged '))).toBe(true);
    const own = await show(24, { PAGER: 'cat', BATON_PAGER: "sed 's/^/own /'" });
    expect(own.every((line) => line.startsWith('own '))).toBe(true);
  });

  verifies('SUR-061', 'is printed whole without a pager: none wanted, none installed, CI, or it fits', async () => {
    const { stdout } = await runBaton(['help', 'all']);
    const whole = stdout.trimEnd().split('\n');
    expect(await show(24, { PAGER: 'cat' })).toEqual(whole);
    expect(await show(24, { PAGER: 'no-such-pager' })).toEqual(whole);
    expect(await show(24, { PAGER: "sed 's/^/paged /'", CI: 'true' })).toEqual(whole);
    expect(await show(500, { PAGER: "sed 's/^/paged /'" })).toEqual(whole);
  });

  test('a person who leaves the pager early is no failure', async () => {
    expect(await show(24, { PAGER: 'head -n 1' })).toHaveLength(1);
  });
});

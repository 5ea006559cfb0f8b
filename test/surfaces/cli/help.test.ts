import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/surfaces/cli/commands.ts';
import { explainUnknown } from '../../../src/surfaces/cli/explain-unknown.ts';
import { findCommand, parseCall } from '../../../src/surfaces/cli/parse-call.ts';
import { ANSWERS, HABITS } from '../../../src/surfaces/cli/habits.ts';
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

const hintOf = (...words: string[]): string => {
  const found = findCommand(COMMANDS, words);
  return found.kind === 'unknown' ? explainUnknown(COMMANDS, found).hint : found.kind;
};

describe('help', () => {
  verifies('SUR-060', 'baton alone fits a screen of 80 × 24, with five groups of at most six verbs', async () => {
    const { code, stdout } = await runBaton([]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    // One line is left for the prompt: with 24 lines the first would scroll away, or a pager would open.
    expect(lines.length).toBeLessThanOrEqual(23);
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

  verifies('SUR-060', 'words of other tools lead to a command that exists, with its flags', async () => {
    const words = Object.keys(HABITS);
    expect(words.length).toBeGreaterThanOrEqual(150);
    for (const [word, habit] of Object.entries(HABITS)) {
      expect(COMMANDS.map(({ path }) => path)).not.toContain(word);
      const found = findCommand(COMMANDS, habit.split(' '));
      expect(found.kind, habit).toBe('command');
      if (found.kind === 'command') parseCall(await found.entry.load(), found.args);
      if (word !== 'task') expect(hintOf(word)).toBe(`run baton ${habit}`);
    }
  });

  verifies('SUR-060', 'words without a command of their own, and words within a group, lead on as well', () => {
    for (const word of Object.keys(ANSWERS)) expect(hintOf(word)).toBe(ANSWERS[word]);
    expect(hintOf('creat')).toBe('did you mean baton task new TITLE?');
    expect(hintOf('LIST')).toBe('run baton task list');
    expect(hintOf('task', 'add')).toBe('run baton task new TITLE');
    expect(hintOf('task', 'done')).toBe('run baton complete ID --agent NAME');
    expect(hintOf('task', 'claim')).toBe('did you mean baton claim?');
    expect(hintOf('agent', 'create')).toBe('run baton agent add NAME');
    expect(hintOf('audit', 'verfy')).toBe('did you mean baton audit verify?');
    expect(hintOf('doc', 'nonsense')).toBe('run baton doc for its commands');
  });

  verifies('SUR-062', 'a call that cannot be read is answered with how the command is called', async () => {
    const { code, stderr } = await runBaton(['log']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'error missing argument TITLE\n  usage: baton log TITLE [flags]; baton log --help has examples (USAGE_INVALID)\n',
    );
    expect((await runBaton(['setup', 'claude-code'])).stderr).toContain('did you mean claude?');
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

  verifies('SUR-060', 'with few tasks, shows whole reasons, and no task twice', async () => {
    const { baton } = await testProject();
    await baton(['task', 'new', 'Check every link of the release notes', '--agent', 'bob']);
    const { stdout } = await baton(['status']);
    expect(stdout).toMatch(/^Next +the tasks below$/m);
    expect(stdout).toMatch(/Check every link of the release notes\n +nobody can take it: there is no agent bob$/m);
    expect(stdout.match(/Check every link/g)).toHaveLength(1);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
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

import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { complete } from '../../../src/surfaces/cli/complete.ts';
import { defineCommand, type CommandEntry } from '../../../src/surfaces/cli/command.ts';
import { CLI, runBaton } from '../../support/run-baton.ts';

const make = (path: string, operands: string): CommandEntry => ({
  path,
  summary: 'For tests',
  load: async () =>
    defineCommand({
      operands,
      takes: [0, 1],
      about: 'For tests.',
      flags: {
        level: { kind: 'text', choices: ['low', 'high'], about: 'How.' },
        force: { kind: 'switch', about: 'Do it.' },
      },
      examples: [],
      run: async () => ({ kind: 'value', data: {}, text: () => '' }),
    }),
});

const commands = [
  make('config', '[KEY]'),
  make('doc validate', 'FILE'),
  make('doc hash', 'FILE'),
  make('trust', '[list|add|drop]'),
];

describe('complete', () => {
  test.each([
    [[''], ['config', 'doc', 'trust']],
    [['d'], ['doc']],
    [
      ['doc', ''],
      ['hash', 'validate'],
    ],
    [['doc', 'validate', '--l'], ['--level']],
    [
      ['doc', 'validate', '--level', ''],
      ['high', 'low'],
    ],
    [['doc', 'validate', '--level', 'h'], ['high']],
    [['doc', 'validate', 'x'], []],
    [
      ['trust', ''],
      ['add', 'drop', 'list'],
    ],
    [['config', '--f'], ['--force']],
  ])('%j → %j', async (words, expected) => {
    expect(await complete(commands, words, async () => [])).toEqual(expected);
  });
});

describe('baton completion', () => {
  test.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s', async (shell) => {
    const { code, stdout } = await runBaton(['completion', shell]);
    expect(code).toBe(0);
    expect(stdout).toContain('baton completion --complete --');
  });

  test('another shell is refused', async () => {
    expect(await runBaton(['completion', 'csh'])).toMatchObject({ code: 2 });
  });

  test('the bash script completes in a real bash', () => {
    const script = `
      baton() { "${process.execPath}" "${CLI}" "$@"; }
      source <(baton completion bash)
      COMP_WORDS=(baton doct); COMP_CWORD=1; _baton; echo "\${COMPREPLY[*]}"
      COMP_WORDS=(baton doctor --f); COMP_CWORD=2; _baton; echo "\${COMPREPLY[*]}"`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('doctor\n--fix\n');
  });
});

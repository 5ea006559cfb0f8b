import { describe, expect, test } from 'vitest';
import { defineCommand } from '../../../src/surfaces/cli/command.ts';
import { parseCall, parseGlobals } from '../../../src/surfaces/cli/parse-call.ts';

const command = defineCommand({
  operands: 'FILE [MORE…]',
  takes: [1, 3],
  about: 'A command for tests.',
  flags: {
    agent: { kind: 'text', value: 'NAME', about: 'Who.' },
    level: { kind: 'text', choices: ['low', 'high'], about: 'How.' },
    last: { kind: 'number', value: 'N', about: 'How many.' },
    tag: { kind: 'list', about: 'Any number of them.' },
    force: { kind: 'switch', short: 'f', about: 'Do it.' },
  },
  examples: [{ run: 'baton x', does: 'nothing' }],
  run: async () => ({ kind: 'value', data: {}, text: () => '' }),
});

const messageOf = (args: readonly string[]): string => {
  try {
    parseCall(command, args);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('was accepted');
};

describe('parseCall', () => {
  test('flags and operands in any order', () => {
    const call = parseCall(command, [
      '--agent',
      'ada',
      'a.md',
      '--tag=x',
      '-f',
      'b.md',
      '--tag',
      'y',
      '--last',
      '3',
      '--json',
    ]);
    expect(call.operands).toEqual(['a.md', 'b.md']);
    expect(call.flags).toEqual({ agent: 'ada', level: undefined, last: 3, tag: ['x', 'y'], force: true });
    expect(call.globals.json).toBe(true);
  });

  test('what is not given is false, empty or undefined', () => {
    expect(parseCall(command, ['a.md']).flags).toEqual({
      agent: undefined,
      level: undefined,
      last: undefined,
      tag: [],
      force: false,
    });
  });

  test('after -- nothing is a flag', () => {
    expect(parseCall(command, ['a.md', '--', '--force']).operands).toEqual(['a.md', '--force']);
  });

  test('a command that passes words on gets them apart', () => {
    const call = parseCall({ ...command, passesRest: true }, ['a.md', '--', 'npm', 'test', '--force']);
    expect(call.operands).toEqual(['a.md']);
    expect(call.rest).toEqual(['npm', 'test', '--force']);
  });

  test('a lone - is an operand: standard input', () => {
    expect(parseCall(command, ['-']).operands).toEqual(['-']);
  });

  test.each([
    [[], 'missing argument FILE [MORE…]'],
    [['a', 'b', 'c', 'd'], 'unexpected argument d'],
    [['a', '--agnet', 'x'], 'unknown flag --agnet; did you mean --agent?'],
    [['a', '--zzz'], 'unknown flag --zzz'],
    [['a', '--agent'], '--agent needs a value (NAME)'],
    [['a', '--level', 'mid'], '--level must be one of low, high, found mid'],
    [['a', '--last', 'many'], '--last needs a number, found many'],
    [['a', '--force=yes'], '--force takes no value'],
    [['a', '--agent', 'x', '--agent', 'y'], '--agent is given twice'],
    [['a', '--constructor'], 'unknown flag --constructor'],
  ])('%j is refused', (args, message) => {
    expect(messageOf(args)).toBe(message);
  });

  test('asking for help never fails for missing operands', () => {
    expect(parseCall(command, ['--help']).wantsHelp).toBe(true);
  });
});

describe('parseGlobals', () => {
  test('--json is known even where the rest of the line is nonsense', () => {
    expect(parseGlobals(['nonsense', '--wrong', '--json'])).toMatchObject({ json: true, quiet: false });
  });

  test('words after -- are not ours', () => {
    expect(parseGlobals(['run', '--', '--json']).json).toBe(false);
  });
});

import { BatonError, ERRORS } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { findNearest } from '../../kernel/nearest.ts';
import type { Command, CommandEntry } from './command.ts';
import type { Lookup } from './parse-call.ts';
import { ANSWERS, HABITS } from './habits.ts';

/** What people meant by words that name no command, as far as it can be known. */
export function explainUnknown(
  commands: readonly CommandEntry[],
  { words: [first = '', second], group: inGroup }: Extract<Lookup, { kind: 'unknown' }>,
): BatonError {
  const wanted = inGroup.length > 0 && second !== undefined ? `${first} ${second}` : first;
  const known =
    inGroup.length > 0
      ? inGroup.map((entry) => entry.path)
      : commands.flatMap((entry) => [entry.path, entry.path.split(' ')[0] ?? '']);
  const group = inGroup.length > 0 ? first : undefined;
  const hint =
    (group === undefined ? undefined : hintForGroup(commands, group, second ?? '')) ??
    hintFor(wanted, known) ??
    (group === undefined ? undefined : `run baton ${group} for its commands`);
  return new BatonError('COMMAND_UNKNOWN', `there is no command ${wanted}`, {
    command: wanted,
    ...given({ hint }),
  });
}

function hintFor(wanted: string, known: readonly string[]): string | undefined {
  const lower = wanted.toLowerCase();
  const habit = Object.hasOwn(HABITS, lower) ? HABITS[lower] : undefined;
  if (habit !== undefined) return `run baton ${habit}`;
  if (Object.hasOwn(ANSWERS, lower)) return ANSWERS[lower];
  const near = findNearest(wanted, known);
  if (near !== undefined) return `did you mean baton ${near}?`;
  const word = findNearest(wanted, Object.keys(HABITS), 1);
  return word === undefined ? undefined : `did you mean baton ${HABITS[word]}?`;
}

/** `task rm` is `rm` of a task, `task claim` a command of its own. */
function hintForGroup(commands: readonly CommandEntry[], group: string, word: string): string | undefined {
  const habit = Object.hasOwn(HABITS, word.toLowerCase()) ? HABITS[word.toLowerCase()] : undefined;
  if (habit?.startsWith(`${group} `) === true) return `run baton ${habit}`;
  return commands.some(({ path }) => path === word) ? `did you mean baton ${word}?` : undefined;
}

/** The same error, which says how the command is called unless it knows better. */
export function withUsage(error: BatonError, { path }: CommandEntry, { operands }: Command): BatonError {
  if (error.hint !== ERRORS.USAGE_INVALID.hint) return error;
  const usage = ['baton', path, operands].filter((part) => part !== '').join(' ');
  const hint = `usage: ${usage} [flags]; baton ${path} --help has examples`;
  return new BatonError(error.code, error.message, { ...error.details, hint }, error);
}

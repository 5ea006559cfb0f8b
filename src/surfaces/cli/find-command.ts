import { BatonError } from '../../kernel/errors/index.ts';
import { findNearest } from '../../kernel/nearest.ts';
import type { CommandEntry } from './command.ts';
import { HABITS } from './habits.ts';
import { findWords } from './parse-call.ts';

export type Lookup =
  | { readonly kind: 'command'; readonly entry: CommandEntry; readonly args: readonly string[] }
  /** `baton doc` if only `doc validate` and the like exist. */
  | { readonly kind: 'group'; readonly name: string; readonly entries: readonly CommandEntry[] }
  | { readonly kind: 'none' };

/** Finds the command a line names: the longest registered path among its first words. */
export function findCommand(commands: readonly CommandEntry[], args: readonly string[]): Lookup {
  const words = findWords(args);
  const [first, second] = words;
  if (first === undefined) return { kind: 'none' };
  const two =
    second === undefined ? undefined : commands.find((entry) => entry.path === `${first.text} ${second.text}`);
  if (two !== undefined && second !== undefined)
    return { kind: 'command', entry: two, args: without(args, [first.index, second.index]) };
  const one = commands.find((entry) => entry.path === first.text);
  if (one !== undefined) return { kind: 'command', entry: one, args: without(args, [first.index]) };
  const entries = commands.filter((entry) => entry.path.startsWith(`${first.text} `));
  if (entries.length > 0 && second === undefined) return { kind: 'group', name: first.text, entries };
  throw unknownCommand(commands, entries, first.text, second?.text);
}

const without = (args: readonly string[], indexes: readonly number[]): string[] =>
  args.filter((_, index) => !indexes.includes(index));

function unknownCommand(
  commands: readonly CommandEntry[],
  inGroup: readonly CommandEntry[],
  first: string,
  second: string | undefined,
): BatonError {
  const wanted = inGroup.length > 0 && second !== undefined ? `${first} ${second}` : first;
  const known =
    inGroup.length > 0
      ? inGroup.map((entry) => entry.path)
      : commands.flatMap((entry) => [entry.path, entry.path.split(' ')[0] ?? '']);
  return new BatonError('COMMAND_UNKNOWN', `there is no command ${wanted}`, {
    command: wanted,
    ...hintFor(wanted, known),
  });
}

function hintFor(wanted: string, known: readonly string[]): { readonly hint: string } | undefined {
  const habit = Object.hasOwn(HABITS, wanted.toLowerCase()) ? HABITS[wanted.toLowerCase()] : undefined;
  if (habit !== undefined) return { hint: `run baton ${habit}` };
  const near = findNearest(wanted, known);
  return near === undefined ? undefined : { hint: `did you mean baton ${near}?` };
}

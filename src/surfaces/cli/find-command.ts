import type { CommandEntry } from './command.ts';
import { findWords } from './parse-call.ts';

export type Lookup =
  | { readonly kind: 'command'; readonly entry: CommandEntry; readonly args: readonly string[] }
  /** `baton doc` if only `doc validate` and the like exist. */
  | { readonly kind: 'group'; readonly name: string; readonly entries: readonly CommandEntry[] }
  /** Words that name nothing; `group` holds the commands that begin with the first. */
  | { readonly kind: 'unknown'; readonly words: readonly string[]; readonly group: readonly CommandEntry[] }
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
  return { kind: 'unknown', words: words.map(({ text }) => text), group: entries };
}

const without = (args: readonly string[], indexes: readonly number[]): string[] =>
  args.filter((_, index) => !indexes.includes(index));

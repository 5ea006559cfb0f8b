import type { Command, CommandEntry, FlagTable } from './command.ts';
import { GLOBAL_FLAGS } from './parse-call.ts';

/** Ids that a word could be, such as those of open tasks. */
export type ListIds = (kind: 'task' | 'trace') => Promise<readonly string[]>;

/** Candidates for the word that is being typed. An empty answer leaves it to the shell (file names). */
export async function complete(
  commands: readonly CommandEntry[],
  words: readonly string[],
  listIds: ListIds,
): Promise<string[]> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const candidates = await findCandidates(commands, before, typed, listIds);
  return [...new Set(candidates)].filter((candidate) => candidate.startsWith(typed)).sort();
}

async function findCandidates(
  commands: readonly CommandEntry[],
  before: readonly string[],
  typed: string,
  listIds: ListIds,
): Promise<string[]> {
  const named = before.filter((word) => !word.startsWith('-'));
  const entry = findEntry(commands, named);
  const command = await entry?.load();
  const table: FlagTable = { ...GLOBAL_FLAGS, ...command?.flags };
  const open = findOpenFlag(table, before.at(-1));
  if (open !== undefined) return [...(open.choices ?? [])];
  if (typed.startsWith('-')) return Object.keys(table).map((name) => (name.length === 1 ? `-${name}` : `--${name}`));
  if (entry !== undefined && !hasDeeper(commands, named))
    return [...choicesOf(command), ...(await idsFor(entry, command, listIds))];
  return nextWords(commands, named);
}

/** The flag that waits for its value at the cursor. */
function findOpenFlag(table: FlagTable, word: string | undefined) {
  const flag = word?.startsWith('-') === true ? table[word.replace(/^-+/, '')] : undefined;
  return flag === undefined || flag.kind === 'switch' ? undefined : flag;
}

const findEntry = (commands: readonly CommandEntry[], named: readonly string[]): CommandEntry | undefined =>
  commands.find((entry) => entry.path === named.slice(0, 2).join(' ')) ??
  commands.find((entry) => entry.path === named[0]);

const hasDeeper = (commands: readonly CommandEntry[], named: readonly string[]): boolean =>
  named.length === 1 && commands.some((entry) => entry.path.startsWith(`${named[0]} `));

/** Operands written as `list|add|drop` in the usage are words to offer. */
const choicesOf = (command: Command | undefined): string[] =>
  command?.operands.match(/[a-z][a-z-]*(?=[|\]])|(?<=\|)[a-z][a-z-]*/g) ?? [];

const TASK_COMMAND = /^(?:task \w+|claim|heartbeat|complete|delegate|accept|reject|watch)$/;

/** Commands that take the id of a task, or of a trace, as their first word. */
async function idsFor(
  { path }: CommandEntry,
  command: Command | undefined,
  listIds: ListIds,
): Promise<readonly string[]> {
  if (command === undefined || !/^\[?(?:ID|TASK)\b/.test(command.operands)) return [];
  if (TASK_COMMAND.test(path)) return await listIds('task');
  return path === 'trace' ? [...(await listIds('task')), ...(await listIds('trace'))] : [];
}

function nextWords(commands: readonly CommandEntry[], named: readonly string[]): string[] {
  const depth = named.length;
  return commands
    .map((entry) => entry.path.split(' '))
    .filter((path) => path.length > depth && named.every((word, index) => path[index] === word))
    .flatMap((path) => path[depth] ?? []);
}

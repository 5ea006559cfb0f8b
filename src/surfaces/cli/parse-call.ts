import { parseArgs, type ParseArgsConfig } from 'node:util';
import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { findNearest } from '../../kernel/nearest.ts';
import type { Command, CommandEntry, Flag, FlagTable, FlagValue, Globals } from './command.ts';

/** Flags every command has. */
export const GLOBAL_FLAGS = {
  json: { kind: 'switch', about: 'Print one JSON value and nothing else to standard output.' },
  jsonl: { kind: 'switch', about: 'Stream one bare JSON value per line, for commands that stream.' },
  C: { kind: 'text', short: 'C', value: 'DIR', about: 'Run as if started in DIR.' },
  'data-dir': { kind: 'text', value: 'DIR', about: 'Keep tasks, audit and governance data in DIR.' },
  store: {
    kind: 'text',
    value: 'ADDRESS',
    about: 'Where tasks are kept: files, or postgres://user@host/database. Put the password in BATON_STORE.',
  },
  'dry-run': { kind: 'switch', about: 'Say what would be written, write nothing.' },
  yes: { kind: 'switch', short: 'y', about: 'Answer yes to every question.' },
  quiet: { kind: 'switch', short: 'q', about: 'Print nothing but errors; --json still prints its value.' },
  help: { kind: 'switch', short: 'h', about: 'Show how the command is used.' },
  version: { kind: 'switch', about: 'Show the version.' },
} as const satisfies FlagTable;

export interface ParsedCall {
  readonly operands: readonly string[];
  readonly rest: readonly string[];
  readonly flags: Readonly<Record<string, FlagValue>>;
  readonly globals: Globals;
  readonly wantsHelp: boolean;
}

/** The words of the command line that are not flags or their values, with their places, read before the command is known. */
export function findWords(args: readonly string[]): readonly { readonly text: string; readonly index: number }[] {
  const { tokens } = parseArgs(lenient(args, GLOBAL_FLAGS));
  const end = tokens.find((token) => token.kind === 'option-terminator')?.index ?? args.length;
  return tokens.flatMap((token) =>
    token.kind === 'positional' && token.index < end ? [{ text: token.value, index: token.index }] : [],
  );
}

/** Checks a command's arguments against what it declares. */
export function parseCall(command: Command, args: readonly string[]): ParsedCall {
  const table: FlagTable = { ...GLOBAL_FLAGS, ...command.flags };
  const { tokens } = parseArgs(lenient(args, table));
  const values = new Map<string, FlagValue>();
  const operands: string[] = [];
  const rest: string[] = [];
  let afterTerminator = false;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') afterTerminator = true;
    else if (token.kind === 'positional')
      (afterTerminator && command.passesRest === true ? rest : operands).push(token.value);
    else {
      assertOwnValue(table, token);
      takeFlag(values, table, token.name, token.rawName, token.value);
    }
  }
  const wantsHelp = values.get('help') === true;
  if (!wantsHelp) checkOperands(command, operands);
  return { operands, rest, flags: complete(command.flags, values), globals: readGlobals(values), wantsHelp };
}

/** Globals alone, for the frame: it must know --json before anything can fail. */
export function parseGlobals(args: readonly string[]): Globals {
  const values = new Map<string, FlagValue>();
  for (const token of parseArgs(lenient(args, GLOBAL_FLAGS)).tokens) {
    if (token.kind === 'option-terminator') break;
    if (token.kind === 'option' && token.name in GLOBAL_FLAGS) values.set(token.name, token.value ?? true);
  }
  return readGlobals(values);
}

function lenient(args: readonly string[], table: FlagTable) {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, flag] of Object.entries(table)) {
    options[name] = {
      type: flag.kind === 'switch' ? 'boolean' : 'string',
      multiple: true,
      ...given({ short: flag.short }),
    };
  }
  return { args: [...args], options, allowPositionals: true, strict: false, tokens: true } as const;
}

/** `--agent --dry-run` forgot a value; taking the next flag for it would write what should only be shown. */
function assertOwnValue(table: FlagTable, token: FlagToken): void {
  const isNumber = table[token.name]?.kind === 'number' && /^-\d/.test(token.value ?? '');
  if (token.inlineValue !== false || isNumber || !/^-./.test(token.value ?? '')) return;
  throw usage(`${token.rawName} needs a value; one that begins with a dash is written ${token.rawName}=${token.value}`);
}

interface FlagToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function takeFlag(
  values: Map<string, FlagValue>,
  table: FlagTable,
  name: string,
  rawName: string,
  value: string | undefined,
): void {
  const flag = Object.hasOwn(table, name) ? table[name] : undefined;
  if (flag === undefined) throw unknownFlag(rawName, table);
  if (flag.kind === 'switch') {
    if (value !== undefined) throw usage(`${rawName} takes no value`);
    values.set(name, true);
    return;
  }
  if (value === undefined) throw usage(`${rawName} needs a value${flag.value === undefined ? '' : ` (${flag.value})`}`);
  if (flag.choices !== undefined && !flag.choices.includes(value)) {
    throw usage(`${rawName} must be one of ${flag.choices.join(', ')}, found ${value}`);
  }
  if (flag.kind === 'list') values.set(name, [...((values.get(name) as readonly string[] | undefined) ?? []), value]);
  else if (values.has(name)) throw usage(`${rawName} is given twice`);
  else values.set(name, flag.kind === 'number' ? parseNumber(rawName, value) : value);
}

function parseNumber(rawName: string, value: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw usage(`${rawName} needs a number, found ${value}`);
  return Number(value);
}

function complete(table: FlagTable, values: ReadonlyMap<string, FlagValue>): Record<string, FlagValue> {
  const missing: Record<Flag['kind'], FlagValue> = { switch: false, list: [], text: undefined, number: undefined };
  return Object.fromEntries(
    Object.entries(table).map(([name, flag]) => [name, values.get(name) ?? missing[flag.kind]]),
  );
}

function readGlobals(values: ReadonlyMap<string, FlagValue>): Globals {
  const text = (name: string): string | undefined => {
    const value = values.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    json: values.get('json') === true,
    jsonl: values.get('jsonl') === true,
    quiet: values.get('quiet') === true,
    dryRun: values.get('dry-run') === true,
    yes: values.get('yes') === true,
    folder: text('C'),
    dataDir: text('data-dir'),
    store: text('store'),
  };
}

function checkOperands(command: Command, operands: readonly string[]): void {
  const [least, most] = command.takes;
  if (operands.length < least) throw usage(`missing argument ${command.operands}`);
  if (operands.length > most) throw usage(`unexpected argument ${operands.slice(most).join(' ')}`);
}

function unknownFlag(rawName: string, table: FlagTable): BatonError {
  const near = findNearest(rawName.replace(/^-+/, ''), Object.keys(table));
  return usage(
    `unknown flag ${rawName}${near === undefined ? '' : `; did you mean ${near.length === 1 ? '-' : '--'}${near}?`}`,
  );
}

const usage = (message: string): BatonError => new BatonError('USAGE_INVALID', message);

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

import type { Command, CommandEntry, Flag, FlagTable } from './command.ts';
import { GLOBAL_FLAGS } from './parse-call.ts';
import type { Style } from './style.ts';

export function renderOverview(commands: readonly CommandEntry[], style: Style): string {
  return [
    `${style.bold('baton')} passes work between AI agents: safe, cheap in tokens, provable.`,
    '',
    `${style.bold('Usage')}  baton COMMAND [flags]`,
    '',
    style.bold('Commands'),
    ...rows(commands.map((entry) => [entry.path, entry.summary])),
    '',
    style.bold('Flags of every command'),
    ...flagRows(GLOBAL_FLAGS),
    '',
    `${style.bold('More')}  baton COMMAND --help shows a command's flags with examples.`,
  ].join('\n');
}

export function renderGroup(name: string, entries: readonly CommandEntry[], style: Style): string {
  return [
    `${style.bold('Usage')}  baton ${name} COMMAND [flags]`,
    '',
    style.bold('Commands'),
    ...rows(entries.map((entry) => [entry.path, entry.summary])),
  ].join('\n');
}

export function renderHelp(entry: CommandEntry, command: Command, style: Style): string {
  const flags = Object.keys(command.flags).length === 0 ? [] : ['', style.bold('Flags'), ...flagRows(command.flags)];
  return [
    `${style.bold('Usage')}  ${['baton', entry.path, command.operands].filter((part) => part !== '').join(' ')} [flags]`,
    '',
    command.about,
    ...flags,
    '',
    style.bold('Examples'),
    ...command.examples.flatMap((example) => [`  ${style.cyan(example.run)}`, `      ${example.does}`]),
    '',
    style.dim(
      'Flags of every command: --json --jsonl -C DIR --data-dir DIR --store ADDRESS --dry-run --yes --quiet --help',
    ),
  ].join('\n');
}

export function renderFlag(name: string, flag: Flag): string {
  if (name.length === 1) return `-${name}${flag.kind === 'switch' ? '' : ` ${flag.value ?? 'VALUE'}`}`;
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  return `${short}--${name}${flag.kind === 'switch' ? '' : ` ${flag.choices?.join('|') ?? flag.value ?? 'VALUE'}`}`;
}

const flagRows = (table: FlagTable): string[] =>
  rows(Object.entries(table).map(([name, flag]) => [renderFlag(name, flag), flag.about]));

function rows(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(34, Math.max(...pairs.map(([left]) => left.length)));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

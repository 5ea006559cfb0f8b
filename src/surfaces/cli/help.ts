import { cutText } from '../../kernel/text.ts';
import type { Command, CommandArea, CommandEntry, Flag, FlagTable } from './command.ts';
import { GLOBAL_FLAGS } from './parse-call.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

/** What a screen of 80 × 24 holds: the commands most people need, by what they want to do. */
const FRONT: readonly { readonly title: string; readonly paths: readonly string[] }[] = [
  { title: 'Start', paths: ['init', 'setup', 'demo', 'status', 'doctor'] },
  { title: 'Project', paths: ['orient', 'handoff', 'next'] },
  { title: 'Tasks', paths: ['task new', 'task list', 'claim', 'delegate', 'complete'] },
  { title: 'Watch', paths: ['serve', 'board', 'trace'] },
  { title: 'Check', paths: ['verify', 'scan', 'audit verify'] },
];

/** The first screen. */
export function renderFront(commands: readonly CommandEntry[], { style, columns }: Page): string {
  const listed = FRONT.flatMap(({ title, paths }) =>
    paths.map((path, at) => [at === 0 ? title : '', commands.find((entry) => entry.path === path)] as const),
  );
  return [
    `${style.bold('baton')} passes work between AI agents: safe, cheap in tokens, provable.`,
    '',
    ...listed.flatMap(([title, entry]) =>
      entry === undefined
        ? []
        : [`${style.bold(title.padEnd(9))}${entry.path.padEnd(14)}${cutText(entry.summary, columns - 23, '…')}`],
    ),
    '',
    `${style.bold('More')}     baton COMMAND --help: flags and examples; baton help all: every command`,
  ].join('\n');
}

/** Where text is shown: what may be coloured, and how wide it may be. */
export interface Page {
  readonly style: Style;
  readonly columns: number;
}

/** Every command, by area. */
export function renderOverview(areas: readonly CommandArea[], page: Page): string {
  const { style } = page;
  return [
    `${style.bold('Usage')}  baton COMMAND [flags]`,
    ...areas.flatMap(({ title, commands }) => [
      '',
      style.bold(title),
      ...rows(
        commands.map((entry) => [entry.path, entry.summary]),
        page,
      ),
    ]),
    '',
    style.bold('Flags of every command'),
    ...flagRows(GLOBAL_FLAGS, page),
    '',
    `${style.bold('More')}  baton COMMAND --help shows a command's flags with examples.`,
  ].join('\n');
}

export function renderGroup(name: string, entries: readonly CommandEntry[], page: Page): string {
  const { style } = page;
  return [
    `${style.bold('Usage')}  baton ${name} COMMAND [flags]`,
    '',
    style.bold('Commands'),
    ...rows(
      entries.map((entry) => [entry.path, entry.summary]),
      page,
    ),
  ].join('\n');
}

export function renderHelp(entry: CommandEntry, command: Command, page: Page): string {
  const { style, columns } = page;
  const flags =
    Object.keys(command.flags).length === 0 ? [] : ['', style.bold('Flags'), ...flagRows(command.flags, page)];
  return [
    ...renderUsage(['baton', entry.path, command.operands, '[flags]'].filter((part) => part !== '').join(' '), page),
    '',
    ...wrap(command.about, columns),
    ...flags,
    '',
    style.bold('Examples'),
    ...command.examples.flatMap((example) => [
      `  ${style.cyan(example.run)}`,
      ...indent(wrap(example.does, columns - 6), 6),
    ]),
    '',
    ...wrap(
      'Flags of every command: --json --jsonl -C DIR --data-dir DIR --store ADDRESS --dry-run --yes --quiet --help',
      columns,
    ).map((line) => style.dim(line)),
  ].join('\n');
}

function renderUsage(line: string, { style, columns }: Page): string[] {
  const indented = columns - 'Usage  '.length;
  const [first = '', ...more] = line.length <= indented ? [line] : wrap(line.replaceAll('|', ' | '), indented);
  return [`${style.bold('Usage')}  ${first}`, ...indent(more, 'Usage  '.length)];
}

export function renderFlag(name: string, flag: Flag): string {
  if (name.length === 1) return `-${name}${flag.kind === 'switch' ? '' : ` ${flag.value ?? 'VALUE'}`}`;
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  return `${short}--${name}${flag.kind === 'switch' ? '' : ` ${flag.choices?.join('|') ?? flag.value ?? 'VALUE'}`}`;
}

const flagRows = (table: FlagTable, page: Page): string[] =>
  rows(
    Object.entries(table).map(([name, flag]) => [renderFlag(name, flag), flag.about]),
    page,
  );

const MAX_LEFT = 26;

/** Two columns, the right one wrapped; a left one that is too long has a line of its own. */
function rows(pairs: readonly (readonly [string, string])[], { columns }: Page): string[] {
  const width = Math.min(MAX_LEFT, Math.max(...pairs.map(([left]) => left.length)));
  return pairs.flatMap(([left, right]) => {
    const [first = '', ...more] = wrap(right, columns - width - 4);
    const rest = indent(more, width + 4);
    if (left.length <= width) return [`  ${left.padEnd(width)}  ${first}`, ...rest];
    return [...indent(wrap(left.replaceAll('|', ' | '), columns - 2), 2), ...indent([first], width + 4), ...rest];
  });
}

const indent = (lines: readonly string[], by: number): string[] => lines.map((line) => `${' '.repeat(by)}${line}`);

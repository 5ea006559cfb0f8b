import { given } from '../../kernel/given.ts';
import { resolve } from 'node:path';
import { BatonError, ERRORS, isBatonError } from '../../kernel/errors/index.ts';
import { VERSION } from '../../kernel/version.ts';
import type { ClosablePlatform, Platform, StandardFiles } from '../../kernel/ports/index.ts';
import type { AnswerRecorder } from '../../compose-probe.ts';
import type { Command, CommandEntry, Globals, Outcome } from './command.ts';
import { AREAS, COMMANDS } from './commands.ts';
import { findCommand, findWords, parseCall, parseGlobals, type Lookup, type ParsedCall } from './parse-call.ts';
import { renderFront, renderGroup, renderHelp, renderOverview, type Page } from './help.ts';
import { createIo, createRemarks, type Remarks } from './io.ts';
import { printError, printOutcome, type Printer } from './print.ts';
import { openInput, openOutput, type Input } from './streams.ts';
import { chooseStyle } from './style.ts';
import { print } from './terminal.ts';

/** What a process of its own has beside its streams. */
interface Start {
  /** A faster way to the streams. */
  readonly standardFiles: StandardFiles;
  startRecording(): Promise<AnswerRecorder | undefined>;
}

/** Runs one command line: find the command, parse, run, print, set the exit code. */
export async function main(process: NodeJS.Process, start?: Start): Promise<void> {
  const args = process.argv.slice(2);
  const files = start?.standardFiles;
  const isKept =
    files?.isPlain(1) === true && COMMANDS.some((entry) => entry.isKept === true && entry.path === args[0]);
  const recorder = isKept ? await start?.startRecording() : undefined;
  const globals = parseGlobals(ownHead(args));
  const remarks = createRemarks(recorder?.beyond(process, []) ?? process, globals.quiet);
  const plainOutput = openOutput(process, files, (error) => endWithoutOutput(process, error));
  const output = recorder?.output(plainOutput) ?? plainOutput;
  const style = chooseStyle(process.env, output.isTTY === true);
  const printer: Printer = { process, output, globals, style, remarks };
  let platform: Promise<ClosablePlatform> | undefined;
  const openPlatform: OpenPlatform = (own, isBrief) =>
    (platform ??= loadPlatform(process, own, { isBrief, remarks, recorder }));
  try {
    process.exitCode = await printOutcome(
      printer,
      await dispatch(printer, openInput(process, files), args, openPlatform),
    );
  } catch (error) {
    recorder?.lose();
    process.exitCode = hookSafe(args, printError(printer, error));
  }
  // The answer is out. A platform that could not be opened has been reported already.
  const opened = await platform?.catch(() => undefined);
  await opened?.close();
  recorder?.keep(Number(process.exitCode ?? 0));
}

/** An agent's host reads exit code 2 of a hook as "block": nothing may say that by accident, so a failure is 1. */
const hookSafe = (args: readonly string[], code: number): number =>
  findWords(args)[0]?.text === 'hook' ? Math.min(code, 1) : code;

type Help = (data: unknown, text: (page: Page) => string) => Outcome;

type OpenPlatform = (globals: Globals, isBrief: boolean) => Promise<Platform>;

async function dispatch(
  printer: Printer,
  input: Input,
  args: readonly string[],
  openPlatform: OpenPlatform,
): Promise<Outcome> {
  const help: Help = (data, text) => ({
    kind: 'value',
    data,
    asIs: true,
    text: (style) => text({ style, columns: printer.output.columns ?? DEFAULT_COLUMNS }),
  });
  const isHelpWord = args[0] === 'help';
  if (isHelpWord && args[1] === 'all') return help(listPaths(COMMANDS), (page) => renderOverview(AREAS, page));
  const line = isHelpWord ? [...args.slice(1), '--help'] : args;
  if (VERSION_WORDS.has(line[0] ?? '')) return say(VERSION, { version: VERSION });
  const found = findCommand(COMMANDS, line);
  switch (found.kind) {
    case 'none':
      if (line.includes('--version')) return say(VERSION, { version: VERSION });
      assertFlagsAlone(line);
      return help(listPaths(COMMANDS), (page) => renderFront(COMMANDS, page));
    case 'unknown':
      throw (await import('./explain-unknown.ts')).explainUnknown(COMMANDS, found);
    case 'group':
      return help(listPaths(found.entries), (page) => renderGroup(found.name, found.entries, page));
    case 'command':
      return await runFound(printer, input, line, found, openPlatform, help);
  }
}

async function runFound(
  printer: Printer,
  input: Input,
  line: readonly string[],
  found: Extract<Lookup, { kind: 'command' }>,
  openPlatform: OpenPlatform,
  help: Help,
): Promise<Outcome> {
  const command = await found.entry.load();
  try {
    const call = readCall(line, found, command);
    if (call.wantsHelp)
      return help(describeCommand(found.entry.path, command), (page) => renderHelp(found.entry, command, page));
    const quiet = call.globals.quiet || command.listsRequests === true;
    const platform = (folder = call.globals.folder): Promise<Platform> =>
      openPlatform({ ...call.globals, quiet, folder }, command.isLong !== true);
    // A missing folder is an error also for commands that do not read it.
    if (call.globals.folder !== undefined) await platform();
    return await run(printer, input, command, { ...call, platform });
  } catch (error) {
    if (!isBatonError(error, 'USAGE_INVALID')) throw error;
    throw (await import('./explain-unknown.ts')).withUsage(error, found.entry, command);
  }
}

async function run(
  { process, output, globals, remarks }: Printer,
  input: Input,
  command: Command,
  call: Omit<Parameters<Command['run']>[0], 'io'>,
): Promise<Outcome> {
  // What a long command uses of the stream itself must find it ready.
  if (command.isLong === true) output.open();
  return command.run({ ...call, io: createIo({ process, input, output, remarks, quiet: globals.quiet }) });
}

/** A line without a command may ask for help, and for nothing else. */
function assertFlagsAlone(line: readonly string[]): void {
  if (line.length === 0 || line.includes('--help') || line.includes('-h')) return;
  throw new BatonError('USAGE_INVALID', `${line.join(' ').slice(0, 40)} names no command`, {
    hint: 'run baton for the most used ones; flags come after the command',
  });
}

function readCall(
  line: readonly string[],
  { entry, args }: Extract<Lookup, { kind: 'command' }>,
  command: Command,
): ParsedCall {
  return entry.ownLine === true ? ownCall(line, entry.path) : parseCall(command, args);
}

/** What comes before the command's name is ours, what comes after it is its own. */
function ownCall(line: readonly string[], path: string): ParsedCall {
  const at = line.indexOf(path);
  return {
    operands: line.slice(at + 1),
    rest: [],
    flags: {},
    globals: parseGlobals(line.slice(0, at)),
    wantsHelp: false,
  };
}

/** The part of the line that the frame may read. */
function ownHead(args: readonly string[]): readonly string[] {
  const [first] = findWords(args);
  const isOwn = COMMANDS.some(({ path, ownLine }) => ownLine === true && path === first?.text);
  return isOwn ? args.slice(0, first?.index) : args;
}

const DEFAULT_COLUMNS = 80;

/** What people try before `--version`. */
const VERSION_WORDS = new Set(['-v', '-V', 'version']);

const listPaths = (entries: readonly CommandEntry[]): object => ({ commands: entries.map(({ path }) => path) });

const say = (text: string, data: unknown): Outcome => ({ kind: 'value', data, text: () => text });

const describeCommand = (path: string, command: Command) => ({
  command: path,
  operands: command.operands,
  about: command.about,
  flags: command.flags,
  examples: command.examples,
});

async function loadPlatform(
  process: NodeJS.Process,
  globals: Globals,
  { isBrief, remarks, recorder }: { isBrief: boolean; remarks: Remarks; recorder: AnswerRecorder | undefined },
): Promise<ClosablePlatform> {
  const { composePlatform } = await import('../../compose.ts');
  return composePlatform({
    folder: resolve(process.cwd(), globals.folder ?? ''),
    environment: process.env,
    isBrief,
    recorder,
    flags: {
      ...given({ dataDir: globals.dataDir, store: globals.store }),
    },
    remark: (text) => {
      if (!globals.quiet) remarks.say(text);
    },
  });
}

/**
 * `baton … | head` closes the pipe early; that is not a failure of ours. A full disk is said without another attempt to
 * write there: the command has done its work, only its result is lost.
 */
function endWithoutOutput(process: NodeJS.Process, error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0);
  const code = error.code === 'ENOSPC' ? 'DISK_FULL' : 'FILE_NOT_WRITABLE';
  print(process.stderr, `error the result could not be written: ${error.message} (${code})\n`);
  process.exit(ERRORS[code].exit);
}

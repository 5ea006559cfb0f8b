import { control } from '../../terminal.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBatonError } from '../../../../kernel/errors/index.ts';
import { TASK_STATUSES, isFinished } from '../../../../kernel/tasks.ts';
import { showTask } from '../../../../relay/tasks/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { viewOverview, viewTasks } from '../../../../relay/views/index.ts';
import { defineCommand, type Outcome, type StreamLine } from '../../command.ts';
import type { Io } from '../../io.ts';
import { renderBoard, type BoardState, type Screen } from './render-board.ts';
import { start } from './start.ts';
import type { TtyPlatform } from './tty/play-tty.ts';
import type { TtyDetail } from './tty/render-list.ts';
import { stopSignal } from '../../stop-signal.ts';
import type { Style } from '../../style.ts';

const REDRAW_MS = 500;
const DEFAULT_ROWS = 40;

export const board = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'The board: in the browser, or live in the terminal with --tty. If no daemon runs on the data dir, one is started and ends with Ctrl-C.',
  isLong: true,
  flags: {
    tty: { kind: 'switch', about: 'Show it in this terminal; needs no daemon. Without a terminal it is printed once.' },
    open: { kind: 'switch', about: 'Open the browser.' },
    port: { kind: 'number', value: 'N', about: 'Port for the daemon, if one has to be started.' },
  },
  examples: [
    { run: 'baton board', does: 'the address of the board' },
    { run: 'baton board --open', does: 'open it in the browser' },
    { run: 'baton board --tty', does: 'watch it in the terminal' },
  ],
  async run({ flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    if (flags.tty || globals.dryRun) return await showInTerminal(platform, io, globals.json || globals.jsonl);
    const { createLoginCode, findDaemon, readToken } = await import('../../../http/index.ts');
    const found = await findDaemon(platform);
    if (found !== undefined) {
      const address = `${found.url}/#code=${createLoginCode(await readToken(platform), platform)}`;
      const opened = flags.open && (await openBrowser(platform, address));
      return {
        kind: 'value',
        data: { url: found.url, pid: found.pid, opened },
        text: (style) => style.cyan(io.isOutputTerminal ? address : found.url),
      };
    }
    const { serving, lines } = await start(platform, { port: flags.port }, io);
    if (flags.open) await openBrowser(platform, `${serving.url}/#code=${createLoginCode(serving.token, platform)}`);
    return { kind: 'lines', lines, exit: () => 0 };
  },
});

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Whether there was a browser to open. */
async function openBrowser(
  platform: Pick<Platform, 'files' | 'processes' | 'project' | 'random' | 'remark' | 'timers'>,
  address: string,
): Promise<boolean> {
  const { writeDoor } = await import('../../../http/index.ts');
  const door = await writeDoor(platform, address);
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const isOpen = await runsWell(platform, command, [...args, door]);
  if (!isOpen) platform.remark(`no browser could be opened here; open ${door} in yours`);
  return isOpen;
}

async function runsWell(
  platform: Pick<Platform, 'processes'>,
  command: string,
  args: readonly string[],
): Promise<boolean> {
  try {
    const { code } = await platform.processes.run({ command, args, timeoutMs: 15_000 });
    return code === 0;
  } catch (error) {
    // A machine without a desktop has no such program.
    if (!isBatonError(error, 'PROCESS_NOT_STARTED')) throw error;
    return false;
  }
}

async function showInTerminal(
  platform: TtyPlatform & Parameters<typeof viewTasks>[0],
  io: Io,
  isData: boolean,
): Promise<Outcome> {
  const state = await readState(platform);
  if (isData || !io.isOutputTerminal) {
    return {
      kind: 'value',
      data: { counts: state.overview.counts, tasks: state.cards },
      text: (style) => renderBoard(state, { columns: io.columns, rows: DEFAULT_ROWS }, style),
    };
  }
  if (!io.isInputTerminal) return { kind: 'lines', lines: redraw(platform, state), exit: () => 0 };
  const { playTty } = await import('./tty/play-tty.ts');
  const callerRun = io.environment['BATON_RUN_ID'] || undefined;
  const read = (): Promise<BoardState> => readState(platform);
  const readDetail = (id: string): Promise<TtyDetail | undefined> => readTask(platform, id);
  const parts = { platform, input: process.stdin, callerRun, read, readDetail, screen };
  return { kind: 'lines', lines: playTty(parts), exit: () => 0 };
}

async function readTask(platform: Parameters<typeof showTask>[0], id: string): Promise<TtyDetail | undefined> {
  try {
    const { entry, body } = await showTask(platform, id);
    return { id, text: body, remarks: entry.task.metadata.remarks ?? [] };
  } catch (error) {
    if (!isBatonError(error, 'TASK_NOT_FOUND')) throw error;
    return undefined;
  }
}

async function readState(platform: Parameters<typeof viewTasks>[0]): Promise<BoardState> {
  const [overview, { tasks }] = [
    await viewOverview(platform),
    await viewTasks(platform, { statuses: TASK_STATUSES.filter((status) => !isFinished(status)) }),
  ];
  return { overview, cards: tasks, nowMs: platform.clock.now() };
}

const CLEAR = control('2J');
const HOME = control('H');
const REST = control('J');
const REST_OF_LINE = control('K');

/** One picture over the other, until Ctrl-C. */
async function* redraw(platform: Parameters<typeof viewTasks>[0], first: BoardState): AsyncGenerator<StreamLine> {
  const stop = stopSignal();
  let prefix = CLEAR + HOME;
  for (let state = first; !stop.aborted; state = await readState(platform)) {
    const before = prefix;
    const draw = (style: Style): string => renderBoard(state, screen(), style).replaceAll('\n', `${REST_OF_LINE}\n`);
    yield { data: state, text: (style) => `${before}${draw(style)}${REST}` };
    prefix = HOME;
    await sleep(REDRAW_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

const screen = (): Screen => ({
  columns: process.stdout.columns || 80,
  // The last row is the cursor's.
  rows: (process.stdout.rows || DEFAULT_ROWS) - 1,
});

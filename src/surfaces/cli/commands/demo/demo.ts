import { given } from '../../../../kernel/given.ts';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { createRandomHex } from '../../../../kernel/ids.ts';
import {
  playDemo,
  type ActRow,
  type DemoRequest,
  type DemoResult,
  type PlayedDemo,
} from '../../../../../demo/play/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { defineCommand, type StreamLine } from '../../command.ts';
import type { Io } from '../../io.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';
import { stopSignal } from '../../stop-signal.ts';
import { fitLines } from '../../wrap.ts';

export const demo = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Plays the relay in a scratch folder: small agents, which are real processes, create, brief, hand on and report a task; one of them is killed on the way. A program that shares no code with Baton then reads the story back. Ends with 1 if anything differs.',
  isLong: true,
  flags: {
    keep: { kind: 'switch', about: 'Keep the scratch folder for inspection.' },
    board: {
      kind: 'switch',
      about: 'Open the board in the browser while it plays. On a terminal it stays until Ctrl-C.',
    },
    dir: { kind: 'text', value: 'DIR', about: 'An empty or new folder to play in, which is kept.' },
  },
  examples: [
    { run: 'baton demo', does: 'the whole story, in well under a minute' },
    { run: 'baton demo --board --keep', does: 'with the board, and leave the folder' },
    { run: 'baton demo --store postgres://baton@localhost/work', does: 'in a database, in a schema of its own' },
  ],
  async run({ flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const folder = flags.dir === undefined ? scratchFolder(platform) : resolve(platform.project.folder, flags.dir);
    if (globals.dryRun) return { kind: 'value', data: { folder }, text: () => `Would play in ${folder}.`, exit: 0 };
    await prepare(platform, folder);
    const store = chooseStore(platform, globals.store);
    const isKept = flags.keep || flags.dir !== undefined;
    const signal = stopSignal();
    const played = await play(platform, {
      io,
      folder,
      board: flags.board,
      signal,
      ...given({ store }),
    });
    const { result, boardUrl } = played;
    const { ms, ...data } = result;
    const isWatched = io.isOutputTerminal && !globals.json && !globals.jsonl;
    const story = {
      data: { ...data, kept: isKept, seconds: Math.round(ms / 100) / 10 },
      text: (style: Style) =>
        fitLines(render(result, { isKept, isEnded: signal.aborted }, style), isWatched ? io.columns : Infinity),
    };
    const exit = result.ok ? 0 : 1;
    const clear = async (): Promise<void> => {
      await played.end();
      if (isKept) return;
      await removeFolder(platform, folder);
      if (store !== undefined) await removeSchema(platform, store);
    };
    // Somebody saw it scroll by: its end goes below, not into a pager.
    if (isWatched)
      return { kind: 'lines', lines: endBeforePerson({ story, boardUrl, signal, clear }), exit: () => exit };
    await clear();
    return { kind: 'value', ...story, exit };
  },
});

interface DemoEnd {
  readonly story: StreamLine;
  readonly boardUrl: string | undefined;
  readonly signal: AbortSignal;
  clear(): Promise<void>;
}

/** A person may have the board open: it stays until they end it. */
async function* endBeforePerson({ story, boardUrl, signal, clear }: DemoEnd): AsyncGenerator<StreamLine> {
  try {
    yield story;
    if (boardUrl === undefined || signal.aborted) return;
    yield {
      data: { board: boardUrl },
      text: (style) => `The board stays at ${style.cyan(boardUrl)} until you press Ctrl-C.`,
    };
    await untilAborted(signal);
  } finally {
    await clear();
  }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  // A signal alone does not keep the process alive.
  const alive = setInterval(() => undefined, 60_000);
  if (!signal.aborted) await once(signal, 'abort');
  clearInterval(alive);
}

const scratchFolder = ({ facts, random }: Pick<Platform, 'facts' | 'random'>): string =>
  join(facts.tempFolder, `baton-demo-${createRandomHex(random, 4)}`);

async function prepare({ files }: Pick<Platform, 'files'>, folder: string): Promise<void> {
  if ((await files.stat(folder)) !== undefined && (await files.list(folder)).length > 0)
    throw new BatonError('INPUT_INVALID', `${folder} is not empty`, { hint: 'name a new folder with --dir' });
  await files.createFolder(folder);
}

interface Showing {
  readonly io: Io;
  readonly folder: string;
  readonly board: boolean;
  readonly signal: AbortSignal;
  readonly store?: DemoStore;
}

type DemoStore = NonNullable<DemoRequest['store']>;

/** Only if the command line asks for it: a project's setting must not change the story, nor the story its tasks. */
function chooseStore({ random }: Pick<Platform, 'random'>, address: string | undefined): DemoStore | undefined {
  if (address === undefined || address === 'files') return undefined;
  return { address, schema: `baton_demo_${createRandomHex(random, 4)}` };
}

async function removeSchema(platform: Pick<Platform, 'reopen'>, { address, schema }: DemoStore): Promise<void> {
  const own = await platform.reopen({ settings: { store: address, storeSchema: schema } });
  try {
    await (await own.tasks()).server?.drop();
  } finally {
    await own.close();
  }
}

async function play(
  platform: Pick<Platform, 'clock' | 'files' | 'processes' | 'timers' | 'tokens'>,
  { io, ...showing }: Showing,
): Promise<PlayedDemo> {
  const style = io.errorStyle;
  return await playDemo(platform, {
    ...showing,
    node: process.execPath,
    bin: resolve(process.argv[1] ?? ''),
    files: await findDemoFiles(platform),
    onBegin: (title) => io.working(title),
    onAct: (row) => io.remark(renderAct(row, style)),
    onNotice: (text) => io.remark(style.cyan(text)),
  });
}

/** Beside the built command line in the package, or in the repository. */
async function findDemoFiles({ files }: Pick<Platform, 'files'>): Promise<string> {
  for (const way of ['../../demo', '../../../../../demo']) {
    const folder = join(dirname(fileURLToPath(import.meta.url)), way);
    if ((await files.stat(join(folder, 'read-story.mjs'))) !== undefined) return folder;
  }
  throw new BatonError('DEMO_FAILED', 'the files of the demo are not in this package');
}

const renderAct = ({ ok, title, says, ms }: ActRow, style: Style): string =>
  `${ok ? style.green('✓') : style.red('✗')} ${style.bold(title)} ${style.dim(`${(ms / 1_000).toFixed(1)} s`)}\n    ${says}`;

function render(result: DemoResult, how: { isKept: boolean; isEnded: boolean }, style: Style): string {
  const { checks, tokens, folder, ms } = result;
  const saved = tokens.map(({ what, full, sent }) => [
    what,
    `${full}`,
    `${sent}`,
    full === 0 ? '' : style.green(`−${Math.round((1 - sent / full) * 100)} %`),
  ]);
  const found = checks.map(({ name, ok: holds, found: what }) => [
    holds ? style.green('✓') : style.red('✗'),
    name,
    style.dim(what),
  ]);
  return [
    ...(saved.length === 0
      ? []
      : [style.bold('Tokens, counted'), renderTable([['', 'all of it', 'handed over', ''], ...saved]), '']),
    ...(found.length === 0 ? [] : [style.bold('Read back from journal, audit log and git'), renderTable(found), '']),
    `${renderVerdict(result, how.isEnded, style)}, after ${(ms / 1_000).toFixed(1)} seconds.`,
    ...(how.isKept ? [`Look around: ${folder}`, style.dim(`baton -C ${folder} board --open`)] : []),
  ].join('\n');
}

function renderVerdict({ ok }: DemoResult, isEnded: boolean, style: Style): string {
  if (ok) return style.green('The story holds');
  return isEnded ? style.yellow('Ended before the story was told') : style.red('The story does not hold');
}

async function removeFolder(platform: Pick<Platform, 'files'>, folder: string): Promise<void> {
  for (const { name, kind } of await platform.files.list(folder)) {
    const path = join(folder, name);
    if (kind === 'folder') await removeFolder(platform, path);
    else await platform.files.remove(path);
  }
  await platform.files.remove(folder);
}

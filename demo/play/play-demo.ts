import { join } from 'node:path';
import { isBatonError } from '../../src/kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json } from '../../src/kernel/json.ts';
import type { Platform } from '../../src/kernel/ports/index.ts';
import { ACTS, setStage } from './acts.ts';
import { DemoDaemon } from './demo-daemon.ts';
import { EventFeed } from './event-feed.ts';
import { measureTokens, type TokenRow } from './measure-tokens.ts';
import { Stage, type DemoPlace } from './stage.ts';
import { CHECKS, type CheckRow, type Telling } from './telling.ts';

export interface DemoRequest extends DemoPlace {
  /** Open the board in the browser while it plays. */
  readonly board: boolean;
  /** Ends it early: nothing more is played, and nothing is left running. */
  readonly signal?: AbortSignal;
  onBegin?(title: string): void;
  onAct?(act: ActRow): void;
  onNotice?(text: string): void;
}

export interface ActRow {
  readonly title: string;
  readonly ok: boolean;
  readonly says: string;
  readonly ms: number;
}

export interface DemoResult {
  /** Whether everything was played, and the reader found the same story. */
  readonly ok: boolean;
  readonly folder: string;
  readonly trace_id: string | null;
  readonly acts: readonly ActRow[];
  readonly checks: readonly CheckRow[];
  readonly tokens: readonly TokenRow[];
  readonly ms: number;
}

/** A story that was told. Its daemon, and with it the board, runs until somebody ends it. */
export interface PlayedDemo {
  readonly result: DemoResult;
  /** Undefined if it was not asked for, or could not be opened. */
  readonly boardUrl: string | undefined;
  end(): Promise<void>;
}

/** Plays the relay in a scratch folder, with agents as processes of their own, and lets a stranger read it back. */
export async function playDemo(
  platform: Pick<Platform, 'clock' | 'files' | 'processes' | 'timers' | 'tokens'>,
  request: DemoRequest,
): Promise<PlayedDemo> {
  const startMs = platform.clock.now();
  const stage = new Stage(platform, request, request.signal);
  const telling: Partial<Telling> = {};
  const acts: ActRow[] = [];
  const act = async (title: string, play: () => Promise<string>): Promise<boolean> => {
    request.onBegin?.(title);
    const row = await playAct(platform, title, play);
    acts.push(row);
    request.onAct?.(row);
    return row.ok;
  };
  const daemon = new DemoDaemon(platform, stage);
  const end = (): Promise<void> => daemon.stop();
  try {
    const isSet = await act('A project, a team and a daemon', async () => {
      await setStage(stage);
      await daemon.start();
      return `${request.folder}`;
    });
    const boardUrl = isSet && request.board ? await openBoard(stage, request) : undefined;
    if (isSet) await playActs(platform, stage, telling, act);
    const isPlayed = acts.length === ACTS.length + 1 && acts.every(({ ok }) => ok);
    const checks = isPlayed ? await readBack(stage, telling) : [];
    const result = {
      ok: isPlayed && checks.every(({ ok }) => ok),
      folder: request.folder,
      trace_id: telling.trace_id ?? null,
      acts,
      checks,
      tokens: isPlayed ? await measureTokens(platform, stage, telling) : [],
      ms: platform.clock.now() - startMs,
    };
    return { result, boardUrl, end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function playActs(
  platform: Pick<Platform, 'processes' | 'timers'>,
  stage: Stage,
  telling: Partial<Telling>,
  act: (title: string, play: () => Promise<string>) => Promise<boolean>,
): Promise<void> {
  const feed = new EventFeed(platform, stage);
  try {
    for (const { title, play } of ACTS) if (!(await act(title, () => play({ stage, feed, telling })))) return;
  } finally {
    await feed.close();
  }
}

async function playAct(platform: Pick<Platform, 'clock'>, title: string, play: () => Promise<string>): Promise<ActRow> {
  const startMs = platform.clock.now();
  const row = (ok: boolean, says: string): ActRow => ({ title, ok, says, ms: platform.clock.now() - startMs });
  try {
    return row(true, await play());
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return row(false, error.message);
  }
}

/** The board is a way to look at it; the story does not depend on it. */
async function openBoard(stage: Stage, request: DemoRequest): Promise<string | undefined> {
  try {
    const { data } = await stage.baton(['board', '--open']);
    const url = String(data['url']);
    const isOpen = data['opened'] === true;
    request.onNotice?.(`board: ${url}${isOpen ? '' : '; no browser could be opened here'}`);
    return url;
  } catch (error) {
    if (!isBatonError(error)) throw error;
    request.onNotice?.(`the board could not be opened: ${error.message}`);
    return undefined;
  }
}

/** A program without any code of Baton reads journal, audit log and git; what it finds is held against what was told. */
async function readBack(stage: Stage, telling: Partial<Telling>): Promise<readonly CheckRow[]> {
  const { brief: _brief, document: _document, summary: _summary, details: _details, ...told } = telling;
  const program = join(stage.place.files, 'read-story.mjs');
  const { node, folder, store } = stage.place;
  const where = store === undefined ? [folder] : [folder, store.schema];
  const { stdout } = await stage.run(node, [program, ...where], JSON.stringify(told));
  const answer = parseJson(stdout);
  const rows = isJsonObject(answer) && Array.isArray(answer['checks']) ? answer['checks'].flatMap(toCheck) : [];
  return CHECKS.map((name) => rows.find((row) => row.name === name) ?? { name, ok: false, found: 'was not checked' });
}

function toCheck(value: Json): CheckRow[] {
  if (!isJsonObject(value)) return [];
  const { name, ok, found } = value;
  return typeof name === 'string' ? [{ name, ok: ok === true, found: typeof found === 'string' ? found : '' }] : [];
}

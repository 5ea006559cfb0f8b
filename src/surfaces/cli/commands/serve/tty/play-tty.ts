/** The terminal board at work: keys in, pictures out, changes with the operator's authority in between. */
import { given } from '../../../../../kernel/given.ts';
import { emitKeypressEvents } from 'node:readline';
import { isBatonError } from '../../../../../kernel/errors/index.ts';
import { commentTask, moveTask, newTask, reworkTask, stopTask } from '../../../../../relay/tasks/index.ts';
import type { StreamLine } from '../../../command.ts';
import { stopSignal } from '../../../stop-signal.ts';
import { control } from '../../../terminal.ts';
import type { BoardState, Screen } from '../render-board.ts';
import { FIRST_VIEW, keepSelection, pressKey, type Key, type TtyEffect, type TtyView } from './keys.ts';
import type { TtyDetail } from './render-list.ts';
import { filterCards, renderTty, type TtyState } from './render-tty.ts';

/** What a person at the board can do with tasks. */
export type TtyPlatform = Parameters<typeof moveTask>[0] & Parameters<typeof newTask>[0];

const OPERATOR = 'operator';
const REDRAW_MS = 500;
const CLEAR = control('2J');
const HOME = control('H');
const REST = control('J');
const REST_OF_LINE = control('K');
/** A screen of its own, without a cursor: what was on the terminal before is there again at the end. */
const ENTER = control('?1049h') + control('?25l');
const LEAVE = control('?25h') + control('?1049l');

export interface TtyBoard {
  readonly platform: TtyPlatform;
  readonly input: NodeJS.ReadStream;
  /** The run that the caller is, if it is one: an agent does not act as a person. */
  readonly callerRun: string | undefined;
  read(): Promise<BoardState>;
  /** Undefined if it is gone. */
  readDetail(id: string): Promise<TtyDetail | undefined>;
  screen(): Screen;
}

/** One picture over the other, until `q` or Ctrl-C. */
export async function* playTty(board: TtyBoard): AsyncGenerator<StreamLine> {
  const keys = listen(board.input);
  const say = (text: string): StreamLine => ({ data: null, text: () => text });
  try {
    yield say(ENTER + CLEAR + HOME);
    yield* playFrames(board, keys);
  } finally {
    keys.close();
    yield say(LEAVE);
  }
}

async function* playFrames(board: TtyBoard, keys: Keys): AsyncGenerator<StreamLine> {
  const stop = stopSignal();
  let view: TtyView = FIRST_VIEW;
  let before: BoardState['cards'] = [];
  let size = '';
  for (;;) {
    let state = await board.read();
    view = keepSelection(view, before, filterCards(state, view.filter));
    for (const key of keys.take()) {
      if (key.name === 'ctrl-c') return;
      const shown = { cards: filterCards(state, view.filter), moves: state.overview.moves };
      const step = pressKey(view, key, shown);
      if (step.effect?.kind === 'quit') return;
      view = step.effect === undefined ? step.view : { ...step.view, message: await carryOut(board, step.effect) };
    }
    if (keys.wasUsed()) state = await board.read();
    before = filterCards(state, view.filter);
    view = keepSelection(view, before, before);
    const drawn = await withDetail(board, state, view);
    const screen = board.screen();
    // Another size: what the terminal made of the old picture is cleared.
    const isResized = size !== `${screen.columns}×${screen.rows}`;
    size = `${screen.columns}×${screen.rows}`;
    const start = isResized ? CLEAR + HOME : HOME;
    const picture = view;
    yield {
      data: state,
      text: (style) =>
        `${start}${renderTty(drawn, picture, screen, style).replaceAll('\n', `${REST_OF_LINE}\n`)}${REST}`,
    };
    await keys.wait(REDRAW_MS, stop);
    if (stop.aborted) return;
  }
}

async function withDetail(board: TtyBoard, state: BoardState, { mode, selected }: TtyView): Promise<TtyState> {
  if (mode.kind !== 'detail' || selected === undefined) return state;
  return { ...state, ...given({ detail: await board.readDetail(selected) }) };
}

/** What came of it, in a line. */
async function carryOut({ platform, callerRun }: TtyBoard, effect: TtyEffect): Promise<string> {
  const acting = { by: OPERATOR, ...given({ callerRun }) };
  try {
    switch (effect.kind) {
      case 'new':
        return `${(await newTask(platform, { title: effect.title, by: OPERATOR })).task.id} was created`;
      case 'stop':
        await stopTask(platform, {
          id: effect.id,
          ...acting,
          ...(effect.reason === '' ? {} : { reason: effect.reason }),
        });
        return `the run of ${effect.id} was stopped`;
      case 'comment':
        await commentTask(platform, { id: effect.id, ...acting, text: effect.text });
        return `your comment on ${effect.id} is kept`;
      case 'move':
        return await move(platform, effect, acting);
      case 'quit':
        return '';
    }
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return error.message;
  }
}

async function move(
  platform: TtyPlatform,
  { card, to, reason }: Extract<TtyEffect, { kind: 'move' }>,
  acting: { readonly by: string; readonly callerRun?: string },
): Promise<string> {
  const isRework = to === 'ready' && (card.status === 'done' || card.status === 'review');
  if (isRework) await reworkTask(platform, { id: card.id, reason, ...acting });
  else if (card.status === 'in-progress' && to === 'blocked')
    await stopTask(platform, { id: card.id, ...acting, ...(reason === '' ? {} : { reason }) });
  else await moveTask(platform, { id: card.id, to, by: acting.by, ...(reason === '' ? {} : { reason }) });
  return `${card.id} is now ${to}`;
}

interface Keys {
  take(): readonly Key[];
  /** Since the last look at it. */
  wasUsed(): boolean;
  /** Until a key is pressed, the time is over, or the command shall end. */
  wait(ms: number, stop: AbortSignal): Promise<void>;
  close(): void;
}

function listen(input: NodeJS.ReadStream): Keys {
  let pressed: Key[] = [];
  let used = false;
  let wake = (): void => undefined;
  const onKey = (text: string | undefined, key: { name?: string; ctrl?: boolean; sequence?: string }): void => {
    const typed = text !== undefined && /^[^\p{Cc}]+$/u.test(text) ? text : '';
    const name = key.ctrl === true && key.name === 'c' ? 'ctrl-c' : (key.name ?? typed);
    pressed.push({ name: typed === '?' || typed === '/' ? typed : name, text: typed });
    wake();
  };
  emitKeypressEvents(input);
  input.setRawMode(true);
  input.on('keypress', onKey);
  input.resume();
  return {
    take() {
      const keys = pressed;
      pressed = [];
      used = keys.length > 0;
      return keys;
    },
    wasUsed: () => used,
    wait: (ms, stop) =>
      pause(pressed.length > 0 ? 0 : ms, stop, (end) => {
        wake = end;
      }),
    close() {
      input.off('keypress', onKey);
      input.setRawMode(false);
      input.pause();
    },
  };
}

/** Passes on what ends it early. The signal outlives it, so no listener stays with the signal. */
export function pause(ms: number, stop: AbortSignal, pass: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stop.addEventListener('abort', end, { once: true });
    pass(end);
  });
}

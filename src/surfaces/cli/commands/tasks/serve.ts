import { BatonError } from '../../../../kernel/index.ts';
import { startDaemon, type Action } from '../../../../relay/index.ts';
import { defineCommand, type StreamLine } from '../../command.ts';

export const serve = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Runs the scheduler until it is stopped: starts agents, takes work back from dead ones, settles reports. One per data dir. What agents do goes on when it stops.',
  flags: {
    poll: { kind: 'number', value: 'MS', about: 'Milliseconds between two passes; default 500.' },
  },
  examples: [
    { run: 'baton serve', does: 'in the foreground; SIGTERM or Ctrl-C ends it in order' },
    { run: 'baton serve --jsonl', does: 'with one JSON line per action' },
  ],
  async run({ flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    if (globals.dryRun)
      throw new BatonError('USAGE_INVALID', 'baton serve cannot be tried without doing it', {
        hint: 'baton tick --dry-run shows one pass',
      });
    const actions = new ActionStream();
    const daemon = await startDaemon(platform, {
      ...(flags.poll === undefined ? {} : { pollMs: Math.max(10, flags.poll) }),
      onPass: (result) => actions.add(result.actions),
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void daemon.stop());
    void daemon.ended.then(
      () => actions.end(),
      () => actions.end(),
    );
    io.remark(`baton serves ${platform.dataDir} (process ${process.pid})`);
    async function* lines(): AsyncGenerator<StreamLine> {
      for await (const action of actions) {
        yield { data: action, text: (style) => `${style.bold(action.taskId)}  ${action.kind}` };
      }
      await daemon.ended;
    }
    return { kind: 'lines', lines: lines(), exit: () => 0 };
  },
});

/** Actions as they come, until the daemon has ended. */
class ActionStream {
  readonly #queue: Action[] = [];
  #isOver = false;
  #wake: (() => void) | undefined;

  add(actions: readonly Action[]): void {
    this.#queue.push(...actions);
    this.#wake?.();
  }

  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Action> {
    for (;;) {
      yield* this.#queue.splice(0);
      if (this.#queue.length > 0) continue;
      if (this.#isOver) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

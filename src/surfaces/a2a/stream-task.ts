import type { StreamResponse } from '@a2a-js/sdk';
import { UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { equalJson } from '../../kernel/canonical-json.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { followTask, readExchange, type Exchange } from '../../relay/inbound/index.ts';
import type { A2aMeans } from './request-handler.ts';
import { contextOf, isSettled, toArtifact, toState, toStatus, toTask } from './to-task.ts';

/**
 * The task as it is, then every change of it from the event log, until nothing more will happen by itself. What happens
 * between the look and the first event is not missed: the place in the log is taken before the look.
 */
export async function* streamTask(
  means: A2aMeans,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<StreamResponse, void, undefined> {
  const after = await (await means.tasks()).findLastEventId();
  const first = await readExchange(means, id);
  yield { payload: { $case: 'task', value: toTask(first) } };
  if (isSettled(toState(first.entry.task))) return;
  const told = new Told(first);
  for await (const { note } of followTask(means, id, after, signal)) {
    const now = await readExchange(means, id, { messages: false, outputs: true });
    yield* told.tell(now, note);
    if (isSettled(toState(now.entry.task))) return;
  }
}

/** What a client has been told, so that nothing is told twice. */
class Told {
  readonly #artifacts = new Map<string, string>();
  #status: ReturnType<typeof toStatus>;

  constructor(first: Exchange) {
    this.#status = toStatus(first.entry);
    for (const output of first.outputs) this.#artifacts.set(output.path, hashOf(output.content));
  }

  *tell({ entry, outputs }: Exchange, note: string | undefined): Generator<StreamResponse> {
    const place = { taskId: entry.task.id, contextId: contextOf(entry.task), metadata: undefined };
    for (const output of outputs) {
      const hash = hashOf(output.content);
      if (this.#artifacts.get(output.path) === hash) continue;
      this.#artifacts.set(output.path, hash);
      const artifact = toArtifact(output);
      yield { payload: { $case: 'artifactUpdate', value: { ...place, artifact, append: false, lastChunk: true } } };
    }
    const status = toStatus(entry, note);
    if (equalJson(toPlain(status), toPlain(this.#status))) return;
    this.#status = status;
    yield { payload: { $case: 'statusUpdate', value: { ...place, status } } };
  }
}

const hashOf = (content: Buffer | undefined): string => (content === undefined ? '' : sha256Hex(content));

const toPlain = ({ state, timestamp, message }: ReturnType<typeof toStatus>) => ({
  state,
  timestamp: timestamp ?? '',
  message: message?.messageId ?? '',
});

const MAX_STREAMS = 256;

/** How many callers are told what happens: each of them costs a look at the event log several times a second. */
export class StreamSlots {
  #used = 0;

  async *hold<T>(events: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
    if (this.#used >= MAX_STREAMS)
      throw new UnsupportedOperationError(`${MAX_STREAMS} callers are following tasks already: ask again later`);
    this.#used += 1;
    try {
      yield* events;
    } finally {
      this.#used -= 1;
    }
  }
}

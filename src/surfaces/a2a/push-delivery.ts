import { A2A_CONTENT_TYPE, StreamResponse, type TaskPushNotificationConfig } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import {
  deliverPushes,
  type DeliverPlatform,
  type Exchange,
  type PushBody,
  type PushRequest,
} from '../../relay/inbound/index.ts';
import { contextOf, isEnded, isSettled, toState, toStatus, toTask } from './to-task.ts';

/** Looks again after this time, even without a notification of a change. */
const POLL_MS = 30_000;

/** Sends notifications while the daemon runs: soon after each change, and again after a failure. */
export class PushDelivery {
  readonly #platform: DeliverPlatform;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = false;
  #unsubscribe: (() => Promise<void>) | undefined;

  constructor(platform: DeliverPlatform) {
    this.#platform = platform;
  }

  async start(): Promise<void> {
    this.#unsubscribe ??= (await this.#platform.tasks()).onChange?.(() => this.wake());
    this.wake();
  }

  wake(): void {
    this.#isWanted = true;
    if (!this.#isStopped) this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#unsubscribe?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    let nextAtMs: number | undefined;
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      try {
        nextAtMs = await deliverPushes(this.#platform, render);
      } catch (error) {
        // A store that is away for a while: the next look tells what happened meanwhile.
        this.#platform.remark(`notifications wait: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    this.#running = undefined;
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const waitMs = nextAtMs === undefined ? POLL_MS : Math.max(0, nextAtMs - this.#platform.clock.now());
    this.#timer = setTimeout(() => this.wake(), Math.min(POLL_MS, waitMs)).unref();
  }
}

/** The whole task when there is something to fetch or to answer; before that its status alone. */
function render(exchange: Exchange): PushBody {
  const { task } = exchange.entry;
  const state = toState(task);
  const response: StreamResponse = isSettled(state)
    ? { payload: { $case: 'task', value: toTask(exchange) } }
    : {
        payload: {
          $case: 'statusUpdate',
          value: { taskId: task.id, contextId: contextOf(task), status: toStatus(exchange.entry), metadata: undefined },
        },
      };
  return {
    body: JSON.stringify(StreamResponse.toJSON(response)),
    contentType: A2A_CONTENT_TYPE,
    isLast: isEnded(state),
  };
}

const HEADER_VALUE = /^[\x20-\x7E]{0,4096}$/;
const SCHEME = /^[A-Za-z][\w-]{0,63}$/;

/** Everything of it goes into a header of a request: nothing may end a line there. */
export function fromConfig({ id, taskId, url, token, authentication }: TaskPushNotificationConfig): PushRequest {
  if (!HEADER_VALUE.test(token)) throw new RequestMalformedError('the token has characters that no header can have');
  const { scheme = '', credentials = '' } = authentication ?? {};
  if (scheme !== '' && !SCHEME.test(scheme)) throw new RequestMalformedError('the scheme is not a word');
  if (!HEADER_VALUE.test(credentials))
    throw new RequestMalformedError('the credentials have characters that no header can have');
  return {
    id,
    taskId,
    url,
    ...(token === '' ? {} : { token }),
    ...(scheme === '' ? {} : { authorization: { scheme, credentials } }),
  };
}

/** Credentials are never told again: who asked knows them. */
export const toConfig = ({ id, taskId, url, token, authorization }: PushRequest): TaskPushNotificationConfig => ({
  tenant: '',
  id,
  taskId,
  url,
  token: token ?? '',
  authentication: authorization === undefined ? undefined : { scheme: authorization.scheme, credentials: '' },
});

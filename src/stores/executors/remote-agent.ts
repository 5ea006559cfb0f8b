import type { Part, Task } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { BatonError } from '../../kernel/errors/index.ts';

/** Another agent that is reached over A2A. */
export interface RemoteAgent {
  send(message: OutgoingMessage): Promise<Task>;
  get(id: string): Promise<Task>;
  cancel(id: string): Promise<void>;
}

export interface OutgoingMessage {
  /** The same one again leads to the same task. */
  readonly messageId: string;
  readonly contextId?: string;
  /** The task it answers. */
  readonly taskId?: string;
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Of the agent's card. */
  readonly skill?: string;
}

export interface RemoteAddress {
  /** Where its card is: the card itself, or the address it is found at. */
  readonly card: string;
  readonly token?: string;
}

const LIMIT_MS = 30_000;
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * The one place where a connection to another agent is made. Nothing but the origin that was named is ever asked: a card
 * could name another one, which would get the token then.
 */
export async function openRemoteAgent({ card, token }: RemoteAddress): Promise<RemoteAgent> {
  const url = parseAddress(card);
  const [{ Role }, sdk] = await Promise.all([import('@a2a-js/sdk'), import('@a2a-js/sdk/client')]);
  const fetchImpl = boundFetch(url.origin, token);
  const factory = new sdk.ClientFactory(
    sdk.ClientFactoryOptions.createFrom(sdk.ClientFactoryOptions.default, {
      transports: [new sdk.JsonRpcTransportFactory({ fetchImpl }), new sdk.RestTransportFactory({ fetchImpl })],
      cardResolver: new sdk.DefaultAgentCardResolver({ fetchImpl }),
    }),
  );
  const isCard = url.pathname.endsWith('.json');
  const client: Client = await (isCard ? factory.createFromUrl(url.href, '') : factory.createFromUrl(url.href));
  return {
    async send({ messageId, contextId = '', taskId = '', text, files, skill }) {
      const result = await client.sendMessage({
        tenant: '',
        message: {
          messageId,
          contextId,
          taskId,
          role: Role.ROLE_USER,
          parts: [toPart(text), ...files.map((file) => toPart(file.text, file.name))],
          metadata: skill === undefined ? undefined : { skillId: skill },
          extensions: [],
          referenceTaskIds: [],
        },
        configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: true },
        metadata: undefined,
      });
      if ('history' in result) return result;
      throw new BatonError('HTTP_FAILED', 'the remote agent answered with a message instead of a task');
    },
    get: async (id) => await client.getTask({ tenant: '', id, historyLength: 0 }),
    cancel: async (id) => void (await client.cancelTask({ tenant: '', id, metadata: undefined })),
  };
}

const toPart = (value: string, filename = ''): Part => ({
  content: { $case: 'text', value },
  metadata: undefined,
  filename,
  mediaType: 'text/plain',
});

function parseAddress(card: string): URL {
  const url = URL.canParse(card) ? new URL(card) : undefined;
  if (url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new BatonError('INPUT_INVALID', `"${card}" is not the address of an agent`, {
    hint: 'use http:// or https://, such as https://agents.example.org',
  });
}

function boundFetch(origin: string, token: string | undefined): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin)
      throw new BatonError('HTTP_FAILED', `the card leads to ${url.origin}, which is not ${origin}: not followed`);
    const headers = new Headers(init?.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const limit = AbortSignal.timeout(LIMIT_MS);
    const given = init?.signal ?? undefined;
    const signal = given === undefined ? limit : AbortSignal.any([limit, given]);
    const response = await fetch(url, { ...init, headers, redirect: 'error', signal });
    return bounded(response);
  };
}

/** An answer without an end would fill the memory of the daemon. */
function bounded(response: Response): Response {
  if (response.body === null) return response;
  let size = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        size += piece.length;
        if (size > MAX_ANSWER_BYTES) controller.error(new BatonError('HTTP_FAILED', 'the answer is too large'));
        else controller.enqueue(piece);
      },
    }),
  );
  return new Response(counted, { status: response.status, statusText: response.statusText, headers: response.headers });
}

import type { Part, Task } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { BatonError } from '../../kernel/errors/index.ts';
import type { CompletionOutcome } from '../../kernel/tasks.ts';
import { cutText } from '../../kernel/text.ts';

/** Another agent that is reached over A2A. */
export interface RemoteAgent {
  send(message: OutgoingMessage): Promise<Task>;
  get(id: string): Promise<Task>;
  cancel(id: string): Promise<void>;
}

interface OutgoingMessage {
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

interface RemoteAddress {
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

/** What became of a task at a remote agent. */
export type RemoteOutcome =
  | { readonly kind: 'running' }
  /** It has said something that is a report here. */
  | { readonly kind: 'reported'; readonly outcome: CompletionOutcome; readonly notes: string; readonly how: string }
  /** It ended without success. */
  | { readonly kind: 'failed'; readonly how: string };

const MAX_NOTES = 4_000;

/** Blocks of a remote Baton that end by themselves. */
const PASSING = new Set(['dependency', 'spawn', 'no-completion']);

export async function judgeRemote({ status, artifacts, metadata }: Task): Promise<RemoteOutcome> {
  const { TaskState } = await import('@a2a-js/sdk');
  const said = textOfParts(status?.message?.parts ?? []);
  switch (status?.state) {
    case TaskState.TASK_STATE_COMPLETED: {
      const notes = said === '' ? textOfParts(artifacts[0]?.parts ?? []) : said;
      return {
        kind: 'reported',
        outcome: 'done',
        notes: notes === '' ? 'done by the remote agent' : notes,
        how: 'completed',
      };
    }
    case TaskState.TASK_STATE_INPUT_REQUIRED:
    case TaskState.TASK_STATE_AUTH_REQUIRED: {
      if (PASSING.has(String(metadata?.['block']))) return { kind: 'running' };
      const notes = said === '' ? 'the remote agent waits for an answer' : said;
      return { kind: 'reported', outcome: 'blocked', notes, how: 'waits for an answer' };
    }
    case TaskState.TASK_STATE_FAILED:
    case TaskState.TASK_STATE_REJECTED:
    case TaskState.TASK_STATE_CANCELED: {
      const word = { [TaskState.TASK_STATE_FAILED]: 'failed', [TaskState.TASK_STATE_REJECTED]: 'rejected' }[
        status.state as number
      ];
      return {
        kind: 'failed',
        how: [`the remote agent ${word ?? 'cancelled'} it`, ...(said === '' ? [] : [said])].join(': '),
      };
    }
    default:
      return { kind: 'running' };
  }
}

const textOfParts = (parts: Task['artifacts'][number]['parts']): string =>
  cutText(
    parts
      .flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
      .join('\n')
      .trim(),
    MAX_NOTES,
  );

/** The innermost reason: the SDK and `fetch` wrap it. */
export function textOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cutText(cause instanceof Error ? cause.message : String(cause), 500);
}

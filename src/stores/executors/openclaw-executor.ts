import { given } from '../../kernel/given.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Executor, Http, SessionRef, SpawnCall, SpawnOutcome, StopState } from '../../kernel/ports/index.ts';

export interface OpenclawExecutorDeps {
  readonly http: Http;
  /** Where tokens are read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const DEFAULT_GATEWAY = 'http://127.0.0.1:18789';
const DEFAULT_SESSION = 'agent:main:main';
const LIMIT_MS = 60_000;
const STOP_MS = 5_000;

/** Starts sessions through an OpenClaw gateway. It cannot be asked whether one lives: heartbeats tell. */
export function createOpenclawExecutor(deps: OpenclawExecutorDeps): Executor {
  return {
    start: async (call) => await spawn(deps, call),
    look: async () => ({ kind: 'unknown' }),
    stop: async (session) => await tellToStop(deps, session),
  };
}

async function spawn(deps: OpenclawExecutorDeps, call: SpawnCall): Promise<SpawnOutcome> {
  const settings = readSettings(call);
  const { agentId, thinking, sessionKey } = settings;
  // Sub-agents of OpenClaw cannot spawn: asking for it on behalf of one would only fail later and less clearly.
  if (sessionKey.includes(':subagent:')) return permanent(`a sub-agent (${sessionKey}) cannot start sessions`);
  const args = { agentId, task: call.brief, ...given({ thinking }) };
  const invoked = await invoke(deps, settings, { tool: 'sessions_spawn', args, limitMs: LIMIT_MS });
  if (invoked.kind === 'replied') return readReply(invoked.status, invoked.body);
  return { kind: 'failed', permanent: invoked.kind === 'unset', reason: invoked.reason };
}

/**
 * The gateway is asked to end the session that it started for us. One whose policy or version does not offer that is asked
 * to pass a message on. Whether the session has ended only its silence shows; what it still writes is refused.
 */
async function tellToStop(deps: OpenclawExecutorDeps, session: SessionRef): Promise<StopState> {
  const { sessionId, runId } = session;
  if (sessionId === undefined) return { kind: 'unknown' };
  const settings = readSettings({ settings: session.settings, agentId: '' });
  const message = `Stop now: run ${runId} no longer holds its task. Nothing more that it reports will count.`;
  const ways: readonly Invocation[] = [
    { tool: 'subagents', args: { action: 'kill', target: sessionId }, limitMs: STOP_MS },
    // Without waiting for an answer of the session, which may be in the middle of something.
    { tool: 'sessions_send', args: { sessionKey: sessionId, message, timeoutSeconds: 0 }, limitMs: STOP_MS },
  ];
  let reason = '';
  for (const way of ways) {
    const invoked = await invoke(deps, settings, way);
    if (invoked.kind !== 'replied') return { kind: 'unreached', reason: invoked.reason };
    const refusal = findRefusal(invoked.status, invoked.body);
    if (refusal === undefined) return { kind: 'unknown' };
    reason = refusal.reason;
  }
  return { kind: 'unreached', reason };
}

interface Invocation {
  readonly tool: string;
  readonly args: JsonObject;
  readonly limitMs: number;
}

type Invoked =
  | { readonly kind: 'replied'; readonly status: number; readonly body: string }
  /** There is no token; the gateway was not asked. */
  | { readonly kind: 'unset'; readonly reason: string }
  | { readonly kind: 'away'; readonly reason: string };

/** One call of a tool of the gateway. */
async function invoke(
  { http, environment }: OpenclawExecutorDeps,
  { gateway, tokenEnv, sessionKey }: OpenclawSettings,
  { tool, args, limitMs }: Invocation,
): Promise<Invoked> {
  const token = environment[tokenEnv];
  if (token === undefined || token === '')
    return { kind: 'unset', reason: `the gateway's token is not set: ${tokenEnv}` };
  try {
    const { status, body } = await http.post({
      url: `${gateway.replace(/\/+$/, '')}/tools/invoke`,
      body: JSON.stringify({ tool, args, sessionKey }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      timeoutMs: limitMs,
    });
    return { kind: 'replied', status, body };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return { kind: 'away', reason: error.message };
  }
}

type Refusal = Extract<SpawnOutcome, { readonly kind: 'failed' }>;

function readReply(status: number, body: string): SpawnOutcome {
  const refusal = findRefusal(status, body);
  if (refusal !== undefined) return refusal;
  const sessionId = findSessionId(findObject(body) ?? {});
  return sessionId === undefined
    ? { kind: 'failed', permanent: false, reason: 'the gateway named no session' }
    : { kind: 'started', sessionId };
}

/** Why the gateway did not do it; undefined if it did. */
function findRefusal(status: number, body: string): Refusal | undefined {
  if (status === 401 || status === 403) return permanent(`the gateway refused the token (HTTP ${status})`);
  if (status === 400 || status === 404)
    return permanent(`the gateway does not know the request (HTTP ${status}): ${body.slice(0, 200)}`);
  if (status < 200 || status > 299)
    return { kind: 'failed', permanent: false, reason: `the gateway answered HTTP ${status}` };
  const reply = findObject(body);
  if (reply === undefined) return { kind: 'failed', permanent: false, reason: 'the gateway did not answer with JSON' };
  const details = at(reply, 'result', 'details');
  const state = isJsonObject(details) ? details['status'] : undefined;
  if (state === 'forbidden') return permanent(`the gateway forbids it: ${describe(details)}`);
  if (state === 'error' || reply['ok'] === false)
    return {
      kind: 'failed',
      permanent: isUnknownAgent(describe(details ?? reply)),
      reason: `the gateway reports an error: ${describe(details ?? reply)}`,
    };
  return undefined;
}

const permanent = (reason: string): Refusal => ({ kind: 'failed', permanent: true, reason });

const isUnknownAgent = (text: string): boolean =>
  /(?:unknown|no such|not found|invalid).{0,20}agent|agent.{0,20}(?:unknown|not found)/i.test(text);

/** Gateways of different versions name it in different places. */
const PLACES: readonly (readonly string[])[] = [
  ['sessionId'],
  ['result', 'sessionId'],
  ['result', 'details', 'childSessionKey'],
  ['result', 'details', 'runId'],
  ['data', 'sessionId'],
];

function findSessionId(reply: JsonObject): string | undefined {
  for (const place of PLACES) {
    const found = at(reply, ...place);
    if (typeof found === 'string' && found !== '') return found;
  }
  const content = at(reply, 'result', 'content');
  const first: Json | undefined = Array.isArray(content) ? content[0] : undefined;
  const text = isJsonObject(first) ? first['text'] : undefined;
  const inner = typeof text === 'string' ? findObject(text) : undefined;
  if (inner === undefined) return undefined;
  for (const key of ['sessionId', 'childSessionKey', 'runId']) {
    const found = inner[key];
    if (typeof found === 'string' && found !== '') return found;
  }
  return findSessionId(inner);
}

function at(value: Json, ...keys: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const key of keys) found = isJsonObject(found) ? found[key] : undefined;
  return found;
}

function findObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const describe = (value: Json | undefined): string => JSON.stringify(value ?? null).slice(0, 300);

interface OpenclawSettings {
  readonly gateway: string;
  readonly tokenEnv: string;
  readonly agentId: string;
  readonly thinking: string | undefined;
  readonly sessionKey: string;
}

function readSettings({ settings, agentId }: Pick<SpawnCall, 'settings' | 'agentId'>): OpenclawSettings {
  const text = (key: string): string | undefined => {
    const value = settings[key];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    gateway: text('gateway') ?? DEFAULT_GATEWAY,
    tokenEnv: text('tokenEnv') ?? 'OPENCLAW_TOKEN',
    agentId: text('openclawAgent') ?? agentId,
    thinking: text('thinking'),
    sessionKey: text('sessionKey') ?? DEFAULT_SESSION,
  };
}

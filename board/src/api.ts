/** The door to the daemon. The address brings a code after `#` that works once; the token itself is in no address. */
import { computed, signal } from '@preact/signals';

const TOKEN_KEY = 'baton-token';
const CHANNEL = 'baton-token';
const ASK_MS = 150;

export class ApiError extends Error {
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

const token = signal<string | null>(window.sessionStorage.getItem(TOKEN_KEY));

/** True if the address brought a code that the daemon did not take. */
export const isCodeSpent = signal(false);

/** True while this page may only look. */
export const isReadOnly = computed(() => token.value === null);

function keep(value: string): void {
  window.sessionStorage.setItem(TOKEN_KEY, value);
  token.value = value;
}

/** A token that the daemon does not take any more is forgotten: the page says that it is read-only. */
function forget(): void {
  window.sessionStorage.removeItem(TOKEN_KEY);
  token.value = null;
}

/** Exchanges the code in the address for the token, and takes it out of the address at once. */
export async function logIn(): Promise<void> {
  const code = /^#code=(\S+)$/.exec(window.location.hash)?.[1];
  if (code !== undefined) {
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
    await redeem(code);
  }
  await shareWithTabs();
}

async function redeem(code: string): Promise<void> {
  try {
    keep((await post<{ token: string }>('/v1/login', { code })).token);
  } catch (error) {
    // A code that was used before: the page stays as this tab had it.
    if (!(error instanceof ApiError)) throw error;
    isCodeSpent.value = error.code === 'LOGIN_CODE_INVALID';
  }
}

/** A link that is opened in a new tab may write as well: it asks the tabs of the same address. */
async function shareWithTabs(): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  const answered = new Promise<void>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === 'ask') {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has the page's own origin only
        if (token.value !== null) channel.postMessage({ token: token.value });
      } else if (token.value === null && isToken(data)) {
        keep(data.token);
        resolve();
      }
    });
  });
  if (token.value !== null) return;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has the page's own origin only
  channel.postMessage('ask');
  await Promise.race([answered, new Promise((resolve) => window.setTimeout(resolve, ASK_MS))]);
}

const isToken = (data: unknown): data is { readonly token: string } =>
  typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string';

export const authorization = (): Record<string, string> =>
  token.value === null ? {} : { authorization: `Bearer ${token.value}` };

export const get = <T>(path: string): Promise<T> => ask<T>(path, { headers: authorization() });

export const post = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>(path, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await reach(path, init);
  const envelope = (await response.json()) as { data?: T; error?: { code: string; message: string; hint: string } };
  if (envelope.error !== undefined) throw fail(envelope.error);
  return envelope.data as T;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, signal: AbortSignal.timeout(30_000) });
  } catch {
    throw new ApiError('UNREACHABLE', 'The daemon does not answer.', 'Is baton serve still running?');
  }
}

function fail({ code, message, hint }: { code: string; message: string; hint: string }): ApiError {
  if (code === 'TOKEN_MISSING') forget();
  return new ApiError(code, message, FOR_TERMINALS.test(hint) ? '' : hint);
}

/** What a hint says to somebody at a command line helps nobody here. */
const FOR_TERMINALS = /\bbaton\b|\bcommand\b|(?:^|\s)--?[a-z]/i;

export async function getText(path: string): Promise<string> {
  const response = await reach(path, { headers: authorization() });
  const text = await response.text();
  if (response.ok) return text;
  throw fail((JSON.parse(text) as { error: { code: string; message: string; hint: string } }).error);
}

export const taskPath = (id: string, rest = ''): string => `/v1/tasks/${encodeURIComponent(id)}${rest}`;

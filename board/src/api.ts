/** The door to the daemon. The address brings a code after `#` that works once; the token itself is in no address. */

const TOKEN_KEY = 'baton-token';

export class ApiError extends Error {
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Exchanges the code in the address for the token, and takes it out of the address at once. */
export async function logIn(): Promise<void> {
  const code = /^#code=(\S+)$/.exec(window.location.hash)?.[1];
  if (code === undefined) return;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  try {
    const { token } = await post<{ token: string }>('/v1/login', { code });
    window.sessionStorage.setItem(TOKEN_KEY, token);
  } catch (error) {
    // A code that was used before: the board stays as this tab had it.
    if (!(error instanceof ApiError)) throw error;
  }
}

export const authorization = (): Record<string, string> => {
  const token = window.sessionStorage.getItem(TOKEN_KEY);
  return token === null ? {} : { authorization: `Bearer ${token}` };
};

export const canWrite = (): boolean => window.sessionStorage.getItem(TOKEN_KEY) !== null;

export const get = <T>(path: string): Promise<T> => ask<T>(path, { headers: authorization() });

export const post = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>(path, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, signal: AbortSignal.timeout(30_000) });
  } catch {
    throw new ApiError('UNREACHABLE', 'The daemon does not answer.', 'Is baton serve still running?');
  }
  const envelope = (await response.json()) as { data?: T; error?: { code: string; message: string; hint: string } };
  if (envelope.error !== undefined)
    throw new ApiError(envelope.error.code, envelope.error.message, envelope.error.hint);
  return envelope.data as T;
}

export async function getText(path: string): Promise<string> {
  const response = await fetch(path, { headers: authorization(), signal: AbortSignal.timeout(30_000) });
  const text = await response.text();
  if (response.ok) return text;
  const { error } = JSON.parse(text) as { error: { code: string; message: string; hint: string } };
  throw new ApiError(error.code, error.message, error.hint);
}

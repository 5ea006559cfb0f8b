import { BatonError } from '../../kernel/errors/index.ts';
import type { Http, HttpPost, HttpReply } from '../../kernel/ports/index.ts';

const MAX_REPLY_BYTES = 64 * 1024;

export const createHttp = (): Http => ({ post });

async function post({ url, body, headers, timeoutMs }: HttpPost): Promise<HttpReply> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    // A redirect would send the content to a place nobody named.
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'error' });
    return { status: response.status, body: await readStart(response) };
  } catch (cause) {
    throw new BatonError('HTTP_FAILED', `no answer from ${url}: ${reasonOf(cause)}`, { url }, cause);
  }
}

async function readStart(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece as Uint8Array);
    size += (piece as Uint8Array).length;
    if (size >= MAX_REPLY_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, MAX_REPLY_BYTES).toString('utf8');
}

/** fetch hides what happened in the cause of its error. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}

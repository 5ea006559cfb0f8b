import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { renderOtlp } from './otlp.ts';
import type { Trace } from './read-trace.ts';

const TIMEOUT_MS = 10_000;
const TRACES_PATH = '/v1/traces';

/** Sends a trace to an OpenTelemetry collector; gives the address it went to. */
export async function exportTrace({ http }: Pick<Platform, 'http'>, trace: Trace, endpoint: string): Promise<string> {
  const url = tracesAddress(endpoint);
  const body = JSON.stringify(renderOtlp(trace.events));
  const headers = { 'content-type': 'application/json' };
  const { status, body: answer } = await http.post({ url, body, headers, timeoutMs: TIMEOUT_MS });
  if (status >= 200 && status < 300) return url;
  throw new BatonError('HTTP_FAILED', `${url} answered ${status}: ${answer.slice(0, 200)}`, { url, status });
}

/** A configured endpoint is a base address; the signal's own path is added as collectors expect it. */
function tracesAddress(endpoint: string): string {
  if (!/^https?:\/\//i.test(endpoint) || !URL.canParse(endpoint)) {
    throw new BatonError('INPUT_INVALID', `"${endpoint.slice(0, 100)}" is not an http address`, {
      hint: 'write it like http://localhost:4318',
    });
  }
  const url = new URL(endpoint);
  if (!url.pathname.endsWith(TRACES_PATH)) url.pathname = url.pathname.replace(/\/$/, '') + TRACES_PATH;
  return url.href;
}

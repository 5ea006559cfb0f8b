import { BatonError, ERRORS } from '../../../kernel/errors/index.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import * as loginBody from '../schemas/login.gen.js';
import type { StoreOutage } from '../../../kernel/ports/index.ts';
import { renderIsoTime } from '../../../kernel/time.ts';
import { VERSION } from '../../../kernel/version.ts';
import type { Gauge, MetricRow } from '../metrics.ts';
import { data, type Route } from '../route.ts';
import { answer, type RouteContext } from './context.ts';

/** Every number that is counted; gauges are read when somebody asks. */
export const METRICS: readonly MetricRow[] = [
  { name: 'baton_http_request_seconds', help: 'Time to answer a request.', kind: 'histogram' },
  { name: 'baton_tick_seconds', help: 'Time of one pass of the scheduler.', kind: 'histogram' },
  { name: 'baton_events_total', help: 'Events of the task plane that were seen.', kind: 'counter' },
  { name: 'baton_actions_total', help: 'What the scheduler did.', kind: 'counter' },
  { name: 'baton_messages_total', help: 'Messages that came over HTTP.', kind: 'counter' },
  { name: 'baton_failures_total', help: 'Failures in the background.', kind: 'counter' },
];

/** For monitoring, and the page that logs in. */
export function createServiceRoutes(context: RouteContext): Route[] {
  return [
    {
      method: 'POST',
      path: '/v1/login',
      needsStore: false,
      summary: 'Exchange a code of baton board for the token; each works once',
      tag: 'service',
      body: { schema: loginBody.schema, check: loginBody.validate },
      response: answer('Login'),
      isLogin: true,
      handle: async ({ body }) => {
        const code = isJsonObject(body) && typeof body['code'] === 'string' ? body['code'] : '';
        const token = context.redeem(code);
        if (token === undefined) throw new BatonError('LOGIN_CODE_INVALID', ERRORS.LOGIN_CODE_INVALID.meaning);
        return data({ token });
      },
    },
    {
      method: 'GET',
      path: '/healthz',
      needsStore: false,
      summary: 'The daemon runs',
      tag: 'service',
      response: answer('Health'),
      handle: async () => data({ status: 'ok', version: VERSION, store: describeStore(context.findOutage()) }),
    },
    {
      method: 'GET',
      path: '/readyz',
      needsStore: false,
      summary: 'The daemon can do its work: 503 if it cannot',
      tag: 'service',
      response: answer('Health'),
      handle: async () => {
        const reason = context.whyNotReady() ?? context.findOutage()?.reason;
        return reason === undefined
          ? data({ status: 'ready' })
          : { kind: 'data', status: 503, data: { status: 'not ready', reason } };
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      needsStore: false,
      summary: 'Numbers for Prometheus',
      tag: 'service',
      response: { type: 'string' },
      form: 'text',
      handle: async () => ({ kind: 'text', text: context.metrics.render(await readGauges(context)) }),
    },
  ];
}

const describeStore = (outage: StoreOutage | undefined): object =>
  outage === undefined
    ? { state: 'ok' }
    : { state: 'away', since: renderIsoTime(outage.sinceMs), code: outage.code, reason: outage.reason };

async function readGauges(context: RouteContext): Promise<Gauge[]> {
  const { findOutage, readStoreGauges, streamClients } = context;
  const isAway = findOutage() !== undefined;
  return [
    ...(await readStoreGauges()),
    { name: 'baton_store_up', help: 'The store answers.', values: [{ value: isAway ? 0 : 1 }] },
    { name: 'baton_stream_clients', help: 'Clients of the event stream.', values: [{ value: streamClients() }] },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of the daemon.',
      values: [{ value: process.memoryUsage.rss() }],
    },
  ];
}

import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDocument, type CreateRequest } from '../../../src/relay/document/index.ts';
import type { Platform } from '../../../src/kernel/ports/index.ts';
import {
  appendTrace,
  exportTrace,
  HANDOFF_EVENTS,
  readTrace,
  renderOtlp,
  renderTraceparent,
  type TraceEvent,
} from '../../../src/relay/trace/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { standingClock, testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const TRACE = '550e8400-e29b-41d4-a716-446655440000';
const START = Date.UTC(2026, 1, 7, 18, 30);

const event = (changes: Partial<TraceEvent> = {}): TraceEvent => ({
  trace_id: TRACE,
  span_id: '00f067aa0ba902b7',
  parent_span_id: null,
  timestamp: '2026-02-07T18:30:00.000Z',
  event_type: 'workflow_started',
  workflow: 'planner',
  phase: 'design',
  details: {},
  duration_ms: null,
  ...changes,
});

const draft = (from: string, to: string, after?: Uint8Array): CreateRequest => ({
  source: { skill: from, phase: '' },
  target: { skill: to },
  summary: `From ${from} to ${to}.`,
  problemType: 'implementation',
  confidence: 'high',
  working: {},
  ...(after === undefined ? {} : { after }),
});

/** Three hops with 250 ms between sending and receipt, and 1 s of work. */
async function threeHops(folder: string): Promise<{ platform: Platform; traceId: string }> {
  const clock = standingClock(START);
  const platform = await testPlatform(folder, { clock });
  const first = await createDocument(platform, draft('planner', 'coder'));
  clock.set(START + 250);
  const second = await createDocument(platform, draft('coder', 'tester', readFileSync(first.path ?? '')));
  clock.set(START + 1_000);
  await createDocument(platform, draft('tester', 'writer', readFileSync(second.path ?? '')));
  return { platform, traceId: first.document.handoff.trace_id };
}

describe('the trace log', () => {
  verifies('UHS-061', 'is JSON lines with a fixed shape, one file per trace', async () => {
    const { platform, traceId } = await threeHops(await tempFolder());
    const lines = readFileSync(join(platform.project.dataDir, 'trace', `${traceId}.jsonl`), 'utf8')
      .trimEnd()
      .split('\n');
    const events = lines.map((line) => JSON.parse(line) as TraceEvent);
    const keys = [
      'trace_id',
      'span_id',
      'parent_span_id',
      'timestamp',
      'event_type',
      'workflow',
      'phase',
      'details',
      'duration_ms',
    ];
    for (const one of events) {
      expect(Object.keys(one)).toEqual(keys);
      expect(one.trace_id).toBe(traceId);
      expect(one.span_id).toMatch(/^[0-9a-f]{16}$/);
      expect(HANDOFF_EVENTS).toContain(one.event_type);
    }
    expect(events.map(({ workflow, event_type }) => `${workflow} ${event_type}`)).toEqual([
      'planner handoff_created',
      'planner handoff_transmitted',
      'coder handoff_received',
      'coder handoff_validated',
      'coder handoff_created',
      'coder handoff_transmitted',
      'coder handoff_processed',
      'tester handoff_received',
      'tester handoff_validated',
      'tester handoff_created',
      'tester handoff_transmitted',
      'tester handoff_processed',
    ]);
    expect(events[2]?.parent_span_id).toBe(events[0]?.span_id);
    expect(events[4]?.parent_span_id).toBe(events[2]?.span_id);
  });

  verifies('UHS-061', 'of another tool is read, and torn or foreign lines are skipped and counted', async () => {
    const folder = await tempFolder();
    const platform = await testPlatform(folder);
    const file = join(folder, '.baton/trace', `${TRACE}.jsonl`);
    mkdirSync(join(folder, '.baton/trace'), { recursive: true });
    writeFileSync(
      file,
      `{"trace_id":"${TRACE}","timestamp":"2026-02-07T15:00:00.123Z","level":"info","workflow":"a","event":"phase_started","details":{"phase":"P1"}}\nnot json\n{"trace_id":"${TRACE}","time`,
    );
    const torn = await readTrace(platform, TRACE);
    expect(torn.skipped).toBe(2);
    expect(torn.events).toMatchObject([{ event_type: 'phase_started', phase: 'P1', span_id: '' }]);
    // The next line must not be swallowed by the torn one.
    await appendTrace(platform, [event()]);
    expect((await readTrace(platform, TRACE)).events.map(({ event_type }) => event_type)).toEqual([
      'phase_started',
      'workflow_started',
    ]);
    appendFileSync(file, '\n');
    expect((await readTrace(platform, TRACE)).skipped).toBe(2);
  });

  verifies('UHS-063', 'gives the chain with hops, tokens, validation and latency', async () => {
    const { platform, traceId } = await threeHops(await tempFolder());
    const { hops } = await readTrace(platform, traceId.toUpperCase());
    expect(hops.map(({ from, to, validation, latency_ms }) => [from, to, validation, latency_ms])).toEqual([
      ['planner', 'coder', 'passed', 250],
      ['coder', 'tester', 'passed', 750],
      ['tester', 'writer', 'not validated', null],
    ]);
    expect(hops.every(({ tokens }) => (tokens ?? 0) > 100)).toBe(true);
  });

  test('a receipt that failed its checks shows as failed, with its errors', async () => {
    const folder = await tempFolder();
    const platform = await testPlatform(folder);
    await appendTrace(platform, [
      event({ event_type: 'handoff_created', details: { target: 'coder', token_count: 5 } }),
      event({
        event_type: 'handoff_received',
        span_id: 'b'.repeat(16),
        parent_span_id: '00f067aa0ba902b7',
        workflow: 'coder',
      }),
      event({
        event_type: 'handoff_validated',
        span_id: 'b'.repeat(16),
        parent_span_id: '00f067aa0ba902b7',
        details: { validation: 'failed' },
      }),
    ]);
    expect((await readTrace(platform, TRACE)).hops).toMatchObject([{ validation: 'failed', latency_ms: 0 }]);
  });

  test('other parts of the system can add what they know of a trace', async () => {
    const platform = await testPlatform(await tempFolder());
    const tasks = {
      name: 'tasks',
      findTraceId: async (_: Platform, id: string) => (id === 'TASK-1' ? TRACE : undefined),
      read: async () => ({ events: [event({ event_type: 'task_created', workflow: 'tasks' })], skipped: 0 }),
    };
    expect((await readTrace(platform, 'TASK-1', [tasks])).events).toMatchObject([{ event_type: 'task_created' }]);
  });

  test('nothing under an id is an error of its own', async () => {
    const platform = await testPlatform(await tempFolder());
    expect(await codeOf(readTrace(platform, TRACE))).toBe('TRACE_NOT_FOUND');
    expect(await codeOf(readTrace(platform, '../../etc/passwd'))).toBe('TRACE_NOT_FOUND');
  });
});

/** A collector that keeps what it was sent. */
async function collector(
  status = 200,
): Promise<{ url: string; received: { path: string; type: string; body: unknown }[] }> {
  const received: { path: string; type: string; body: unknown }[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        type: request.headers['content-type'] ?? '',
        body: JSON.parse(Buffer.concat(pieces).toString('utf8')) as unknown,
      });
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

describe('export', () => {
  verifies('UHS-062', 'a traceparent is valid W3C', () => {
    expect(renderTraceparent(TRACE, '00f067aa0ba902b7')).toBe(
      '00-550e8400e29b41d4a716446655440000-00f067aa0ba902b7-01',
    );
    const odd = renderTraceparent('not a uuid', '7e4a6b8c-1234-5678-90ab-cdef12345678');
    expect(odd).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/);
    expect(renderTraceparent('0'.repeat(32), '0'.repeat(16))).toMatch(
      /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/,
    );
  });

  verifies('UHS-062', 'spans reach a configured collector in the shape of OTLP JSON', async () => {
    const folder = await tempFolder();
    const { traceId } = await threeHops(folder);
    const { url, received } = await collector();
    const { code, stdout } = await runBaton(['trace', traceId, '--export', '--json'], {
      cwd: folder,
      env: { BATON_TRACE_ENDPOINT: url },
    });
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { data: { exported_to: `${url}/v1/traces` } }]);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ path: '/v1/traces', type: 'application/json' });
    assertOtlp(received[0]?.body, traceId);
  });

  test('a collector that refuses, or is not there, is an error', async () => {
    const { platform, traceId } = await threeHops(await tempFolder());
    const trace = await readTrace(platform, traceId);
    const { url } = await collector(503);
    expect(await codeOf(exportTrace(platform, trace, url))).toBe('HTTP_FAILED');
    expect(await codeOf(exportTrace(platform, trace, 'http://127.0.0.1:1'))).toBe('HTTP_FAILED');
    expect(await codeOf(exportTrace(platform, trace, 'ftp://example.com'))).toBe('INPUT_INVALID');
  });

  test('without a configured collector the command says so', async () => {
    const folder = await tempFolder();
    const { traceId } = await threeHops(folder);
    const { code, stderr } = await runBaton(['trace', traceId, '--export'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('traceEndpoint');
  });

  test('an error in a span is its status', () => {
    const { resourceSpans } = renderOtlp([
      event(),
      event({ event_type: 'error', details: { ok: false, n: 3, list: [1] } }),
    ]);
    expect(resourceSpans[0]?.scopeSpans[0]?.spans[0]).toMatchObject({
      status: { code: 2 },
      events: [
        { name: 'workflow_started' },
        {
          name: 'error',
          attributes: [
            { key: 'baton.ok', value: { boolValue: false } },
            { key: 'baton.n', value: { intValue: '3' } },
            { key: 'baton.list', value: { stringValue: '[1]' } },
          ],
        },
      ],
    });
  });
});

/** The members and forms the OpenTelemetry protocol asks for in JSON: hex ids, 64-bit numbers as strings. */
function assertOtlp(body: unknown, traceId: string): void {
  const { resourceSpans } = body as ReturnType<typeof renderOtlp>;
  expect(resourceSpans.map(({ resource }) => resource.attributes[0])).toEqual(
    ['planner', 'coder', 'tester'].map((name) => ({ key: 'service.name', value: { stringValue: name } })),
  );
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const ids = new Set(spans.map(({ spanId }) => spanId));
  for (const span of spans) {
    expect(span.traceId).toBe(traceId.replaceAll('-', ''));
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
    if (span.parentSpanId !== undefined) expect(ids.has(span.parentSpanId)).toBe(true);
    expect(span.startTimeUnixNano).toMatch(/^\d{19}$/);
    expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
    expect([span.kind, span.status.code]).toEqual([1, 0]);
  }
  expect(spans.map(({ name }) => name)).toEqual([
    'handoff to coder',
    'handoff_received',
    'handoff to tester',
    'handoff_received',
    'handoff to writer',
  ]);
}

describe('the trace of a task', () => {
  const ask = async (cwd: string, ...args: string[]) => await runBaton(args, { cwd });

  test('has any name, and an exact one goes before the beginning of another', async () => {
    const folder = await tempFolder();
    for (const name of ['fix_42', 'a b:ü', 'release', 'release-notes'])
      await ask(folder, 'task', 'new', 'x', '--trace', name);
    for (const name of ['fix_42', 'a b:ü', 'release']) {
      const { code, stdout } = await ask(folder, 'trace', name);
      expect([code, stdout]).toEqual([0, expect.stringContaining(`Timeline for trace ${name}\n`)]);
    }
    expect((await ask(folder, 'trace', 'fix_4')).code).toBe(4);
  });

  test('is told although the file of a finished task is gone, which doctor names', async () => {
    const folder = await tempFolder();
    await ask(folder, 'task', 'new', 'parent', '--trace', 'one');
    await ask(folder, 'task', 'new', 'child', '--parent', '1');
    await ask(folder, 'task', 'move', '2', 'cancelled');
    const file = readdirSync(join(folder, '.baton/tasks/cancelled')).find((name) => name.endsWith('.md')) ?? '';
    rmSync(join(folder, '.baton/tasks/cancelled', file));
    expect((await ask(folder, 'trace', 'one')).stdout).toContain('-002');
    expect((await ask(folder, 'doctor')).stdout).toContain('1 finished without a file: TASK-');
  });
});

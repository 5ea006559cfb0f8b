import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { claim, complete, heartbeat, newTask, routeEvent } from '../../../src/relay/tasks/index.ts';
import type { TaskPage } from '../../../src/relay/views/index.ts';
import { createMatcher } from '../../../src/surfaces/http/answer.ts';
import { createMetrics } from '../../../src/surfaces/http/metrics.ts';
import { createRoutes, METRICS } from '../../../src/surfaces/http/routes/index.ts';
import { startTestDaemon, type RunningDaemon } from '../../support/http-daemon.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

const isAnswer = compileAnswers();

function compileAnswers(): (name: string, value: unknown) => readonly unknown[] {
  const schema = JSON.parse(readFileSync('schema/http/answers.schema.json', 'utf8')) as { $defs: object };
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  return (name, value) => {
    const check = ajv.compile({ $ref: `#/$defs/${name}`, $defs: schema.$defs });
    return check(value) ? [] : (check.errors ?? []);
  };
}

const first = (reply: { readonly data: unknown }): string => (reply.data as TaskPage).tasks[0]?.id ?? '';

/** A task that was worked on, handed on in part, and reported. */
async function playStory(daemon: RunningDaemon): Promise<{ parent: string; child: string }> {
  const { platform } = daemon;
  const { task } = await newTask(platform, { title: 'Fix <b>the</b> login', body: 'It is broken.', by: 'operator' });
  const claimed = await claim(platform, { id: task.id, agent: 'ada' });
  const runId = claimed?.run?.runId ?? '';
  await heartbeat(platform, { id: task.id, runId, agent: 'ada', checkpoint: { step: 2 } });
  const child = 'TASK-2026-02-09-060';
  await routeEvent(platform, {
    protocol: 'aof',
    version: 1,
    type: 'handoff.request',
    taskId: child,
    parentTaskId: task.id,
    fromAgent: 'ada',
    toAgent: 'bob',
    sentAt: new Date(Date.now() + 1000).toISOString(),
    payload: { taskId: child, parentTaskId: task.id, fromAgent: 'ada', toAgent: 'bob', acceptanceCriteria: ['green'] },
  });
  const summary = '[AGENT_OUTPUT_START]\n';
  await complete(platform, { id: task.id, agent: 'ada', runId, outcome: 'partial', notes: 'half', summary });
  return { parent: task.id, child };
}

describe('the API', () => {
  verifies('SUR-031', 'every answer has the shape the description gives it', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    const { parent, child } = await playStory(daemon);
    const rows: [string, string][] = [
      ['/v1/overview', 'Overview'],
      ['/v1/tasks?limit=1', 'TaskPage'],
      [`/v1/tasks?ids=${parent},${child},TASK-2020-01-01-001`, 'TaskPage'],
      [`/v1/tasks/${parent}`, 'TaskDetail'],
      [`/v1/tasks/${child}`, 'TaskDetail'],
      ['/v1/traces', 'Traces'],
      ['/v1/governance', 'Governance'],
      ['/v1/findings', 'Findings'],
      ['/healthz', 'Health'],
      ['/readyz', 'Health'],
    ];
    for (const [path, shape] of rows) {
      const { status, data } = await daemon.get(path);
      expect([path, status, isAnswer(shape, data)]).toEqual([path, 200, []]);
    }
  });

  verifies('SUR-031', 'the description is OpenAPI 3.1 and names exactly the rows that answer', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    const api = JSON.parse((await daemon.get('/openapi.json')).text) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; security?: unknown; requestBody?: unknown }>>;
      components: { schemas: Record<string, unknown> };
    };
    expect(api.openapi).toBe('3.1.0');
    const platform = await testPlatform(await tempFolder());
    const none = {
      wake: () => undefined,
      whyNotReady: () => undefined,
      findOutage: () => undefined,
      readStoreGauges: async () => [],
      streamClients: () => 0,
      redeem: () => undefined,
    };
    const routes = createRoutes({ platform, metrics: createMetrics(METRICS), ...none });
    const described = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
    const match = createMatcher(routes);
    for (const [path, methods] of Object.entries(api.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const found = match(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x'));
        expect(found).toMatchObject({ route: { path } });
        expect(operation.security !== undefined, `${method} ${path}`).toBe(method === 'post' && path !== '/v1/login');
      }
    }
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(references.length).toBeGreaterThan(10);
    for (const name of references) expect(Object.keys(api.components.schemas)).toContain(name);
    const ids = Object.values(api.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('pages go on where they ended, and hold every task once', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    for (let n = 0; n < 5; n += 1) await newTask(daemon.platform, { title: `task ${n}`, by: 'operator' });
    const seen: string[] = [];
    for (let after = ''; ;) {
      const { data } = await daemon.get(`/v1/tasks?limit=2${after === '' ? '' : `&after=${after}`}`);
      const page = data as TaskPage;
      seen.push(...page.tasks.map(({ title }) => title));
      if (page.next === undefined) break;
      after = page.next;
    }
    expect(seen).toEqual(['task 0', 'task 1', 'task 2', 'task 3', 'task 4']);
  });

  test('a task is made, moved, and a forbidden move is refused with what is possible', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    const made = await daemon.post('/v1/tasks', { title: 'New', priority: 'high', agent: 'ada', tags: ['x'] });
    expect(made).toMatchObject({
      status: 201,
      data: { task: { title: 'New', priority: 'high', agent: 'ada', rev: 1 } },
    });
    const id = first(await daemon.get('/v1/tasks'));
    const moved = await daemon.post(`/v1/tasks/${id}/move`, { to: 'blocked', reason: 'no key' });
    expect(moved).toMatchObject({ status: 200, data: { task: { status: 'blocked', block: { reason: 'no key' } } } });
    const refused = await daemon.post(`/v1/tasks/${id}/move`, { to: 'done' });
    expect(refused).toMatchObject({
      status: 422,
      error: { code: 'TASK_MOVE_REFUSED', hint: 'from blocked it can become ready, deadletter, cancelled' },
    });
    const stale = await daemon.post(`/v1/tasks/${id}/move`, { to: 'ready', rev: 1 });
    expect(stale.status).toBe(409);
    expect((await daemon.get('/v1/overview')).data).toMatchObject({ counts: { blocked: 1, ready: 0 } });
  });

  test.each([
    ['/v1/tasks', { title: '' }],
    ['/v1/tasks', { title: 'x', unknown: 1 }],
    ['/v1/tasks', { title: 7 }],
    ['/v1/tasks', []],
    ['/v1/tasks/TASK-2026-02-09-001/move', { to: 'nowhere' }],
    ['/v1/messages', 'not json'],
    ['/v1/hooks/message_received', 12],
  ])('a body that does not fit %s is refused and nothing is stored', async (path, body) => {
    const daemon = await startTestDaemon(await tempFolder());
    const reply = await daemon.post(path, body);
    expect(reply.status).toBe(400);
    expect(reply.error?.hint).not.toBe('');
    expect((await daemon.get('/v1/tasks')).data).toEqual({ tasks: [] });
  });

  test('a task page has its runs, its checkpoint, what it was handed over with and what it left', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    const { parent, child } = await playStory(daemon);
    expect((await daemon.get(`/v1/tasks/${parent}`)).data).toMatchObject({
      card: { title: 'Fix <b>the</b> login', status: 'review' },
      body: expect.stringContaining('It is broken.'),
      runs: [{ agentId: 'ada', attempt: 1, status: 'completed' }],
      entry: { heartbeat: { checkpoint: { step: 2 } } },
      outputs: [{ path: 'outputs/summary.md' }],
      children: [{ id: child }],
    });
    expect((await daemon.get(`/v1/tasks/${child}`)).data).toMatchObject({
      parent: { id: parent },
      handoff: { path: 'inputs/handoff.md', document: { acceptanceCriteria: ['green'] } },
    });
    const file = await daemon.get(`/v1/tasks/${parent}/artifacts?path=outputs/summary.md`);
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(file.text).toBe('[AGENT_OUTPUT_START]\n');
  });

  test.each(['../../../../etc/passwd', '/etc/passwd', 'outputs/../../../events', 'outputs/nothing', ''])(
    'no path leads out of the folder of a task: %s',
    async (path) => {
      const daemon = await startTestDaemon(await tempFolder());
      const { parent } = await playStory(daemon);
      const reply = await daemon.get(`/v1/tasks/${parent}/artifacts?path=${encodeURIComponent(path)}`);
      expect([reply.status, reply.error?.code]).toEqual([404, 'FILE_NOT_FOUND']);
    },
  );

  verifies(
    'TSK-064',
    "a host's message over HTTP reaches the router, and a pass of the scheduler follows",
    async () => {
      const daemon = await startTestDaemon(await tempFolder(), { pollMs: 3_600_000 });
      const { task } = await newTask(daemon.platform, { title: 'T', by: 'operator' });
      const claimed = await claim(daemon.platform, { id: task.id, agent: 'ada' });
      const content = `AOF/1 ${JSON.stringify({
        protocol: 'aof',
        version: 1,
        type: 'status.update',
        taskId: task.id,
        fromAgent: 'ada',
        toAgent: 'baton',
        sentAt: new Date().toISOString(),
        runId: claimed?.run?.runId,
        payload: { taskId: task.id, agentId: 'ada', status: 'blocked', blockers: ['no key'] },
      })}`;
      const ticksBefore = await ticks(daemon);
      expect(await daemon.post('/v1/hooks/message_received', { content })).toMatchObject({
        status: 200,
        data: { event: 'message_received', routed: { type: 'status.update', outcome: 'applied' }, taskId: task.id },
      });
      expect((await daemon.get(`/v1/tasks?ids=${task.id}`)).data).toMatchObject({ tasks: [{ status: 'blocked' }] });
      while ((await ticks(daemon)) === ticksBefore) await new Promise((resolve) => setTimeout(resolve, 5));
      expect((await daemon.post('/v1/hooks/message_received', { content: 'hello' })).data).toMatchObject({
        routed: null,
      });
      expect((await daemon.post('/v1/hooks/other', {})).status).toBe(400);
    },
  );
});

async function ticks(daemon: RunningDaemon): Promise<number> {
  const { text } = await daemon.get('/metrics');
  return Number(/^baton_tick_seconds_count (\d+)$/m.exec(text)?.[1] ?? 0);
}

describe('the daemon', () => {
  verifies('SUR-030', 'a second one on the same data dir is refused, and names the first', async () => {
    const folder = await tempFolder();
    await startTestDaemon(folder);
    await expect(startTestDaemon(folder)).rejects.toMatchObject({ code: 'LOCK_HELD' });
  });

  verifies('SUR-030', 'every write needs the token, and none is stored without it', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    for (const authorization of ['', 'Bearer wrong', `Basic ${daemon.token}`, `Bearer ${daemon.token}x`]) {
      for (const path of ['/v1/tasks', '/v1/messages', '/v1/hooks/message_received', '/v1/tasks/x/move'])
        expect((await daemon.post(path, { title: 'x' }, { authorization })).status).toBe(401);
    }
    expect((await daemon.get('/v1/tasks')).data).toEqual({ tasks: [] });
  });

  verifies('SUR-030', 'on any other address every request needs the token, but for the empty page', async () => {
    const daemon = await startTestDaemon(await tempFolder(), { host: '0.0.0.0' });
    const at = daemon.url.replace('0.0.0.0', '127.0.0.1');
    const status = async (path: string, headers = {}): Promise<number> => (await fetch(at + path, { headers })).status;
    const own = { authorization: `Bearer ${daemon.token}` };
    expect(await status('/v1/tasks')).toBe(401);
    expect(await status('/v1/stream')).toBe(401);
    expect(await status('/metrics')).toBe(401);
    expect(await status('/v1/tasks', own)).toBe(200);
    expect(await status('/')).toBe(200);
  });

  verifies(
    'SUR-030',
    'a restart loses nothing: tasks and token are there, and what happened meanwhile counts',
    async () => {
      const folder = await tempFolder();
      const before = await startTestDaemon(folder);
      await before.post('/v1/tasks', { title: 'Kept' });
      const id = first(await before.get('/v1/tasks'));
      const { token } = before;
      await before.stop();
      const meanwhile = await testPlatform(folder);
      await claim(meanwhile, { id, agent: 'ada' });
      const after = await startTestDaemon(folder);
      expect(after.token).toBe(token);
      expect((await after.get('/v1/tasks')).data).toMatchObject({
        tasks: [{ id, title: 'Kept', status: 'in-progress' }],
      });
    },
  );

  verifies('SUR-031', 'a client that comes back hears what it missed, each event once', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    await daemon.post('/v1/tasks', { title: 'one' });
    const events: string[] = [];
    for await (const { id } of (await daemon.platform.tasks()).readEvents()) events.push(id);
    await daemon.post('/v1/tasks', { title: 'two' });
    // The daemon has streamed it: only the log can still tell it.
    const isStreamed = /^baton_events_total\{type="task.created"\} 2$/m;
    while (!isStreamed.test((await daemon.get('/metrics')).text))
      await new Promise((resolve) => setTimeout(resolve, 5));
    const stream = await fetch(`${daemon.url}/v1/stream`, { headers: { 'last-event-id': events[0] ?? '' } });
    const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const titles = (): string[] =>
      [...text.matchAll(/^event: plane\ndata: (.*)$/gm)].flatMap(([, json = '']) => {
        const { type, payload } = JSON.parse(json) as { type: string; payload: { title?: string } };
        return type === 'task.created' ? [payload.title ?? ''] : [];
      });
    await daemon.post('/v1/tasks', { title: 'three' });
    while (!titles().includes('three')) text += (await reader.read()).value ?? '';
    expect(titles()).toEqual(['two', 'three']);
    const ids = [...text.matchAll(/^id: (.*)\nevent: /gm)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    await reader.cancel();
  });

  verifies('SUR-034', 'numbers, health, readiness and a log of structured lines', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    await daemon.post('/v1/tasks', { title: 'x' });
    await daemon.post('/v1/tasks/TASK-2020-01-01-001/move', { to: 'done' });
    const { text } = await daemon.get('/metrics');
    expect(text).toMatch(/^baton_tasks\{status="ready"\} 1$/m);
    expect(text).toMatch(/^baton_http_request_seconds_count\{method="POST",status="201"\} 1$/m);
    expect(text).toMatch(/^# TYPE baton_tick_seconds histogram$/m);
    expect((await daemon.get('/healthz')).data).toMatchObject({ status: 'ok' });
    expect((await daemon.get('/readyz')).data).toEqual({ status: 'ready' });
    expect(daemon.log).toContainEqual(expect.objectContaining({ level: 'info', event: 'started', url: daemon.url }));
    expect(daemon.log).toContainEqual(
      expect.objectContaining({ level: 'warning', event: 'refused', status: 404, method: 'POST' }),
    );
  });

  verifies('SUR-034', 'a scheduler that keeps failing makes the daemon not ready, and it recovers', async () => {
    const folder = await tempFolder();
    const daemon = await startTestDaemon(folder, { pollMs: 5 });
    const {
      files,
      project: { dataDir },
    } = daemon.platform;
    await files.writeAtomic(join(dataDir, 'agents.json'), '{"agents": 1}');
    const until = async (status: number): Promise<void> => {
      while ((await daemon.get('/readyz')).status !== status) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await until(503);
    expect((await daemon.get('/readyz')).data).toMatchObject({
      status: 'not ready',
      reason: expect.stringContaining('agents'),
    });
    expect((await daemon.get('/healthz')).status).toBe(200);
    await files.remove(join(dataDir, 'agents.json'));
    await until(200);
  });

  verifies('TSK-071', 'what happens is told through the rules, once', async () => {
    const daemon = await startTestDaemon(await tempFolder());
    await daemon.post('/v1/tasks', { title: 'x' });
    const id = first(await daemon.get('/v1/tasks'));
    await daemon.post(`/v1/tasks/${id}/move`, { to: 'blocked', reason: 'no key' });
    const log = join(daemon.platform.project.dataDir, 'notices.log');
    const lines = async (): Promise<string[]> =>
      ((await daemon.platform.files.findText(log)) ?? '').split('\n').filter((line) => line.includes('"blocked"'));
    while ((await lines()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await lines()).toHaveLength(1);
    expect(JSON.parse((await lines())[0] ?? '{}')).toMatchObject({
      channel: 'blocked',
      taskId: id,
      text: expect.stringContaining('blocked (no key)'),
    });
  });
});

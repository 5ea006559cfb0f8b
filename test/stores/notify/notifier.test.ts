import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Notice } from '../../../src/kernel/ports/index.ts';
import { renderRecord, type NoticeRecord } from '../../../src/kernel/notify/index.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { aloneAlive } from '../../support/number-journal.ts';
import { composePlatform } from '../../../src/index.ts';
import { approveAll } from '../../support/approve-all.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { answerWith, findDeadUrl, readRecords, readStory, startNotifier, startServer } from './test-notifier.ts';

const notice: Notice = {
  type: 'task.transitioned',
  text: 'TASK-2026-02-09-001 is in review',
  taskId: 'TASK-2026-02-09-001',
  payload: { to: 'review' },
};

const webhook = (url: string, timeoutMs = 5_000) => ({ kind: 'webhook', url, timeoutMs }) as const;

const command = (script: string, timeoutMs = 5_000) =>
  ({ kind: 'command', command: process.execPath, args: ['-e', script], timeoutMs }) as const;

const LONG_MS = 20_000;

test('a record that has grown long is cut to its latest steps and to what is still open or must not be sent again', async () => {
  const folder = await tempFolder();
  const now = Date.now();
  const by = { pid: 1, host: 'here' };
  const sink = { kind: 'console' as const };
  const queued = (id: string, at: number): NoticeRecord => ({
    type: 'notice.queued',
    id,
    at,
    key: id,
    rule: 'all',
    sink,
    by,
    notice: { ...notice, text: 'x'.repeat(1_000) },
  });
  const past = Array.from({ length: 4_000 }, (_, n): NoticeRecord[] => [
    queued(`past-${n}`, 0),
    { type: 'notice.delivered', id: `past-${n}`, at: 0, attempt: 1 },
  ]);
  const records = [queued('open', 0), queued('recent', now), ...past.flat()];
  await writeFile(join(folder, 'notices.jsonl'), records.map((record) => `${renderRecord(record)}\n`).join(''));
  // The process that queued `open` lives: nobody else delivers it.
  const notifier = startNotifier(folder, { to: [sink], pid: 1, processes: { ...createProcesses(), ...aloneAlive(1) } });
  notifier.wake();
  expect(await notifier.settle(LONG_MS)).toBe(true);
  const kept = await readRecords(folder);
  expect(kept.length).toBeLessThan(510);
  const ids = new Set(kept.map(({ id }) => id));
  expect(['open', 'recent', 'past-3999', 'past-0'].map((id) => ids.has(id))).toEqual([true, true, true, false]);
});

describe('sinks', () => {
  verifies('TSK-071', 'the terminal gets a line, the file a line of JSON', async () => {
    const folder = await tempFolder();
    const notifier = startNotifier(folder, { to: [{ kind: 'console' }, { kind: 'file', path: 'logs/notices.log' }] });
    notifier.notify(notice);
    expect(await notifier.settle(LONG_MS)).toBe(true);
    expect(notifier.remarks).toEqual(['all: TASK-2026-02-09-001 is in review']);
    const lines = (await readFile(join(folder, 'logs', 'notices.log'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { id: expect.any(String), at: expect.any(String), channel: 'all', ...notice },
    ]);
    expect(await readStory(folder)).toBe('queued queued delivered delivered');
  });

  verifies('TSK-071', 'what is recorded outlives the process, and recording does not end the notifier', async () => {
    const folder = await tempFolder();
    const notifier = startNotifier(folder, { to: [{ kind: 'console' }] });
    for (const text of ['one', 'two']) {
      notifier.notify({ ...notice, text });
      await notifier.recorded();
      const queued = (await readRecords(folder)).filter(({ type }) => type === 'notice.queued');
      expect(JSON.stringify(queued)).toContain(text);
    }
    expect(await notifier.settle(LONG_MS)).toBe(true);
    expect(notifier.remarks).toEqual(['all: one', 'all: two']);
  });

  verifies('TSK-071', 'a webhook gets a POST with JSON and an id to tell repeats by', async () => {
    const folder = await tempFolder();
    const server = await startServer(answerWith(204));
    const notifier = startNotifier(folder, { to: [webhook(server.url)] });
    notifier.notify(notice);
    expect(await notifier.settle(LONG_MS)).toBe(true);
    const [queued] = await readRecords(folder);
    expect(server.requests).toEqual([
      {
        headers: expect.objectContaining({ 'content-type': 'application/json', 'idempotency-key': queued?.id }),
        body: expect.objectContaining({ id: queued?.id, channel: 'all', ...notice }),
      },
    ]);
  });

  verifies('TSK-071', 'a command gets the notice on its standard input, and never through a shell', async () => {
    const folder = await tempFolder();
    const script = `const { writeFileSync, readFileSync } = require('node:fs');
      writeFileSync('got', readFileSync(0)); writeFileSync('type', process.env.BATON_NOTICE_TYPE);`;
    const notifier = startNotifier(folder, { to: [command(script)] });
    const hostile = { ...notice, text: '"; touch hacked; $(touch hacked) `touch hacked`' };
    notifier.notify(hostile);
    expect(await notifier.settle(LONG_MS)).toBe(true);
    expect(JSON.parse(await readFile(join(folder, 'got'), 'utf8'))).toMatchObject(hostile);
    expect(await readFile(join(folder, 'type'), 'utf8')).toBe('task.transitioned');
    await expect(readFile(join(folder, 'hacked'))).rejects.toThrow('ENOENT');
  });

  test('a file outside the data dir is not written', async () => {
    const folder = await tempFolder();
    const dataDir = join(folder, 'data');
    const notifier = startNotifier(dataDir, { to: [{ kind: 'file', path: '../outside' }], pausesMs: [] });
    notifier.notify(notice);
    await notifier.settle(LONG_MS);
    await expect(readFile(join(folder, 'outside'))).rejects.toThrow('ENOENT');
    expect(await readStory(dataDir)).toContain('dropped');
  });
});

describe('sinks that fail', () => {
  verifies('TSK-071', 'a failing one is tried again until it works', async () => {
    const folder = await tempFolder();
    const server = await startServer(answerWith(500, 429, 200));
    const notifier = startNotifier(folder, { to: [webhook(server.url)] });
    notifier.notify(notice);
    expect(await notifier.settle(LONG_MS)).toBe(true);
    expect(await readStory(folder)).toBe(
      'queued failed(the server answered 500) failed(the server answered 429) delivered',
    );
    expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  verifies('TSK-071', 'a dead one is given up after a limited number of attempts, and that is recorded', async () => {
    const folder = await tempFolder();
    const notifier = startNotifier(folder, { to: [webhook(await findDeadUrl())] });
    notifier.notify(notice);
    expect(await notifier.settle(LONG_MS)).toBe(true);
    const types = (await readRecords(folder)).map(({ type }) => type);
    expect(types).toEqual(['notice.queued', 'notice.failed', 'notice.failed', 'notice.failed', 'notice.dropped']);
    expect(await readStory(folder)).toContain('ECONNREFUSED');
  });

  test('a refusal that will stay is not asked for again, and a redirect is not followed', async () => {
    for (const status of [404, 302]) {
      const folder = await tempFolder();
      const server = await startServer((response) => {
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
      const notifier = startNotifier(folder, { to: [webhook(server.url)] });
      notifier.notify(notice);
      await notifier.settle(LONG_MS);
      expect(server.requests).toHaveLength(1);
      const reason = `the server answered ${status}`;
      expect(await readStory(folder)).toBe(`queued failed(${reason}) dropped(${reason})`);
    }
  });

  test('one that takes too long is ended at its limit', async () => {
    const folder = await tempFolder();
    const server = await startServer(() => undefined);
    const notifier = startNotifier(folder, {
      to: [webhook(server.url, 50), command('setTimeout(() => {}, 60_000)', 300)],
      pausesMs: [],
    });
    notifier.notify(notice);
    expect(await notifier.settle(LONG_MS)).toBe(true);
    const reasons = (await readRecords(folder)).flatMap((record) =>
      record.type === 'notice.failed' ? [record.reason] : [],
    );
    expect(reasons).toEqual(['no answer within the limit', expect.stringContaining('took longer than 0.3 s')]);
  });

  test('a command that fails, or is not there, is told with its words', async () => {
    const folder = await tempFolder();
    const failing = command('console.error("no bell\\nin this house"); process.exit(3)');
    const missing = { kind: 'command', command: 'no-such-program-anywhere', args: [], timeoutMs: 1_000 } as const;
    const notifier = startNotifier(folder, { to: [failing, missing], pausesMs: [] });
    notifier.notify(notice);
    await notifier.settle(LONG_MS);
    const story = await readStory(folder);
    expect(story).toContain('ended with 3: in this house');
    expect(story).toContain('cannot start no-such-program-anywhere');
  });
});

describe('the caller', () => {
  verifies('TSK-071', 'is not delayed by a sink that never answers, and neither are the other sinks', async () => {
    const folder = await tempFolder();
    const server = await startServer(() => undefined);
    const notifier = startNotifier(folder, { to: [webhook(server.url, 60_000), { kind: 'console' }] });
    for (let n = 0; n < 20; n++) expect(notifier.notify({ ...notice, text: `number ${n}` })).toBeUndefined();
    await expect.poll(() => notifier.remarks.length).toBe(20);
    expect(server.requests.length).toBeLessThanOrEqual(1);
    expect(await notifier.settle(0)).toBe(false);
  });

  test('hears of it when too many wait, and the rest is dropped', async () => {
    const folder = await tempFolder();
    const server = await startServer(() => undefined);
    const notifier = startNotifier(folder, { to: [webhook(server.url, 60_000)], maxWaiting: 3 });
    for (let n = 0; n < 10; n++) notifier.notify({ ...notice, text: `number ${n}` });
    expect(notifier.remarks).toEqual(['notices: a notice was dropped, too many are waiting: number 3']);
    await expect.poll(async () => (await readRecords(folder)).length).toBe(3);
  });

  test('is not failed by a data dir that cannot be written', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'file'), 'x');
    const notifier = startNotifier(join(folder, 'file', 'below'), { to: [{ kind: 'console' }] });
    notifier.notify(notice);
    expect(await notifier.settle(LONG_MS)).toBe(true);
    expect(notifier.remarks).toEqual([expect.stringMatching(/^notices: cannot .*below/)]);
  });
});

describe('several processes', () => {
  verifies('TSK-071', 'the same notice from two of them is sent once', async () => {
    const folder = await tempFolder();
    const [one, two] = [
      startNotifier(folder, { to: [{ kind: 'console' }] }),
      startNotifier(folder, { to: [{ kind: 'console' }] }),
    ];
    one.notify(notice);
    two.notify(notice);
    one.notify({ ...notice, text: 'another' });
    await one.settle(LONG_MS);
    await two.settle(LONG_MS);
    expect([...one.remarks, ...two.remarks].sort()).toEqual(['all: TASK-2026-02-09-001 is in review', 'all: another']);
  });

  verifies('TSK-071', 'what one could not deliver before its end is delivered by the next', async () => {
    const folder = await tempFolder();
    const server = await startServer((response, index) => {
      if (index > 0) response.end();
    });
    const first = startNotifier(folder, { to: [webhook(server.url, 60_000)], pid: 1 });
    first.notify(notice);
    await expect.poll(() => server.requests.length).toBe(1);
    expect(await first.settle(0)).toBe(false);
    const second = startNotifier(folder, { to: [webhook(server.url, 60_000)], pid: 2 });
    second.wake();
    expect(await second.settle(LONG_MS)).toBe(true);
    expect(await readStory(folder)).toBe('queued taken delivered');
    expect(server.requests).toHaveLength(2);
  });

  test('the attempts of one count for the next', async () => {
    const folder = await tempFolder();
    const dead = { to: [webhook(await findDeadUrl())] };
    const first = startNotifier(folder, { ...dead, pid: 1, pausesMs: [5, 60_000] });
    first.notify(notice);
    await expect.poll(async () => await readRecords(folder)).toHaveLength(3);
    await first.settle(0);
    const second = startNotifier(folder, { ...dead, pid: 2 });
    second.wake();
    await second.settle(LONG_MS);
    const attempts = (await readRecords(folder)).flatMap((record) => ('attempt' in record ? [record.attempt] : []));
    expect(attempts).toEqual([1, 2, 3]);
  });

  test('a record asks for nothing that today’s rules do not ask for', async () => {
    const folder = await tempFolder();
    const server = await startServer(() => undefined);
    const first = startNotifier(folder, { to: [webhook(server.url, 60_000)], pid: 1 });
    first.notify(notice);
    await expect.poll(() => server.requests.length).toBe(1);
    await first.settle(0);
    const second = startNotifier(folder, { to: [{ kind: 'console' }], pid: 2 });
    second.wake();
    await second.settle(LONG_MS);
    expect(server.requests).toHaveLength(1);
    expect(await readStory(folder)).toBe('queued dropped(the rules have changed)');
  });

  test('what a living process looks after is left to it', async () => {
    const folder = await tempFolder();
    const server = await startServer(() => undefined);
    const first = startNotifier(folder, { to: [webhook(server.url, 60_000)] });
    first.notify(notice);
    await expect.poll(() => server.requests.length).toBe(1);
    const second = startNotifier(folder, { to: [webhook(server.url, 60_000)] });
    second.wake();
    expect(await second.settle(LONG_MS)).toBe(true);
    expect(await readStory(folder)).toBe('queued');
  });
});

const STATE = { XDG_STATE_HOME: process.env['XDG_STATE_HOME'] };

describe('in the running system', () => {
  test('the default rules write to the data dir; rules of one’s own take their place', async () => {
    const folder = await tempFolder();
    const remarks: string[] = [];
    const open = () => composePlatform({ folder, environment: {}, remark: (text) => remarks.push(text) });
    const first = await open();
    first.notifier.notify(notice);
    first.notifier.notify({ type: 'protocol.message.rejected', text: 'no such task', channel: '#aof-alerts' });
    await first.close();
    expect(remarks.sort()).toEqual(['#aof-alerts: no such task', 'review: TASK-2026-02-09-001 is in review']);
    expect((await readFile(join(first.project.dataDir, 'notices.log'), 'utf8')).trimEnd().split('\n')).toHaveLength(2);

    remarks.length = 0;
    await writeFile(
      join(first.project.dataDir, 'notify.yaml'),
      'rules: [{ name: review, on: task.transitioned, to: [] }]',
    );
    const second = await open();
    second.notifier.notify({ ...notice, text: 'again' });
    await second.close();
    expect(remarks).toEqual([]);
  });

  test('broken rules are told, and the default ones hold', async () => {
    const folder = await tempFolder();
    const remarks: string[] = [];
    const platform = await composePlatform({ folder, environment: {}, remark: (text) => remarks.push(text) });
    await platform.files.createFolder(platform.project.dataDir);
    await writeFile(join(platform.project.dataDir, 'notify.yaml'), 'rules:\n  - name: [\n');
    platform.notifier.notify(notice);
    await platform.close();
    expect(remarks).toEqual([
      expect.stringMatching(/^notify\.yaml, line \d: .*the default rules for notices are used$/),
      'review: TASK-2026-02-09-001 is in review',
    ]);
  });

  test('rules that came with a repository run no program and call nobody', async () => {
    const folder = await tempFolder();
    const remarks: string[] = [];
    const platform = await composePlatform({ folder, environment: STATE, remark: (text) => remarks.push(text) });
    await platform.files.createFolder(platform.project.dataDir);
    const sinks = `[console, { command: [touch, ${join(folder, 'ran')}] }]`;
    await writeFile(join(platform.project.dataDir, 'notify.yaml'), `rules: [{ name: x, on: '*', to: ${sinks} }]`);
    platform.notifier.notify({ type: 'task.created', text: 'made' });
    await platform.close();
    expect(remarks).toEqual([
      `not approved, so left out: notices "x" run touch ${join(folder, 'ran')} (.baton/notify.yaml); see baton approve`,
      'x: made',
    ]);

    await approveAll(platform);
    const own = await composePlatform({ folder, environment: STATE });
    own.notifier.notify({ type: 'task.created', text: 'made again' });
    await own.close();
    expect(await readFile(join(folder, 'ran'), 'utf8')).toBe('');
  });

  test('a platform that told nobody anything leaves no trace', async () => {
    const folder = await tempFolder();
    const platform = await composePlatform({ folder, environment: {} });
    await platform.close();
    expect(await platform.files.list(folder)).toEqual([]);
  });
});

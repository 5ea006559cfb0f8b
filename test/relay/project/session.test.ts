import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  archive,
  begin,
  close,
  init,
  log,
  manifest,
  migrate,
  next,
  orient,
  restore,
  set,
  trust,
} from '../../../src/relay/project/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { OWN_PROCESS } from '../../support/run-here.ts';
import { testProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

const NO_CLOSE = { tag: false, commit: true } as const;
const LOCK = '.ai/handoff/HANDOFF.lock';

describe('a session', () => {
  verifies(
    'PRJ-070',
    'begin creates the lock with the agent’s own process, and renews it with every command',
    async () => {
      const project = await testProject();
      const line = ['begin', '--agent', 'ada', '--updating', 'STATUS.md', '--session-id', 'sess_1'];
      const began = await project.data(line, { env: OWN_PROCESS });
      expect(began).toMatchObject({ session_id: 'sess_1', agent: 'ada', pid: process.pid });
      const lock = JSON.parse(project.read(LOCK)) as Record<string, unknown>;
      expect(lock).toEqual({
        agent: 'ada',
        started: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
        updating: ['STATUS.md'],
        session_id: 'sess_1',
        pid: process.pid,
        pid_started: expect.any(String) as string,
        host: expect.any(String) as string,
        base_commit: project.git('rev-parse', '--short=7', 'HEAD'),
        last_activity: lock['started'],
        branch: 'main',
        standing: [],
        stood: expect.any(Array) as string[],
        mark: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      });
      const later = Date.parse(String(lock['started'])) + 3_600_000;
      await log(await project.platform({ nowMs: later }), { title: 'one', body: '', sessionId: 'sess_1' });
      expect(JSON.parse(project.read(LOCK))).toMatchObject({
        last_activity: new Date(later).toISOString().replace('.000', ''),
      });
    },
  );

  verifies('PRJ-070', 'a second begin is refused with the holder’s name, age and life, and exit 3', async () => {
    const project = await testProject();
    await project.data(['begin', '--agent', 'ada']);
    const { code, stdout } = await project.baton(['begin', '--agent', 'bob', '--json']);
    expect(code).toBe(3);
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
    expect(error.code).toBe('SESSION_HELD');
    expect(error.message).toMatch(/held by ada \(sess_[0-9a-f]+\) since \d+ s; its process \d+ lives/);
  });

  verifies('PRJ-070', 'of many that begin at once exactly one gets the lock', async () => {
    const project = await testProject();
    const codes = await Promise.all(
      Array.from({ length: 8 }, async (_, index) =>
        codeOf(begin(await project.platform(), { agent: `agent-${index}` })),
      ),
    );
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'SESSION_HELD')).toHaveLength(7);
  });

  verifies(
    'PRJ-070',
    'silence for the configured time, or a process that is gone, means dead; a live one never does',
    async () => {
      const project = await testProject();
      const lock = (fields: object): void =>
        writeFileSync(
          join(project.root, LOCK),
          JSON.stringify({ agent: 'ada', started: '2026-02-01T10:00:00Z', updating: [], ...fields }),
        );
      const tryAt = async (time: string, env: Record<string, string> = {}): Promise<string> =>
        codeOf(begin(await project.platform({ nowMs: Date.parse(time), env }), { agent: 'bob' }));
      lock({});
      expect(await tryAt('2026-02-01T11:59:59Z')).toBe('SESSION_HELD');
      expect(await tryAt('2026-02-01T12:00:00Z')).toBe('RECOVERY_NEEDED');
      expect(await tryAt('2026-02-01T10:30:00Z', { BATON_SESSION_TIMEOUT_MINUTES: '30' })).toBe('RECOVERY_NEEDED');
      lock({ pid: 2 ** 30, host: (await project.platform()).facts.host });
      expect(await tryAt('2026-02-01T10:00:01Z')).toBe('RECOVERY_NEEDED');
      lock({ pid: 2 ** 30, host: 'elsewhere' });
      expect(await tryAt('2026-02-01T10:00:01Z')).toBe('SESSION_HELD');
      lock({ started: '2099-01-01T00:00:00Z', last_activity: '2099-01-01T00:00:00Z', host: 'elsewhere', pid: 1 });
      const madeMs = Math.ceil(statSync(join(project.root, LOCK)).mtimeMs);
      expect(await tryAt(new Date(madeMs + 60_000).toISOString())).toBe('SESSION_HELD');
      expect(await tryAt(new Date(madeMs + 7_200_000).toISOString())).toBe('RECOVERY_NEEDED');
      writeFileSync(join(project.root, LOCK), '');
      expect(await tryAt('2026-02-01T10:00:01Z')).toBe('RECOVERY_NEEDED');
    },
  );

  verifies(
    ['PRJ-070', 'PRJ-072'],
    'a lock without process and session id, or one that cannot be read, is nobody’s own',
    async () => {
      const project = await testProject();
      const platform = await project.platform();
      const started = new Date().toISOString();
      const head = project.git('rev-parse', 'HEAD');
      const seenWith = async (lock: string) => {
        project.write(LOCK, lock);
        const seen = await orient(platform, { kind: 'fix', readOnly: true });
        return [seen.mode, await codeOf(close(platform, NO_CLOSE))];
      };
      const byHand = { agent: 'live', started, updating: ['STATUS.md'] };
      expect(await seenWith(JSON.stringify(byHand))).toEqual(['held', 'SESSION_HELD']);
      expect(await seenWith(JSON.stringify({ ...byHand, started: '2026-01-01T00:00:00Z' }))).toEqual([
        'recovery',
        'RECOVERY_NEEDED',
      ]);
      expect(await seenWith('')).toEqual(['recovery', 'RECOVERY_NEEDED']);
      project.write(LOCK, JSON.stringify(byHand));
      const input = JSON.stringify({ session_id: 'm', cwd: project.root, hook_event_name: 'SessionEnd' });
      expect((await project.baton(['hook', 'session-end'], { input })).code).toBe(0);
      expect(existsSync(join(project.root, LOCK))).toBe(true);
      expect(project.git('rev-parse', 'HEAD')).toBe(head);
    },
  );

  verifies(
    'PRJ-070',
    'commands that need no session are refused to others while one is open, and renew it for its holder',
    async () => {
      const project = await testProject();
      const platform = await project.platform();
      project.git('add', '.ai');
      project.git('commit', '--quiet', '-m', 'set up');
      const open = { agent: 'ada', started: new Date().toISOString(), updating: [], session_id: 'sess_a' };
      const commands: Record<string, (sessionId: string) => Promise<unknown>> = {
        manifest: (sessionId) => manifest(platform, { sessionId }),
        archive: (sessionId) => archive(platform, { sessionId }),
        migrate: (sessionId) => migrate(platform, { sessionId }),
        restore: (sessionId) => restore(platform, { file: 'STATUS.md', sessionId }),
      };
      for (const [name, run] of Object.entries(commands)) {
        project.write(LOCK, JSON.stringify(open));
        expect([name, await codeOf(run('sess_b'))]).toEqual([name, 'SESSION_HELD']);
        expect([name, await codeOf(run('sess_a'))]).toEqual([name, 'ok']);
        expect([name, JSON.parse(project.read(LOCK))]).toEqual([
          name,
          { ...open, last_activity: expect.any(String) as string },
        ]);
      }
      const byHand = { agent: 'ada', started: open.started, updating: [] };
      project.write(LOCK, JSON.stringify(byHand));
      const status = project.file('STATUS.md');
      const anew = { git: false, agentsMd: false, aahp: { force: true, withAllowList: false } };
      expect(await codeOf(init(platform, anew))).toBe('SESSION_HELD');
      expect(project.file('STATUS.md')).toBe(status);
      expect(await codeOf(manifest(platform, {}))).toBe('SESSION_HELD');
      expect(await codeOf(manifest(platform, { agent: 'bob' }))).toBe('SESSION_HELD');
      expect(await codeOf(manifest(platform, { agent: 'ada', sessionId: 'any' }))).toBe('ok');
    },
  );

  test('writing needs a session, and only its own', async () => {
    const project = await testProject();
    const platform = await project.platform();
    expect(await codeOf(log(platform, { title: 'x', body: '' }))).toBe('SESSION_NOT_OPEN');
    await begin(platform, { agent: 'ada', sessionId: 'sess_a' });
    expect(await codeOf(log(platform, { title: 'x', body: '', sessionId: 'sess_b' }))).toBe('SESSION_HELD');
    expect(await codeOf(log(platform, { title: 'x', body: '', sessionId: 'sess_a' }))).toBe('ok');
  });

  verifies('PRJ-071', 'close makes one commit of the folder, drops the lock and leaves a verified state', async () => {
    const project = await testProject();
    const platform = await project.platform();
    const before = project.git('rev-parse', '--short=7', 'HEAD');
    await begin(platform, { agent: 'ada', sessionId: 'sess_a' });
    await log(platform, { title: 'Did a thing', body: 'It works.', sessionId: 'sess_a' });
    await set(platform, {
      file: 'STATUS.md',
      section: 'summary',
      body: 'Build green.',
      create: false,
      sessionId: 'sess_a',
    });
    await next(platform, { action: 'add', item: 'Write docs', sessionId: 'sess_a' });
    await trust(platform, { action: 'add', property: 'Build passes', run: 'exit 0', sessionId: 'sess_a' });
    const result = await close(platform, {
      ...NO_CLOSE,
      tag: true,
      context: 'Green. Next: docs.',
      phase: 'review',
      sessionId: 'sess_a',
    });
    expect(result).toMatchObject({ closed: true, tag: 'aahp/session-1', commit: project.git('rev-parse', 'HEAD') });
    expect(project.git('rev-list', '--count', 'HEAD')).toBe('2');
    expect(
      project
        .git('show', '--format=', '--name-only', 'HEAD')
        .split('\n')
        .every((name) => name.startsWith('.ai/handoff/')),
    ).toBe(true);
    expect(project.git('status', '--porcelain')).toBe('');
    expect(existsSync(join(project.root, LOCK))).toBe(false);
    expect(JSON.parse(project.file('MANIFEST.json'))).toMatchObject({
      quick_context: 'Green. Next: docs.',
      last_session: { agent: 'ada', session_id: 'sess_a', phase: 'review', commit: before, duration_minutes: 0 },
    });
    const seen = await orient(platform, { kind: 'fix', readOnly: true });
    expect(seen.mode).toBe('normal');
    expect(seen.files.map(({ name, trust: label }) => [name, label])).toEqual([
      ['NEXT_ACTIONS.md', 'Verified'],
      ['STATUS.md', 'Verified'],
      ['LOG.md', 'Verified'],
    ]);
  });

  verifies('PRJ-071', 'if a check fails nothing changes and the lock stays', async () => {
    const project = await testProject();
    const platform = await project.platform();
    await begin(platform, { agent: 'ada', sessionId: 'sess_a' });
    project.write('.ai/handoff/STATUS.md', '# Status\n\nMY_SECRET=abcdefgh12345678\n');
    const before = project.git('status', '--porcelain', '--untracked-files=all');
    const listed = project.file('MANIFEST.json');
    const result = await close(platform, { ...NO_CLOSE, sessionId: 'sess_a' });
    expect(result.closed).toBe(false);
    expect(
      result.findings.find(({ rule, file }) => rule === 'aiignore' && file === '.ai/handoff/STATUS.md'),
    ).toMatchObject({
      file: '.ai/handoff/STATUS.md',
      line: 3,
      message: 'matches the pattern *_SECRET=* of .aiignore line 5',
    });
    expect(JSON.stringify(result)).not.toContain('abcdefgh12345678');
    expect(project.git('status', '--porcelain', '--untracked-files=all')).toBe(before);
    expect(project.file('MANIFEST.json')).toBe(listed);
    expect(existsSync(join(project.root, LOCK))).toBe(true);
    expect(project.git('rev-list', '--count', 'HEAD')).toBe('1');
  });

  verifies(
    'PRJ-031',
    'with a task graph nothing that was written into NEXT_ACTIONS.md by hand is dropped',
    async () => {
      const project = await testProject();
      const platform = await project.platform();
      await begin(platform, { agent: 'ada', sessionId: 'sess_a' });
      project.write('.ai/handoff/NEXT_ACTIONS.md', '# Next\n\n- [ ] T-007 Old one\n  - a detail\n\nProse between.\n');
      await next(platform, { action: 'add', item: 'First', priority: 'high', sessionId: 'sess_a' });
      const path = '.ai/handoff/NEXT_ACTIONS.md';
      project.write(path, `${project.read(path)}- [ ] HAND WRITTEN\n  - its detail\n\n\`\`\`sh\nnever closed\n`);
      await next(platform, { action: 'done', item: 'T-008', sessionId: 'sess_a' });
      project.write(path, `${project.read(path)}- [ ] ANOTHER\n`);
      const before = project.read(path);
      expect(await close(platform, { ...NO_CLOSE, sessionId: 'sess_a' })).toMatchObject({ closed: true });
      const { tasks, next_task_id: nextId } = JSON.parse(project.file('MANIFEST.json')) as {
        tasks: Record<string, { title: string; status: string }>;
        next_task_id: number;
      };
      expect(Object.entries(tasks).map(([id, { title, status }]) => [id, title, status])).toEqual([
        ['T-008', 'First', 'done'],
      ]);
      expect(nextId).toBe(9);
      expect(project.read(path)).toBe(before);
      for (const line of ['  - a detail', 'Prose between.', '- [ ] HAND WRITTEN', '  - its detail', '- [ ] ANOTHER'])
        expect(before.split('\n')).toContain(line);
      expect(project.file('LOG.md')).not.toContain('Prose between.');
    },
  );

  verifies(
    'PRJ-041',
    'a session id that is used again leaves the provenance of the earlier session alone',
    async () => {
      const project = await testProject();
      const work = async (time: string, title?: string): Promise<void> => {
        const platform = await project.platform({ nowMs: Date.parse(time) });
        await begin(platform, { agent: 'ada', sessionId: 's1' });
        if (title !== undefined) await log(platform, { title, body: '', sessionId: 's1' });
        await close(platform, { ...NO_CLOSE, sessionId: 's1' });
      };
      await work('2026-02-01T10:00:00Z', 'one');
      const [, first] = project.file('LOG.md').split(/^(?=## )/m);
      for (const time of ['2026-02-01T10:00:00Z', '2026-02-01T11:00:00Z']) {
        project.write('code.txt', time);
        project.git('commit', '--quiet', '--no-verify', '-am', 'code');
        await work(time);
      }
      const entries = project.file('LOG.md').split(/^(?=## )/m);
      expect(entries).toHaveLength(4);
      expect(entries[3]).toBe(first);
      expect(entries[1]).toContain(`**Commit after:** ${project.git('rev-parse', '--short=7', 'HEAD~1')}`);
    },
  );
});

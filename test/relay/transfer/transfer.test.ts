import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { startDaemon } from '../../../src/relay/tasks/index.ts';
import { importData } from '../../../src/relay/transfer/index.ts';
import { ask, readTree } from '../../support/busy-data-dir.ts';
import { codeOf } from '../../support/code-of.ts';
import { runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';

type Line = Record<string, unknown>;

async function exportSmall(): Promise<{ readonly folder: string; readonly lines: Line[] }> {
  const folder = await tempFolder();
  await ask(folder, ['task', 'new', 'one']);
  await ask(folder, ['agent', 'add', 'bob']);
  await ask(folder, ['export', 'x.jsonl']);
  const lines = readFileSync(join(folder, 'x.jsonl'), 'utf8').trim().split('\n');
  return { folder, lines: lines.map((line) => JSON.parse(line) as Line) };
}

/** Lines as an archive whose checksum is right, whatever they say. */
function seal(lines: readonly Line[]): string {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${JSON.stringify({ kind: 'end', lines: lines.length, sha256 })}\n`;
}

verifies('FLT-008', 'a data dir goes through a pipe into another one, and keys stay for their owner', async () => {
  const [from, to] = [await tempFolder(), await tempFolder()];
  await ask(from, ['task', 'new', 'one']);
  await ask(from, ['govern', 'init']);
  writeFileSync(join(from, 'r.json'), '{"handoff_id":"x"}');
  await ask(from, ['govern', 'send', 'r.json'], { exit: 1 });
  const { stdout } = await runBaton(['export', '-'], { cwd: from });
  const result = await ask(to, ['import', '-'], { input: stdout });
  expect(result).toMatchObject({ imported: true, tasks: 1, audit: 4, kept: null, resumed: false });
  expect(readTree(join(to, '.baton'))).toEqual(readTree(join(from, '.baton')));
  expect(statSync(join(to, '.baton', 'keys', 'audit-signing-key.pem')).mode & 0o777).toBe(0o600);
  expect(await ask(to, ['audit', 'verify'])).toMatchObject({ ok: true });
  expect(readdirSync(to)).toEqual(['.baton']);
});

describe('an export', () => {
  test('is refused while an agent works, a daemon runs, or files were edited by hand', async () => {
    const folder = await tempFolder();
    await ask(folder, ['task', 'new', 'one']);
    const id = String(readdirSync(join(folder, '.baton/tasks/ready'))[0]).replace('.md', '');
    await ask(folder, ['claim', id, '--agent', 'ada']);
    expect(await ask(folder, ['export', 'x.jsonl'], { exit: 3 })).toMatchObject({ code: 'STORE_IN_USE' });
    await ask(folder, ['task', 'move', id, 'ready']);
    const daemon = await startDaemon(await testPlatform(folder));
    try {
      const refused = await ask(folder, ['export', 'x.jsonl'], { exit: 3 });
      expect([refused['code'], refused['message']]).toEqual([
        'STORE_IN_USE',
        expect.stringContaining('a daemon works on'),
      ]);
      await ask(folder, ['export', '--live', 'live.jsonl']);
      expect(await ask(folder, ['import', 'live.jsonl', '--replace'], { exit: 3 })).toMatchObject({
        code: 'STORE_IN_USE',
      });
    } finally {
      await daemon.stop();
    }
    const file = join(folder, '.baton/tasks/ready', `${id}.md`);
    writeFileSync(file, readFileSync(file, 'utf8').replace('title: one', 'title: two'));
    expect(await ask(folder, ['export', 'x.jsonl'], { exit: 1 })).toMatchObject({ code: 'STORE_UNSETTLED' });
    expect(existsSync(join(folder, 'x.jsonl'))).toBe(false);
  });

  test('writes nothing on a dry run, never over a file, no keys where told so, and leaves symlinks out', async () => {
    const folder = await tempFolder();
    await ask(folder, ['govern', 'init']);
    writeFileSync(join(folder, 'r.json'), '{"handoff_id":"x"}');
    await ask(folder, ['govern', 'send', 'r.json'], { exit: 1 });
    symlinkSync('/etc/hostname', join(folder, '.baton', 'leak'));
    expect(await ask(folder, ['export', 'x.jsonl', '--dry-run'])).toMatchObject({ written: false });
    expect(existsSync(join(folder, 'x.jsonl'))).toBe(false);
    await ask(folder, ['export', 'x.jsonl', '--without-keys']);
    const text = readFileSync(join(folder, 'x.jsonl'), 'utf8');
    expect([text.includes('"path":"keys/audit-signing-key.pem"'), text.includes('leak')]).toEqual([false, false]);
    expect(text).toContain('handoff-log-');
    expect(await ask(folder, ['export', 'x.jsonl'], { exit: 3 })).toMatchObject({ code: 'FILE_EXISTS' });
    const made = await ask(folder, ['export']);
    expect(String(made['file'])).toMatch(/baton-export-\d{8}T\d{6}Z\.jsonl$/);
  });
});

describe('an import', () => {
  test('refuses what is no archive, or was changed, and leaves nothing behind', async () => {
    const { lines } = await exportSmall();
    const body = lines.slice(0, -1);
    const [header = {}, task = {}] = body;
    const event = body.find(({ kind }) => kind === 'event') ?? {};
    const file = (path: string): Line => ({ kind: 'file', path, isPrivate: false });
    const entry = task['entry'] as { task: Line };
    const bad: Record<string, string> = {
      empty: '',
      'not an archive': '{"hello":1}\n',
      binary: '\u0000\u0001\ufffd',
      'a conflict': `<<<<<<< ours\n${seal(body)}`,
      'cut off': seal(body).slice(0, -150),
      'changed by one letter': seal(body).replace('"actor":"operator"', '"actor":"operatir"'),
      'a line after the end': `${seal(body)}${JSON.stringify(event)}\n`,
      'a newer version': seal([{ ...header, version: 2 }, ...body.slice(1)]),
      'a path that leads out': seal([...body, file('../../evil')]),
      'an absolute path': seal([...body, file('/etc/evil')]),
      'a lock': seal([...body, file('locks/daemon/1')]),
      'the journal': seal([...body, file('journal/tasks.jsonl')]),
      'a token': seal([...body, file('serve/token')]),
      'an unknown kind': seal([...body, { kind: 'else' }]),
      'events out of order': seal([header, task, event, event]),
      'an artifact of nobody': seal([header, { kind: 'artifact', taskId: 'TASK-2026-01-01-001', path: 'outputs/x' }]),
      'an artifact that leads out': seal([
        header,
        task,
        { kind: 'artifact', taskId: entry.task['id'], path: '../../x' },
      ]),
      'a text that says something else': seal([
        header,
        { ...task, entry: { ...entry, task: { ...entry.task, title: 'two' } } },
      ]),
      'an audit log that does not hold': seal([
        ...body,
        { kind: 'audit', piece: { kind: 'entry', file: 'handoff-log-2026-01-01-001.jsonl', line: '{"at":"x"}' } },
      ]),
    };
    const to = await tempFolder();
    for (const [name, text] of Object.entries(bad)) {
      const archive = Readable.from([Buffer.from(text, 'utf8')]);
      const importing = importData(await testPlatform(to), { archive, replace: false, dryRun: false });
      expect([name, await codeOf(importing)]).toEqual([name, 'ARCHIVE_INVALID']);
      expect([name, readdirSync(to)]).toEqual([name, []]);
    }
    await ask(to, ['import', '-'], { input: seal(body) });
    expect(readdirSync(to)).toEqual(['.baton']);
  });

  test('says what it would do on a dry run, keeps what it replaces, and two at once do not mix', async () => {
    const { folder } = await exportSmall();
    const to = await tempFolder();
    const archive = join(folder, 'x.jsonl');
    expect(await ask(to, ['import', archive, '--dry-run'])).toMatchObject({ imported: false, tasks: 1, files: 2 });
    expect(readdirSync(to)).toEqual([]);
    const runs = await Promise.all([1, 2, 3].map(() => runBaton(['import', archive, '--json'], { cwd: to })));
    expect(runs.filter(({ code }) => code === 0).length).toBeGreaterThanOrEqual(1);
    for (const { code } of runs) expect([0, 1, 3]).toContain(code);
    await ask(to, ['task', 'new', 'mine']);
    expect(await ask(to, ['import', archive], { exit: 1 })).toMatchObject({ code: 'STORE_NOT_EMPTY' });
    const { kept } = await ask(to, ['import', archive, '--replace']);
    expect(
      readFileSync(
        join(String(kept), 'tasks/ready', readdirSync(join(String(kept), 'tasks/ready')).at(-1) ?? ''),
        'utf8',
      ),
    ).toContain('mine');
    expect((await ask(to, ['task', 'list']))['tasks']).toHaveLength(1);
  });

  test('makes way for a folder that holds nothing but locks', async () => {
    const { folder } = await exportSmall();
    const to = await tempFolder();
    mkdirSync(join(to, '.baton', 'locks'), { recursive: true });
    expect(await ask(to, ['import', join(folder, 'x.jsonl')])).toMatchObject({ kept: null, tasks: 1 });
    expect(readdirSync(to)).toEqual(['.baton']);
  });
});

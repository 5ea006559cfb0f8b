import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import { composePlatform } from '../../../src/compose.ts';
import { BatonError } from '../../../src/kernel/errors/index.ts';
import { importData } from '../../../src/relay/transfer/index.ts';
import { createTestClock } from '../../contract/task-store.ts';
import { ask, makeBusyDataDir, readTree } from '../../support/busy-data-dir.ts';
import { codeOf } from '../../support/code-of.ts';
import { query } from '../../support/postgres/query.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';
import { runBaton } from '../../support/run-baton.ts';
import { collect, each, lifeSteps, live } from '../../support/task-life.ts';
import { createMemoryPlane } from '../../support/task-stores.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();
const inDatabase = (schema = freshSchema()) => ({ BATON_STORE: server.url, BATON_STORE_SCHEMA: schema });

verifies(
  'FLT-008',
  'files to PostgreSQL to files, by the command line: every file is what it was, byte for byte',
  async () => {
    const [from, over, back] = [await tempFolder(), await tempFolder(), await tempFolder()];
    const env = inDatabase();
    await makeBusyDataDir(from);
    const whole = readTree(join(from, '.baton'));
    const paths = Object.keys(whole);
    for (const part of [
      'attempts/1/run.json',
      'picture.bin',
      'agents.json',
      'handoff-log-',
      'audit-signing-key',
      'events/',
    ])
      expect(paths.filter((path) => path.includes(part))).not.toEqual([]);

    await ask(from, ['export', '--live', join(over, 'there.jsonl')]);
    expect(await ask(over, ['import', 'there.jsonl'], { env })).toMatchObject({ imported: true, tasks: 4, kept: null });
    const listed = await ask(over, ['task', 'list'], { env });
    expect(listed['tasks']).toHaveLength(3);
    expect(await ask(over, ['audit', 'verify'], { env })).toMatchObject({ ok: true });

    await ask(over, ['export', '--live', join(back, 'back.jsonl')], { env });
    await ask(back, ['import', 'back.jsonl']);
    expect(readTree(join(back, '.baton'))).toEqual(whole);
    expect(await ask(back, ['audit', 'verify'])).toMatchObject({ ok: true });

    // And work goes on: a new entry continues the chain, a new event the log.
    writeFileSync(join(back, 'refused.json'), '{"handoff_id":"y"}');
    await ask(back, ['govern', 'send', 'refused.json'], { exit: 1 });
    expect(await ask(back, ['audit', 'verify'])).toMatchObject({ ok: true });
    await ask(back, ['task', 'new', 'Next']);
    const { stdout } = await runBaton(['watch', '--all', '--jsonl'], { cwd: back });
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => String((JSON.parse(line) as { id: string }).id));
    expect(ids).toEqual(ids.toSorted());
    expect(await ask(back, ['doctor'], { exit: 0 })).toMatchObject({ healthy: true });
  },
);

verifies(
  'FLT-008',
  'what PostgreSQL did itself comes out too: earlier runs, files of this machine, large artifacts',
  async () => {
    const [from, back] = [await tempFolder(), await tempFolder()];
    const env = inDatabase();
    await makeBusyDataDir(from, env);
    await ask(from, ['export', '--live', join(back, 'x.jsonl')], { env });
    await ask(back, ['import', 'x.jsonl']);
    const tree = Object.keys(readTree(join(back, '.baton')));
    expect(tree.filter((path) => path.endsWith('attempts/1/run.json'))).toHaveLength(1);
    expect(tree.filter((path) => path.endsWith('work/deep/picture.bin'))).toHaveLength(1);
    const [here, there] = [await ask(back, ['task', 'list']), await ask(from, ['task', 'list'], { env })];
    expect(here).toEqual(there);
  },
);

verifies(
  'FLT-008',
  'a database with tasks is not touched unless told to, and an archive that is cut leaves nothing',
  async () => {
    const [from, over] = [await tempFolder(), await tempFolder()];
    const schema = freshSchema();
    const env = inDatabase(schema);
    await ask(from, ['task', 'new', 'one']);
    await ask(from, ['export', 'x.jsonl']);
    const archive = readFileSync(join(from, 'x.jsonl'), 'utf8');
    writeFileSync(join(over, 'cut.jsonl'), archive.slice(0, -200));
    expect(await ask(over, ['import', 'cut.jsonl'], { env, exit: 1 })).toMatchObject({ code: 'ARCHIVE_INVALID' });
    expect((await ask(over, ['task', 'list'], { env }))['tasks']).toEqual([]);
    await ask(over, ['task', 'new', 'mine'], { env });
    const file = join(from, 'x.jsonl');
    expect(await ask(over, ['import', file], { env, exit: 1 })).toMatchObject({ code: 'STORE_NOT_EMPTY' });
    expect(await ask(over, ['import', file, '--replace'], { env, exit: 2 })).toMatchObject({ code: 'USAGE_INVALID' });
    await ask(over, ['import', file, '--replace', '--yes'], { env });
    expect(JSON.stringify(await ask(over, ['task', 'list'], { env }))).not.toContain('mine');
    const [row] = await query(server.url, `SELECT count(*)::int AS count FROM "${schema}".outbox`);
    expect(row).toEqual({ count: 0 });
  },
);

verifies('FLT-008', 'an import whose last step is missing is finished by the same import', async () => {
  const [from, over] = [await tempFolder(), await tempFolder()];
  const env = inDatabase();
  await ask(from, ['task', 'new', 'one']);
  await ask(from, ['export', join(over, 'x.jsonl')]);
  const platform = await composePlatform({ folder: over, environment: { ...process.env, ...env } });
  onTestFinished(() => platform.close());
  const files = { ...platform.files, move: () => Promise.reject(new BatonError('DISK_FULL', 'no room')) };
  const failing = Object.create(platform, { files: { value: files } }) as typeof platform;
  const archive = platform.files.readPieces(join(over, 'x.jsonl'));
  expect(await codeOf(importData(failing, { archive, replace: false, dryRun: false }))).toBe('DISK_FULL');
  // The rows are there, the data dir is not: nothing is lost, and nothing has to be removed by hand.
  expect((await ask(over, ['task', 'list'], { env }))['tasks']).toHaveLength(1);
  expect(await ask(over, ['import', 'x.jsonl'], { env })).toMatchObject({ resumed: true, tasks: 1 });
  expect(await ask(over, ['import', 'x.jsonl'], { env, exit: 1 })).toMatchObject({ code: 'STORE_NOT_EMPTY' });
});

verifies('FLT-008', 'whatever has happened to tasks in PostgreSQL or files, the other one gives it back', async () => {
  await fc.assert(
    fc.asyncProperty(lifeSteps, fc.boolean(), async (steps, beginsInFiles) => {
      const clock = createTestClock();
      const files = await createMemoryPlane(clock).open('files');
      const table = await openTestStore(server.url, freshSchema(), { clock });
      const [source, between] = beginsInFiles ? [files, table] : [table, files];
      await live(source, clock, steps);
      const pieces = await collect(source.transfer.read());
      await (await between.transfer.stage(each(pieces), { mark: 'there' })).keep();
      expect(await collect(between.transfer.read())).toEqual(pieces);
      const back = await createMemoryPlane(clock).open('back');
      await (await back.transfer.stage(between.transfer.read(), { mark: 'back' })).keep();
      expect(await collect(back.transfer.read())).toEqual(pieces);
      for (const store of [files, table, back]) await store.close();
    }),
    { numRuns: 12 },
  );
});

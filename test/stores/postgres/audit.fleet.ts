import { createPrivateKey } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import { KEY_ADDED, KEY_REMOVED, renderPublicKey } from '../../../src/kernel/audit/index.ts';
import type { AuditLog } from '../../../src/kernel/ports/index.ts';
import { describeAuditLog } from '../../contract/audit-log.ts';
import { codeOf } from '../../support/code-of.ts';
import { query } from '../../support/postgres/query.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { openTestStores } from '../../support/postgres/test-store.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();
const ENTRIES = 200;

async function openLog(schema: string, keyFolder: string): Promise<AuditLog> {
  const { tasks, audit } = await openTestStores(server.url, schema, { keyFolder });
  onTestFinished(() => tasks.close());
  return audit;
}

describeAuditLog('PostgreSQL', async () => {
  const schema = freshSchema();
  const keyFolder = await tempFolder();
  return async () => await openLog(schema, keyFolder);
});

interface Victim {
  readonly schema: string;
  readonly keyFolder: string;
  readonly log: AuditLog;
  /** `$S` stands for the schema. */
  run(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Back to how it was written. */
  restore(): Promise<void>;
}

/** A sound log that can be damaged again and again. */
async function createVictim(): Promise<Victim> {
  const schema = freshSchema();
  const keyFolder = await tempFolder();
  const log = await openLog(schema, keyFolder);
  await log.append(
    Array.from({ length: ENTRIES - 1 }, (_, n) => ({
      kind: 'test.entry',
      claim: `claim ${n}`,
      body: { n, text: `entry ${n} says *this* and "that" – ü` },
    })),
  );
  const run = async (sql: string, values: unknown[] = []) =>
    await query(server.url, sql.replaceAll('$S.', `"${schema}".`), values);
  for (const table of ['line', 'head']) await run(`CREATE TABLE $S.kept_${table} AS SELECT * FROM $S.audit_${table}`);
  const restore = async (): Promise<void> => {
    for (const table of ['line', 'head']) {
      await run(`DELETE FROM $S.audit_${table}`);
      await run(`INSERT INTO $S.audit_${table} SELECT * FROM $S.kept_${table}`);
    }
  };
  return { schema, keyFolder, log, run, restore };
}

const entryNumber = fc.integer({ min: 2, max: ENTRIES - 1 });

verifies('FLT-003', 'whatever is done to the tables of the audit log is found where it was done', async () => {
  const { run, restore, log } = await createVictim();
  const damages: [string, (entry: number) => Promise<unknown>][] = [
    ['changed', (n) => run(`UPDATE $S.audit_line SET line = replace(line, '*this*', '*thiz*') WHERE seq = $1`, [n])],
    ['removed', (n) => run('DELETE FROM $S.audit_line WHERE seq = $1', [n])],
    ['cut off', (n) => run('DELETE FROM $S.audit_line WHERE seq >= $1', [n])],
    ['unclaimed', (n) => run('UPDATE $S.audit_line SET claim_key = NULL WHERE seq = $1', [n])],
    [
      'exchanged',
      (n) =>
        run(
          `UPDATE $S.audit_line l SET line = k.line FROM $S.kept_line k
           WHERE l.seq IN ($1::bigint, $1::bigint + 1) AND k.seq = 2 * $1::bigint + 1 - l.seq`,
          [n],
        ),
    ],
    [
      'inserted',
      async (n) => {
        await run('DELETE FROM $S.audit_line WHERE seq >= $1', [n]);
        await run(
          "INSERT INTO $S.audit_line (seq, segment, line) SELECT seq, segment, '{}' FROM $S.kept_line WHERE seq = $1",
          [n],
        );
        await run(
          `INSERT INTO $S.audit_line SELECT seq + 1, segment, line, handoff_key, trace_key, claim_key, flag_key, flag_up
           FROM $S.kept_line WHERE seq >= $1`,
          [n],
        );
      },
    ],
  ];
  for (const [name, damage] of damages) {
    await fc.assert(
      fc.asyncProperty(entryNumber, async (entry) => {
        await restore();
        expect((await log.verify()).ok).toBe(true);
        await damage(entry);
        expect([name, (await log.verify()).brokenAt]).toEqual([name, entry]);
      }),
      { numRuns: 6 },
    );
  }
});

verifies(
  'FLT-003',
  'a head that was changed or removed is found, and a broken log takes no further entry',
  async () => {
    const { run, restore, schema, keyFolder, log } = await createVictim();
    await log.append([{ kind: 'test.entry', body: {} }]);
    await run('DELETE FROM $S.kept_line');
    await run('INSERT INTO $S.kept_line SELECT * FROM $S.audit_line');
    await run('UPDATE $S.kept_head k SET head = h.head, peaks = h.peaks FROM $S.audit_head h');
    const damages: [string, () => Promise<unknown>][] = [
      ['edited', () => run(`UPDATE $S.audit_line SET line = replace(line, '*this*', '*thiz*') WHERE seq = 100`)],
      ['cut off', () => run('DELETE FROM $S.audit_line WHERE seq > 150')],
      ['emptied', () => run('DELETE FROM $S.audit_line')],
      ['head removed', () => run('DELETE FROM $S.audit_head')],
      ['head changed', () => run(`UPDATE $S.audit_head SET head = replace(head, '"entries":201', '"entries":200')`)],
      ['tree changed', () => run('UPDATE $S.audit_head SET peaks = peaks[2:]')],
    ];
    for (const [name, damage] of damages) {
      await restore();
      await damage();
      const fresh = await openLog(schema, keyFolder);
      expect([name, (await fresh.verify()).ok]).toEqual([name, false]);
      const code = await codeOf(fresh.append([{ kind: 'test.entry', body: {} }]));
      expect([name, code]).toEqual([name, 'AUDIT_BROKEN']);
    }
    await restore();
    await rm(join(keyFolder, 'audit-signing-key.pem'));
    const keyless = await openLog(schema, keyFolder);
    expect(await codeOf(keyless.append([{ kind: 'test.entry', body: {} }]))).toBe('AUDIT_KEY_MISSING');
    expect((await keyless.verify()).problems).toMatchObject([
      { reason: expect.stringContaining('does not list the key of this machine') as string },
    ]);
  },
);

const keyOf = async (folder: string): Promise<string> =>
  renderPublicKey(createPrivateKey(await readFile(join(folder, 'audit-signing-key.pem'))));

verifies(
  ['FLT-003', 'GOV-067'],
  'a machine signs with its own key once another machine has listed it, and not before',
  async () => {
    const schema = freshSchema();
    const [first, second] = [await tempFolder(), await tempFolder()];
    const log = await openLog(schema, first);
    await log.append([{ kind: 'test.entry', body: { by: 'first' } }]);
    const other = await openLog(schema, second);
    const add = () => other.append([{ kind: 'test.entry', body: { by: 'second' } }]);
    await expect(add()).rejects.toMatchObject({
      code: 'AUDIT_KEY_MISSING',
      details: { hint: expect.stringContaining('baton audit admit') as string },
    });
    const key = await keyOf(second);
    expect((await other.verify()).problems).toMatchObject([
      { reason: expect.stringContaining('does not list the key of this machine') as string },
    ]);
    expect(await log.verify()).toMatchObject({ ok: true, entries: 2 });
    await log.append([{ kind: KEY_ADDED, body: { key, by: 'ada', reason: 'a second machine' } }]);
    await add();
    await log.append([{ kind: 'test.entry', body: { by: 'first' } }]);
    await add();
    const report = await other.verify();
    expect(report).toMatchObject({ ok: true, entries: 6, keys: [await keyOf(first), key], takeovers: [] });
    expect((await log.verify()).ok).toBe(true);
    await log.append([{ kind: KEY_REMOVED, body: { key, by: 'ada', reason: 'it was sold' } }]);
    expect(await codeOf(add())).toBe('AUDIT_KEY_MISSING');
    expect((await log.verify()).ok).toBe(true);
  },
);

verifies('GOV-060', 'flags are read from signed lines: changed columns lift no block', async () => {
  const { run, schema, keyFolder, log } = await createVictim();
  const question = { flags: ['blocked:a'] };
  await log.append([{ kind: 'agent.blocked', flag: { name: 'blocked:a', up: true }, body: {} }]);
  await log.remember();
  await run('UPDATE $S.audit_line SET flag_up = false WHERE flag_key IS NOT NULL');
  const isBlocked = async (): Promise<boolean> =>
    (await (await openLog(schema, keyFolder)).ask(question)).flagged.has('blocked:a');
  expect(await isBlocked()).toBe(true);
  await run('UPDATE $S.audit_line SET flag_up = NULL, flag_key = NULL');
  expect(await isBlocked()).toBe(true);
  expect((await log.verify()).ok).toBe(false);
});

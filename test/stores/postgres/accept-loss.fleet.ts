import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { AuditDraft, AuditLog, Files, LostLog } from '../../../src/kernel/ports/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { query } from '../../support/postgres/query.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { openTestStores } from '../../support/postgres/test-store.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();
const BLOCKED = 'blocked:a';
const BLOCK: AuditDraft = { kind: 'agent.blocked', flag: { name: BLOCKED, up: true }, body: {} };
const entry = (n: number): AuditDraft => ({ kind: 'test.entry', body: { n } });

interface Machine {
  readonly schema: string;
  readonly keyFolder: string;
  readonly seenFolder: string;
  readonly remarks: string[];
}

/** As a process of its own would have it. */
async function within<T>(machine: Machine, use: (log: AuditLog) => Promise<T>): Promise<T> {
  const { schema, keyFolder, seenFolder, remarks } = machine;
  const deps = { keyFolder, seenFolder, remark: (text: string) => void remarks.push(text) };
  const { tasks, audit } = await openTestStores(server.url, schema, deps);
  try {
    return await use(audit);
  } finally {
    await tasks.close();
  }
}

const run = (schema: string, sql: string): Promise<Record<string, unknown>[]> =>
  query(server.url, sql.replaceAll('$S.', `"${schema}".`), []);

async function keep(schema: string): Promise<void> {
  for (const table of ['line', 'head'])
    await run(schema, `CREATE TABLE $S.early_${table} AS SELECT * FROM $S.audit_${table}`);
}

async function empty(schema: string): Promise<void> {
  for (const table of ['line', 'head']) await run(schema, `DELETE FROM $S.audit_${table}`);
}

async function putBack(schema: string): Promise<void> {
  await empty(schema);
  for (const table of ['line', 'head'])
    await run(schema, `INSERT INTO $S.audit_${table} SELECT * FROM $S.early_${table}`);
}

async function createMachine(): Promise<Machine> {
  const machine = { schema: freshSchema(), keyFolder: await tempFolder(), seenFolder: await tempFolder(), remarks: [] };
  await within(machine, (log) => log.append([entry(1)]));
  await keep(machine.schema);
  await within(machine, (log) => log.append([BLOCK]));
  await within(machine, (log) => log.append([entry(2)]));
  return machine;
}

const accept = (log: AuditLog, note: (lost: LostLog) => void = () => undefined) =>
  log.acceptLoss((lost, { flagged }) => {
    note(lost);
    const carried = lost.flags.filter((name) => !flagged.has(name));
    return [
      { kind: 'log.accepted', body: { by: 'ada', reason: 'the database was put back' } },
      ...carried.map((name) => ({ kind: 'log.carried', flag: { name, up: true }, body: {} })),
    ];
  });

const isBlocked = (machine: Machine): Promise<boolean> =>
  within(machine, async (log) => (await log.ask({ flags: [BLOCKED] })).flagged.has(BLOCKED));

const LOSSES: Readonly<Record<string, (schema: string) => Promise<void>>> = {
  'put back to a backup': putBack,
  emptied: empty,
};

for (const [name, lose] of Object.entries(LOSSES)) {
  verifies('GOV-061', `PostgreSQL: a log that was ${name} keeps the blocks that this machine remembers`, async () => {
    const machine = await createMachine();
    await lose(machine.schema);
    expect(await within(machine, (log) => codeOf(log.append([entry(3)])))).toBe('AUDIT_BROKEN');
    let lost: LostLog | undefined;
    await within(machine, (log) => accept(log, (found) => (lost = found)));
    expect(lost).toEqual({ entries: 4, flags: [BLOCKED] });
    expect(await isBlocked(machine)).toBe(true);
    expect(await within(machine, (log) => codeOf(log.append([entry(3)])))).toBe('ok');
    expect((await within(machine, (log) => log.verify())).problems).toEqual([]);
  });
}

/** A process that dies at its first write to this folder. */
function filesDyingIn(folder: string): Files {
  const files = createFiles(nodeDisk);
  return {
    ...files,
    writeAtomic: async (path, ...rest) => {
      if (dirname(path) === folder) throw new Error('killed');
      await files.writeAtomic(path, ...rest);
    },
  };
}

verifies(
  'GOV-061',
  'PostgreSQL: wherever an acceptance is cut short, the block stays and the next one completes it',
  async () => {
    for (const at of ['decision', 'seenFolder', 'keyFolder'] as const) {
      const machine = await createMachine();
      await putBack(machine.schema);
      const die = (): never => {
        throw new Error('killed');
      };
      const files = at === 'decision' ? undefined : filesDyingIn(machine[at]);
      const { tasks, audit } = await openTestStores(server.url, machine.schema, {
        keyFolder: machine.keyFolder,
        seenFolder: machine.seenFolder,
        ...(files === undefined ? {} : { files }),
      });
      await expect(accept(audit, at === 'decision' ? die : undefined)).rejects.toThrow('killed');
      await tasks.close().catch(() => undefined);
      const asked = await isBlocked(machine).catch(() => true);
      expect([at, asked]).toEqual([at, true]);
      const refused = await within(machine, (log) => codeOf(log.append([entry(3)])));
      expect([at, refused]).toEqual([at, 'AUDIT_BROKEN']);
      await within(machine, (log) => accept(log));
      expect([at, await isBlocked(machine)]).toEqual([at, true]);
      expect((await within(machine, (log) => log.verify())).problems).toEqual([]);
    }
  },
);

verifies(
  'GOV-061',
  'PostgreSQL: a machine whose memory is of a part that was given up elsewhere goes on too',
  async () => {
    const first = await createMachine();
    const second = { ...first, keyFolder: await tempFolder(), seenFolder: await tempFolder() };
    const refused = await within(second, (log) => log.append([entry(1)]).catch((error: unknown) => error));
    const { key } = (refused as { details: { key: string } }).details;
    await run(first.schema, 'DROP TABLE $S.early_line, $S.early_head');
    await within(first, (log) =>
      log.append([{ kind: 'log.key-added', body: { key, by: 'ada', reason: 'a machine' } }]),
    );
    await keep(first.schema);
    await within(second, (log) => log.append([{ ...BLOCK, flag: { name: 'blocked:b', up: true } }]));
    await putBack(first.schema);
    // The first one never saw what is gone, and adds more than the second remembers.
    await within(first, (log) => log.append([entry(3), entry(4)]));
    expect((await within(first, (log) => log.verify())).problems).toEqual([]);
    const { problems } = await within(second, (log) => log.verify());
    expect(problems).toMatchObject([
      { about: 'memory', reason: 'it is not the entry that this installation remembers' },
    ]);
    expect(await within(second, (log) => codeOf(log.append([entry(5)])))).toBe('AUDIT_BROKEN');
    await within(second, (log) => accept(log));
    const flags = ['blocked:b', BLOCKED];
    for (const machine of [first, second]) {
      expect((await within(machine, (log) => log.ask({ flags }))).flagged).toEqual(new Set(flags));
      expect((await within(machine, (log) => log.verify())).problems).toEqual([]);
    }
  },
);

verifies('GOV-061', 'PostgreSQL: database and mark put back together are found by what is kept outside', async () => {
  const machine = await createMachine();
  const marks = (await readdir(machine.keyFolder)).filter((name) => name.startsWith('audit-mark'));
  expect(marks).toHaveLength(1);
  for (const name of marks) await rm(join(machine.keyFolder, name));
  await putBack(machine.schema);
  for (let round = 0; round < 2; round++) {
    expect((await within(machine, (log) => log.verify())).problems).toMatchObject([{ remembered: 4 }]);
    expect(await within(machine, (log) => codeOf(log.append([entry(3)])))).toBe('AUDIT_BROKEN');
  }
});

verifies('GOV-061', 'PostgreSQL: a machine that cannot remember outside its data dir goes on and says so', async () => {
  const folder = await tempFolder();
  const file = join(folder, 'file');
  await writeFile(file, 'a file in the place of the folder');
  const machine = {
    schema: freshSchema(),
    keyFolder: await tempFolder(),
    seenFolder: join(file, 'below'),
    remarks: [],
  };
  await within(machine, (log) => log.append([entry(1)]));
  expect(machine.remarks).toContainEqual(
    expect.stringContaining('this machine cannot remember how far the audit log has come'),
  );
});

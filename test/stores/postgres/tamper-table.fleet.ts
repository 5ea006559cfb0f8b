import { createPrivateKey } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { SignedHead } from '../../../src/kernel/audit/index.ts';
import type { AuditDraft, AuditLog } from '../../../src/kernel/ports/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { forgeHead, forgeLine, publicKeyOf, rewrite, strangerKey } from '../../support/forge-audit.ts';
import { query } from '../../support/postgres/query.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { openTestStores } from '../../support/postgres/test-store.ts';
import { readTamperTable } from '../../support/tamper-page.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();

async function open(schema: string, keyFolder: string, seenFolder: string): Promise<AuditLog> {
  const { tasks, audit } = await openTestStores(server.url, schema, { keyFolder, seenFolder });
  onTestFinished(() => tasks.close());
  return audit;
}

/** As a process of its own would have it. */
async function within<T>({ schema, keyFolder, seenFolder }: Victim, use: (log: AuditLog) => Promise<T>): Promise<T> {
  const { tasks, audit } = await openTestStores(server.url, schema, { keyFolder, seenFolder });
  try {
    return await use(audit);
  } finally {
    await tasks.close();
  }
}

class Victim {
  readonly schema = freshSchema();
  readonly keyFolder: string;
  /** What the machine remembers outside the data dir. */
  readonly seenFolder: string;
  anchor: SignedHead | undefined;

  constructor(keyFolder: string, seenFolder: string) {
    this.keyFolder = keyFolder;
    this.seenFolder = seenFolder;
  }

  async run(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return await query(server.url, sql.replaceAll('$S.', `"${this.schema}".`), values);
  }

  async lines(): Promise<string[]> {
    return (await this.run('SELECT line FROM $S.audit_line ORDER BY seq')).map(({ line }) => String(line));
  }

  /** Puts these lines in the place of what is there. */
  async put(lines: readonly string[]): Promise<void> {
    await this.run('DELETE FROM $S.audit_line');
    for (const [at, line] of lines.entries()) {
      await this.run(
        `INSERT INTO $S.audit_line SELECT $1, k.segment, $2, NULL, NULL, k.claim_key, k.flag_key, k.flag_up
         FROM (SELECT 'handoff-log-2026-02-11-001.jsonl' AS segment) s
         LEFT JOIN LATERAL (SELECT s.segment, claim_key, flag_key, flag_up FROM $S.kept_line WHERE seq = $1) x ON true
         CROSS JOIN LATERAL (SELECT s.segment, x.claim_key, x.flag_key, x.flag_up) k`,
        [at + 1, line],
      );
    }
  }

  async setHead(text: string): Promise<void> {
    await this.run('UPDATE $S.audit_head SET head = $1', [text]);
  }

  /** What the machine remembers; later processes of a case may add to it. */
  async mark(): Promise<Map<string, string>> {
    const marks = new Map<string, string>();
    for (const folder of [this.keyFolder, this.seenFolder])
      for (const name of (await readdir(folder)).filter((found) => found.startsWith('audit-mark')))
        marks.set(join(folder, name), await readFile(join(folder, name), 'utf8'));
    return marks;
  }

  async setMark(mark: ReadonlyMap<string, string>): Promise<void> {
    for (const [path, text] of mark) await writeFile(path, text);
  }

  async keep(name: string): Promise<void> {
    for (const table of ['line', 'head'])
      await this.run(`CREATE TABLE $S.${name}_${table} AS SELECT * FROM $S.audit_${table}`);
  }

  async restore(name: string): Promise<void> {
    for (const table of ['line', 'head']) {
      await this.run(`DELETE FROM $S.audit_${table}`);
      await this.run(`INSERT INTO $S.audit_${table} SELECT * FROM $S.${name}_${table}`);
    }
  }
}

const BLOCK: AuditDraft = { kind: 'agent.blocked', flag: { name: 'blocked:a', up: true }, body: { agent: 'a' } };
const LIFT: AuditDraft = { kind: 'agent.reconciled', flag: { name: 'blocked:a', up: false }, body: { agent: 'a' } };
const entry = (n: number): AuditDraft => ({ kind: 'test.entry', claim: `c${n}`, body: { n } });
const edit = (draft: AuditDraft, seq: number): AuditDraft => (seq === 3 ? { ...draft, body: { n: 99 } } : draft);
const noSig = (line: string): string => line.replace(/,"sig":"[^"]+"/, '');

const swapLast = (_: string, last: string): string => `${last === 'A' ? 'Q' : 'A'}"}`;

/** Powers: D writes the tables but has no key; K has a key that the log lists. */
const CASES: readonly (readonly [
  power: 'D' | 'K',
  name: string,
  damage: (v: Victim) => Promise<unknown>,
  by?: 'remembered',
])[] = [
  ['D', 'an entry edited', (v) => v.run(`UPDATE $S.audit_line SET line = replace(line, '"n":2', '"n":9')`)],
  ['D', 'an entry edited, every hash after it made right', async (v) => v.put(rewrite(await v.lines(), edit))],
  ['D', 'the same, signed by a stranger', async (v) => v.put(rewrite(await v.lines(), edit, strangerKey()))],
  ['D', 'an entry removed', (v) => v.run('DELETE FROM $S.audit_line WHERE seq = 3')],
  [
    'D',
    'an entry removed, the rest made right',
    async (v) => v.put(rewrite(await v.lines(), (draft, seq) => (seq === 3 ? undefined : draft))),
  ],
  [
    'D',
    'two entries exchanged',
    (v) =>
      v.run('UPDATE $S.audit_line l SET line = k.line FROM $S.kept_line k WHERE l.seq IN (2, 3) AND k.seq = 5 - l.seq'),
  ],
  [
    'D',
    'a forged entry that lifts a block',
    async (v) => {
      const lines = await v.lines();
      await v.put([...lines, forgeLine(lines, LIFT)]);
    },
  ],
  [
    'D',
    'the same, signed by a stranger, with a head',
    async (v) => {
      const key = strangerKey();
      const lines = await v.lines();
      const all = [...lines, forgeLine(lines, LIFT, key)];
      await v.put(all);
      await v.setHead(forgeHead(all, key));
    },
  ],
  [
    'D',
    'a stranger who lists its own key',
    async (v) => {
      const key = strangerKey();
      const lines = await v.lines();
      const all = [...lines, forgeLine(lines, { kind: 'log.key-added', body: { key: publicKeyOf(key) } }, key)];
      await v.put(all);
      await v.setHead(forgeHead(all, key));
    },
  ],
  [
    'D',
    'the last signature removed',
    (v) => v.run(`UPDATE $S.audit_line SET line = $1 WHERE seq = (SELECT max(seq) FROM $S.audit_line)`, ['x']),
  ],
  ['D', 'all signatures removed', async (v) => v.put((await v.lines()).map(noSig))],
  ['D', 'the end cut off', (v) => v.run('DELETE FROM $S.audit_line WHERE seq > 4')],
  ['D', 'lines and head put back to an older copy', (v) => v.restore('early')],
  [
    'D',
    'the head put back alone',
    (v) => v.run('UPDATE $S.audit_head h SET head = e.head, peaks = e.peaks FROM $S.early_head e'),
  ],
  ['D', 'the head removed', (v) => v.run('DELETE FROM $S.audit_head')],
  ['D', 'the head changed', (v) => v.run(`UPDATE $S.audit_head SET head = replace(head, '"entries":', '"entries":1')`)],
  ['D', 'the tree changed', (v) => v.run('UPDATE $S.audit_head SET peaks = peaks[2:]')],
  [
    'D',
    'everything removed',
    async (v) => {
      await v.run('DELETE FROM $S.audit_line');
      await v.run('DELETE FROM $S.audit_head');
    },
  ],
  ['D', 'the column of a flag lowered', (v) => v.run('UPDATE $S.audit_line SET flag_up = false WHERE flag_up')],
  [
    'D',
    'the column of a flag removed',
    (v) => v.run('UPDATE $S.audit_line SET flag_up = NULL, flag_key = NULL WHERE flag_up'),
  ],
  ['D', 'the column of a claim removed', (v) => v.run('UPDATE $S.audit_line SET claim_key = NULL WHERE seq = 3')],
  [
    'K',
    'history rewritten with the key, which the anchor contradicts',
    async (v) => {
      const key = createPrivateKey(await readFile(join(v.keyFolder, 'audit-signing-key.pem')));
      const lines = rewrite(await v.lines(), edit, key);
      await v.put(lines);
      await v.setHead(forgeHead(lines, key));
    },
  ],
  ['D', 'lines and head put back to what they were after the last anchor', (v) => v.restore('anchored'), 'remembered'],
  [
    'D',
    'an entry doubled under another number',
    (v) =>
      v.run(
        `INSERT INTO $S.audit_line SELECT max(l.seq) + 1, k.segment, k.line FROM $S.audit_line l, $S.kept_line k
         WHERE k.seq = 3 GROUP BY k.segment, k.line`,
      ),
  ],
  [
    'D',
    'a stranger who takes the log over',
    async (v) => {
      const key = strangerKey();
      const lines = await v.lines();
      const taken = [
        ...lines,
        forgeLine(lines, { kind: 'log.rekeyed', body: { key: publicKeyOf(key), by: 'x' } }, key),
      ];
      const all = [...taken, forgeLine(taken, LIFT, key)];
      await v.put(all);
      await v.setHead(forgeHead(all, key));
    },
  ],
  [
    'D',
    "the end replaced by another log's",
    async (v) => {
      const lines = await v.lines();
      const key = strangerKey();
      const other = [forgeLine([], { kind: 'log.opened', body: { format: 2, key: publicKeyOf(key) } }, key)];
      await v.put([...lines.slice(0, -1), forgeLine(other, LIFT, key)]);
    },
  ],
  [
    'D',
    'another log in its place',
    async (v) => {
      const key = strangerKey();
      const lines = [forgeLine([], { kind: 'log.opened', body: { format: 2, key: publicKeyOf(key) } }, key)];
      await v.put(lines);
      await v.setHead(forgeHead(lines, key));
    },
  ],
  [
    'D',
    'a signature in the middle changed',
    async (v) => v.put((await v.lines()).map((line, n) => (n === 3 ? line.replace(/(.)"}$/, swapLast) : line))),
  ],
  [
    'D',
    'the signature of another entry at the end',
    async (v) => {
      const lines = await v.lines();
      const forged = forgeLine(lines, LIFT, strangerKey());
      const genuine = /,"sig":"[^"]+"/.exec(lines.at(-1) ?? '')?.[0] ?? '';
      await v.put([...lines, forged.replace(/,"sig":"[^"]+"/, () => genuine)]);
    },
  ],
  [
    'D',
    'the time of an entry put back',
    (v) => v.run(`UPDATE $S.audit_line SET line = overlay(line placing '1' from 9 for 1) WHERE seq = 3`),
  ],
  [
    'D',
    'the same value written in another way',
    (v) => v.run(`UPDATE $S.audit_line SET line = replace(line, '"n":2', '"n": 2')`),
  ],
  [
    'D',
    'a claim moved to another entry',
    async (v) => {
      await v.run('UPDATE $S.audit_line SET claim_key = NULL WHERE seq = 2');
      await v.run(
        'UPDATE $S.audit_line l SET claim_key = k.claim_key FROM $S.kept_line k WHERE l.seq = 1 AND k.seq = 2',
      );
    },
  ],
  [
    'D',
    'the number of an entry changed',
    (v) => v.run('UPDATE $S.audit_line SET seq = 100 WHERE seq = (SELECT max(seq) FROM $S.audit_line)'),
  ],
  [
    'D',
    'a head over the cut log, signed by a stranger',
    async (v) => {
      const lines = (await v.lines()).slice(0, -1);
      await v.put(lines);
      await v.setHead(forgeHead(lines, strangerKey()));
    },
  ],
  [
    'K',
    'a fork: the end cut off with the key, and another entry signed in its place',
    async (v) => {
      const key = createPrivateKey(await readFile(join(v.keyFolder, 'audit-signing-key.pem')));
      const kept = (await v.lines()).slice(0, -2);
      const lines = [...kept, forgeLine(kept, entry(9), key)];
      await v.put(lines);
      await v.setHead(forgeHead(lines, key));
    },
  ],
  [
    'D',
    'lines and head put back, and the mark of this machine removed',
    async (v) => {
      await v.restore('anchored');
      for (const path of (await v.mark()).keys()) if (path.startsWith(v.keyFolder)) await rm(path);
    },
    'remembered',
  ],
];

verifies(['GOV-060', 'GOV-061'], 'PostgreSQL: the page of the documentation lists exactly these cases', () => {
  const rows = CASES.map(([power, name, , by]) => [power, name, by === undefined ? 'log' : 'memory']);
  expect(readTamperTable('In PostgreSQL')).toEqual([...rows, ['D', 'the key of this machine deleted', 'log']]);
});

verifies(
  ['GOV-060', 'GOV-061'],
  'PostgreSQL: each case of the table is found before and after later sends, and lifts no block',
  async () => {
    const v = new Victim(await tempFolder(), await tempFolder());
    const log = await open(v.schema, v.keyFolder, v.seenFolder);
    await log.append([entry(1), entry(2)]);
    await log.append([entry(3)]);
    await v.keep('early');
    await log.append([BLOCK]);
    await log.append([entry(4)]);
    await log.remember();
    v.anchor = await log.head();
    await v.keep('anchored');
    // Added since the anchor: the machine remembers it when the store is closed.
    await within(v, (later) => later.append([entry(5)]));
    await v.keep('kept');
    const anchors = v.anchor === undefined ? [] : [v.anchor];
    expect(CASES.length).toBeGreaterThanOrEqual(30);
    const missed: string[] = [];
    const mark = await v.mark();
    for (const [power, name, damage] of CASES) {
      await v.restore('kept');
      await v.setMark(mark);
      const isSound = async (): Promise<boolean> => (await within(v, (later) => later.verify(anchors))).ok;
      expect([name, await isSound()]).toEqual([name, true]);
      await damage(v);
      if (await isSound()) missed.push(`${power}: ${name}, before`);
      await within(v, async (later) => {
        const facts = await later.ask({ flags: ['blocked:a'] }).catch(() => undefined);
        if (facts !== undefined && !facts.flagged.has('blocked:a')) missed.push(`${power}: ${name}, lifts the block`);
        await codeOf(later.append([entry(100)]));
      });
      if (await isSound()) missed.push(`${power}: ${name}, after`);
    }
    expect(missed).toEqual([]);
    await v.restore('kept');
    await rm(join(v.keyFolder, 'audit-signing-key.pem'));
    expect((await (await open(v.schema, v.keyFolder, v.seenFolder)).verify(anchors)).ok).toBe(false);
  },
);

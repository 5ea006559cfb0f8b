import { appendFileSync, chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkProof, fingerprintOf } from '../../../src/kernel/audit/index.ts';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import { sha256Hex } from '../../../src/kernel/hash.ts';
import type { Json } from '../../../src/kernel/json.ts';
import type { AuditEntry, AuditLog, Disk, DiskFile } from '../../../src/kernel/ports/index.ts';
import { nodeDisk } from '../../../src/stores/fs/index.ts';
import { LOG_FILE, openAudit } from '../../support/audit-folder.ts';
import { codeOf } from '../../support/code-of.ts';
import { diskWith } from '../../support/disk-with.ts';
import { systemError } from '../../support/memory-disk.ts';
import { START } from '../../support/governed-team.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const draft = (n: number, more: object = {}) => ({ kind: 'test.entry', body: { n }, ...more });
const DAY = 86_400_000;

async function listOf(log: AuditLog, filter = {}): Promise<AuditEntry[]> {
  const found = [];
  for await (const entry of log.entries(filter)) found.push(entry);
  return found;
}

describe('entries', () => {
  verifies(
    'GOV-041',
    'a line is canonical JSON whose hash covers all but itself, chained to the line before',
    async () => {
      const folder = await tempFolder();
      const log = openAudit(folder);
      await log.append([
        draft(1, { handoffId: 'h', traceId: 'a "quoted" trace' }),
        draft(2, { body: { hash: 'x', text: ',"hash":"' } }),
      ]);
      const lines = readFileSync(join(folder, LOG_FILE), 'utf8').trimEnd().split('\n');
      let previous = '0'.repeat(64);
      lines.forEach((line, index) => {
        const { hash, sig, ...rest } = JSON.parse(line) as Record<string, unknown>;
        expect(line).toBe(canonicalJson({ hash, sig, ...rest }));
        expect(hash).toBe(sha256Hex(canonicalJson(rest)));
        expect(rest).toMatchObject({ prev: previous, seq: index + 1, at: '2026-02-11T00:45:02.000Z' });
        previous = sig === undefined ? String(hash) : sha256Hex(String(hash) + String(sig));
        expect(sig !== undefined).toBe(index !== 1);
      });
      expect(lines).toHaveLength(3);
      expect((await log.verify()).ok).toBe(true);
    },
  );

  test('reading, asking and verifying create nothing', async () => {
    const folder = await tempFolder();
    const log = openAudit(folder);
    expect(await listOf(log)).toEqual([]);
    expect(await log.verify()).toMatchObject({ ok: true, entries: 0, brokenAt: undefined });
    expect((await log.ask({ claims: ['a'], flags: ['b'] })).claimed.size).toBe(0);
    expect(await log.prove(1)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('the key is for its owner alone and is made once', async () => {
    const folder = await tempFolder();
    await Promise.all(Array.from({ length: 8 }, (_, n) => openAudit(folder).append([draft(n)])));
    const path = join(folder, 'keys/audit-signing-key.pem');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'keys/.gitignore'), 'utf8')).toBe('*\n');
    expect((await openAudit(folder).verify()).notes).toEqual([]);
    chmodSync(path, 0o644);
    expect((await openAudit(folder).verify()).notes.join()).toContain('can be read by others');
  });

  test('a claim holds for ever and for everybody, a flag until it is lowered', async () => {
    const folder = await tempFolder();
    const [one, two] = [openAudit(folder), openAudit(folder)];
    await one.append([draft(1, { claim: 'id-1', flag: { name: 'blocked:a', up: true } })]);
    expect(await codeOf(two.append([draft(2, { claim: 'id-1' })]))).toBe('AUDIT_CLAIMED');
    const question = { claims: ['id-1', 'id-2'], flags: ['blocked:a', 'blocked:b'] };
    const facts = await two.ask(question);
    expect([[...facts.claimed], [...facts.flagged]]).toEqual([['id-1'], ['blocked:a']]);
    await two.append([draft(3, { flag: { name: 'blocked:a', up: false } })]);
    await one.decide(question, ({ claimed, flagged }) => {
      expect([[...claimed], [...flagged]]).toEqual([['id-1'], []]);
      return [];
    });
  });
});

describe('files', () => {
  test('each day, and each full file, begins a new one; chain, claims, flags and proofs go on', async () => {
    const folder = await tempFolder();
    let now = START;
    const open = () => openAudit(folder, { clock: { now: () => now }, maxFileBytes: 6_500 });
    const log = open();
    await log.append([draft(0, { claim: 'first', flag: { name: 'f', up: true } })]);
    for (let n = 1; n <= 40; n++) await log.append([draft(n, { claim: `c${n}` })]);
    now += DAY;
    await log.append([draft(41)]);
    now -= 2 * DAY;
    const late = open();
    const [receipt] = await late.append([draft(42)]);
    const names = readdirSync(join(folder, 'audit'))
      .filter((name) => name.endsWith('.jsonl'))
      .sort();
    expect(names).toEqual([
      'handoff-log-2026-02-11-001.jsonl',
      'handoff-log-2026-02-11-002.jsonl',
      'handoff-log-2026-02-11-003.jsonl',
      'handoff-log-2026-02-12-001.jsonl',
    ]);
    expect(receipt?.ref.startsWith('handoff-log-2026-02-12-001.jsonl#')).toBe(true);
    expect((await log.verify()).ok).toBe(true);
    expect(await codeOf(late.append([draft(43, { claim: 'first' })]))).toBe('AUDIT_CLAIMED');
    expect([...(await late.ask({ flags: ['f'], claims: ['c7', 'c99'] })).claimed]).toEqual(['c7']);
    expect((await listOf(late)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: receipt?.seq ?? 0 }, (_, n) => n + 1),
    );
    for (const seq of [1, 12, receipt?.seq ?? 0]) {
      expect(checkProof(JSON.parse(JSON.stringify(await late.prove(seq))) as Json).ok).toBe(true);
    }
  });

  test('claims of older files are found again without the list beside the log, and a false list is not believed', async () => {
    const folder = await tempFolder();
    let now = START;
    const clock = { now: () => now };
    await openAudit(folder, { clock }).append([draft(1, { claim: 'old' })]);
    now += DAY;
    const log = openAudit(folder, { clock });
    await log.append([draft(2)]);
    const list = join(folder, 'audit/handoff-log-2026-02-12-001.claims');
    for (const damage of [() => rmSync(list), () => writeFileSync(list, Buffer.alloc(16))]) {
      damage();
      expect(await codeOf(openAudit(folder, { clock }).append([draft(3, { claim: 'old' })]))).toBe('AUDIT_CLAIMED');
      expect([...(await openAudit(folder).ask({ claims: ['old'] })).claimed]).toEqual(['old']);
    }
  });

  test('a file that was begun and never written to is taken up by the next writer', async () => {
    const folder = await tempFolder();
    let now = START;
    const clock = { now: () => now };
    const first = openAudit(folder, { clock });
    await first.append([draft(1, { claim: 'old' })]);
    now += DAY;
    writeFileSync(join(folder, 'audit/handoff-log-2026-02-12-001.jsonl'), '');
    const second = openAudit(folder, { clock });
    expect((await second.append([draft(2)]))[0]?.ref).toBe('handoff-log-2026-02-12-001.jsonl#5');
    expect((await second.verify()).ok).toBe(true);
    expect(await codeOf(second.append([draft(3, { claim: 'old' })]))).toBe('AUDIT_CLAIMED');
  });

  test('a removed older file is missed', async () => {
    const folder = await tempFolder();
    let now = START;
    const clock = { now: () => now };
    await openAudit(folder, { clock }).append([draft(1)]);
    now += DAY;
    await openAudit(folder, { clock }).append([draft(2)]);
    rmSync(join(folder, LOG_FILE));
    expect(await openAudit(folder).verify()).toMatchObject({ ok: false, brokenAt: 1 });
  });
});

describe('crashes and crowds', () => {
  verifies('GOV-044', 'a torn last line is cut off, kept and noted in the log', async () => {
    const folder = await tempFolder();
    await openAudit(folder).append([draft(1)]);
    appendFileSync(join(folder, LOG_FILE), '{"at":"2026-02-11T00:4');
    const before = await openAudit(folder).verify();
    expect(before).toMatchObject({ ok: true, entries: 2 });
    expect(before.notes.join()).toContain('torn line of 22 bytes');
    const log = openAudit(folder);
    const [receipt] = await log.append([draft(2)]);
    const [, , repair, last] = await listOf(log);
    expect(repair).toMatchObject({ kind: 'log.repaired', body: { size_bytes: 22 } });
    expect(readFileSync(join(folder, 'audit', String(repair?.body['kept_at'])), 'utf8')).toBe('{"at":"2026-02-11T00:4');
    expect(last).toMatchObject({ seq: receipt?.seq, body: { n: 2 } });
    expect((await log.verify()).ok).toBe(true);
  });

  verifies('GOV-044', 'a process that others are many files ahead of goes on in the newest', async () => {
    const folder = await tempFolder();
    const opened: string[] = [];
    const open: Disk['open'] = async (path, ...more) => {
      opened.push(path);
      return await nodeDisk.open(path, ...more);
    };
    const late = openAudit(folder, { disk: diskWith(nodeDisk, { open }), maxFileBytes: 2_000 });
    await late.append([draft(0)]);
    const busy = openAudit(folder, { maxFileBytes: 2_000 });
    for (let n = 1; n <= 200; n += 1) await busy.append([draft(n)]);
    const files = readdirSync(join(folder, 'audit')).filter((name) => name.endsWith('.jsonl'));
    expect(files.length).toBeGreaterThan(40);
    opened.length = 0;
    expect(await late.append([draft(201)])).toHaveLength(1);
    expect(new Set(opened.filter((path) => path.endsWith('.jsonl'))).size).toBeLessThan(12);
    expect((await late.verify()).ok).toBe(true);
  });

  verifies('GOV-044', 'many writers at once lose nothing and break nothing, also across files', async () => {
    const folder = await tempFolder();
    const logs = Array.from({ length: 6 }, () => openAudit(folder, { maxFileBytes: 3_000 }));
    const receipts = await Promise.all(
      logs.flatMap((log, writer) => Array.from({ length: 15 }, (_, n) => log.append([draft(writer * 100 + n)]))),
    );
    const entries = await listOf(openAudit(folder));
    expect((await openAudit(folder).verify()).ok).toBe(true);
    expect(
      entries
        .filter(({ kind }) => kind === 'test.entry')
        .map(({ body }) => Number(body['n']))
        .sort((a, b) => a - b),
    ).toEqual(logs.flatMap((_, writer) => Array.from({ length: 15 }, (__, n) => writer * 100 + n)));
    for (const [receipt] of receipts) expect(entries[(receipt?.seq ?? 0) - 1]?.kind).toBe('test.entry');
  });

  verifies(
    'GOV-045',
    'entries that wait at the same time share a flush: 64 writers need a twentieth of the flushes',
    async () => {
      const folder = await tempFolder();
      let flushes = 0;
      const disk = withFiles({ datasync: () => (flushes += 1), sync: () => (flushes += 1) });
      const log = openAudit(folder, { disk });
      await log.append([draft(0)]);
      flushes = 0;
      await Promise.all(
        Array.from({ length: 64 }, async (_, writer) => {
          for (let n = 0; n < 10; n++) await log.append([draft(writer * 10 + n)]);
        }),
      );
      expect(640 / flushes).toBeGreaterThanOrEqual(20);
      expect((await log.verify()).entries).toBe(642);
    },
  );

  test('an entry whose head could not be signed is not acknowledged', async () => {
    const folder = await tempFolder();
    await openAudit(folder).append([draft(0)]);
    const disk = withFiles({
      write: (path) => {
        if (path.endsWith('head.json')) throw systemError('EIO');
      },
    });
    const log = openAudit(folder, { disk });
    expect(await codeOf(log.append([draft(1)]))).not.toBe('ok');
  });
});

/** The real disk, telling of each call on an open file before it is made. */
function withFiles(told: Partial<Record<keyof DiskFile, (path: string) => unknown>>): Disk {
  return diskWith(nodeDisk, {
    open: async (path, flags, mode) => {
      const file = await nodeDisk.open(path, flags, mode);
      return new Proxy(file, {
        get: (target, name: keyof DiskFile) => {
          const method: unknown = Reflect.get(target, name);
          if (typeof method !== 'function') return method;
          return (...args: unknown[]): unknown => {
            told[name]?.(path);
            return Reflect.apply(method, target, args);
          };
        },
      });
    },
  });
}

describe('proofs', () => {
  verifies('GOV-042', 'an entry is proven to somebody without the log, and nothing else passes for it', async () => {
    const folder = await tempFolder();
    const log = openAudit(folder);
    await log.append(Array.from({ length: 20 }, (_, n) => draft(n)));
    const proof = JSON.parse(JSON.stringify(await log.prove(8))) as {
      format: string;
      entry: string;
      path: string[];
      head: Record<string, unknown>;
    };
    const checked = checkProof(proof as never);
    expect(checked).toMatchObject({ ok: true, entry: { seq: 8, body: { n: 6 } } });
    const fingerprint = checked.ok ? checked.fingerprint : '';
    expect(fingerprint).toBe(fingerprintOf((await log.head())?.key ?? ''));
    expect(checkProof(proof as never, fingerprint).ok).toBe(true);
    expect(checkProof(proof as never, 'f'.repeat(64)).ok).toBe(false);
    const other = JSON.parse(JSON.stringify(await log.prove(9))) as typeof proof;
    const wrong: unknown[] = [
      { ...proof, entry: other.entry },
      { ...proof, entry: proof.entry.replace('"n":6', '"n":7') },
      { ...proof, path: other.path },
      { ...proof, path: proof.path.slice(1) },
      { ...proof, path: [...proof.path, proof.path[0]] },
      { ...proof, head: { ...proof.head, root: 'a'.repeat(64) } },
      { ...proof, head: { ...proof.head, entries: 22 } },
      { ...proof, head: { ...proof.head, signature: other.head['key'] } },
      { ...proof, format: 'baton-audit-proof/2' },
      { ...proof, path: 'none' },
      {},
      null,
      [],
    ];
    expect(wrong.filter((value) => checkProof(value as Json).ok)).toEqual([]);
    expect(await log.prove(0)).toBeUndefined();
    expect(await log.prove(22)).toBeUndefined();
  });
});

verifies('GOV-041', 'a clock that goes back is noted with the entry, and small steps are not', async () => {
  const folder = await tempFolder();
  const clock = { nowMs: START, now: () => clock.nowMs };
  const log = openAudit(folder, { clock });
  for (const ms of [0, -30_000, 5_000, -86_400_000, -86_300_000]) {
    clock.nowMs = START + ms;
    await log.append([{ kind: 'test.entry', body: {} }]);
  }
  const { ok, notes } = await log.verify();
  expect([ok, notes]).toEqual([
    true,
    [
      'entry 5 is dated 2026-02-10T00:45:02.000Z, before entry 4 (2026-02-11T00:45:07.000Z): a clock was wrong or was moved',
    ],
  ]);
});

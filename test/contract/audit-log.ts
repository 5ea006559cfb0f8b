import { expect } from 'vitest';
import { checkProof, fingerprintOf } from '../../src/kernel/audit/index.ts';
import { canonicalJson } from '../../src/kernel/canonical-json.ts';
import { sha256Hex } from '../../src/kernel/hash.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { AuditEntry, AuditLog } from '../../src/kernel/ports/index.ts';
import { codeOf } from '../support/code-of.ts';
import { verifies } from '../support/verifies.ts';

/** Opens the log of one test, each time as another process would. */
export type OpenAudit = () => Promise<AuditLog>;

const draft = (n: number, more: object = {}) => ({ kind: 'test.entry', body: { n }, ...more });

async function listOf(log: AuditLog, filter = {}): Promise<AuditEntry[]> {
  const found = [];
  for await (const entry of log.entries(filter)) found.push(entry);
  return found;
}

/** What every audit log must do: run once per implementation. */
export function describeAuditLog(name: string, setUp: () => Promise<OpenAudit>): void {
  verifies('GOV-041', `${name}: each entry is chained to the one before by a hash over all of it`, async () => {
    const log = await (await setUp())();
    await log.append([
      draft(1, { handoffId: 'h', traceId: 'a "quoted" trace' }),
      draft(2, { body: { hash: 'x', text: ',"hash":" \u0000 é' }, flag: { name: 'f', up: true }, claim: 'c' }),
    ]);
    const entries = await listOf(log);
    let before = '';
    for (const [at, entry] of entries.entries()) {
      const { hash, prev, handoffId, traceId, body, claim, flag, kind, at: time } = entry;
      const rest = { at: time, body, claim, flag, handoff_id: handoffId, kind, prev, seq: at + 1, trace_id: traceId };
      expect(hash).toBe(sha256Hex(canonicalJson(rest)));
      if (at > 1) expect(prev).toBe(before);
      before = hash;
    }
    expect(entries.map(({ kind }) => kind)).toEqual(['log.opened', 'test.entry', 'test.entry']);
    expect(await log.verify()).toMatchObject({ ok: true, entries: 3, problems: [], notes: [] });
    expect(await log.head()).toMatchObject({ entries: 3, hash: before });
  });

  verifies('GOV-041', `${name}: reading, asking and verifying an empty log find nothing`, async () => {
    const log = await (await setUp())();
    expect(await listOf(log)).toEqual([]);
    expect(await log.verify()).toMatchObject({ ok: true, entries: 0, brokenAt: undefined });
    expect((await log.ask({ claims: ['a'], flags: ['b'] })).claimed.size).toBe(0);
    expect([await log.prove(1), await log.head()]).toEqual([undefined, undefined]);
  });

  verifies('GOV-041', `${name}: a claim holds for ever and for everybody, a flag until it is lowered`, async () => {
    const open = await setUp();
    const [one, two] = [await open(), await open()];
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
    const tries = await Promise.all(
      [one, two, one, two].map((log) => codeOf(log.append([draft(4, { claim: 'id-4' })]))),
    );
    expect(tries.toSorted()).toEqual(['AUDIT_CLAIMED', 'AUDIT_CLAIMED', 'AUDIT_CLAIMED', 'ok']);
  });

  verifies('GOV-044', `${name}: many writers at once lose nothing and break nothing`, async () => {
    const open = await setUp();
    const logs = await Promise.all(Array.from({ length: 4 }, open));
    const receipts = await Promise.all(
      logs.flatMap((log, writer) => Array.from({ length: 15 }, (_, n) => log.append([draft(writer * 100 + n)]))),
    );
    const reader = await open();
    const entries = await listOf(reader);
    expect((await reader.verify()).ok).toBe(true);
    const numbers = entries.flatMap(({ kind, body }) => (kind === 'test.entry' ? [Number(body['n'])] : []));
    expect(numbers.sort((a, b) => a - b)).toEqual(
      logs.flatMap((_, writer) => Array.from({ length: 15 }, (__, n) => writer * 100 + n)),
    );
    for (const [receipt] of receipts) expect(entries[(receipt?.seq ?? 0) - 1]?.kind).toBe('test.entry');
  });

  verifies('GOV-041', `${name}: a decision that fails adds nothing, and the entries beside it are added`, async () => {
    const open = await setUp();
    const log = await open();
    const failing = log.decide({}, () => {
      throw new TypeError('it went wrong');
    });
    const others = Promise.all([log.append([draft(1)]), log.append([draft(2)])]);
    await expect(failing).rejects.toThrow('it went wrong');
    await others;
    expect(await (await open()).verify()).toMatchObject({ ok: true, entries: 3 });
  });

  verifies('GOV-042', `${name}: an entry is found by handoff and trace, and proven to a stranger`, async () => {
    const log = await (await setUp())();
    const about = (n: number) => ({ handoffId: `h${n % 3}`, traceId: `t${n % 2}` });
    await log.append(Array.from({ length: 20 }, (_, n) => draft(n, about(n))));
    const found = await listOf(log, { handoffId: 'h1', traceId: 't0' });
    expect(found.map(({ body }) => body['n'])).toEqual([4, 10, 16]);
    const proof = JSON.parse(JSON.stringify(await log.prove(8))) as JsonObject & { entry: string };
    const trusted = fingerprintOf((await log.head())?.key ?? '');
    expect(checkProof(proof, trusted)).toMatchObject({ ok: true, entry: { seq: 8, body: { n: 6 } } });
    expect(checkProof({ ...proof, entry: proof.entry.replace('"n":6', '"n":7') }).ok).toBe(false);
    expect([await log.prove(0), await log.prove(22)]).toEqual([undefined, undefined]);
  });
}

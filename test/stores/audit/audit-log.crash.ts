import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { openAudit } from '../../support/audit-folder.ts';
import { startProgram, type TestProgram } from '../../support/run-program.ts';
import { verifies } from '../../support/verifies.ts';

const PROGRAM = 'test/stores/audit/programs/append-entries.ts';
const WRITERS = 16;

/** Sixteen writers; every now and then one is killed without warning and another takes its place. */
async function crowd(folder: string, kills: number, maxFileBytes: number): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  let started = 0;
  const start = (): TestProgram => startProgram(PROGRAM, [folder, `w${started++}`, String(maxFileBytes)]);
  const note = ({ lines }: TestProgram): void => {
    for (const line of lines) {
      const [seq, claim] = line.split(' ');
      // The last line of a killed writer may be cut off.
      if (claim?.includes('-') === true) acknowledged.set(claim, Number(seq));
    }
  };
  const writers = Array.from({ length: WRITERS }, start);
  await Promise.all(writers.map((writer) => writer.nextLine()));
  for (let kill = 0; kill < kills; kill++) {
    await sleep(30 + Math.random() * 200);
    const index = Math.floor(Math.random() * WRITERS);
    const victim = writers[index];
    if (victim === undefined) continue;
    await victim.kill();
    note(victim);
    writers[index] = start();
  }
  await Promise.all(writers.map((writer) => writer.nextLine()));
  await Promise.all(writers.map((writer) => writer.kill()));
  writers.forEach(note);
  return acknowledged;
}

describe('sixteen processes appending at once, killed at random', () => {
  for (const [name, maxFileBytes] of [
    ['one file', 0],
    ['many files', 60_000],
  ] as const) {
    verifies('GOV-044', `the chain is unbroken and every acknowledged entry is there: ${name}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'baton-audit-'));
      try {
        const acknowledged = await crowd(folder, 12, maxFileBytes);
        const log = openAudit(folder, { clock: { now: Date.now } });
        const report = await log.verify();
        expect(report.problems).toEqual([]);
        const found = new Map<string, number>();
        for await (const { claim, seq } of log.entries()) if (claim !== undefined) found.set(claim, seq);
        const lost = [...acknowledged].filter(([claim, seq]) => found.get(claim) !== seq);
        expect(lost).toEqual([]);
        expect(acknowledged.size).toBeGreaterThan(WRITERS);
        // The log goes on, and says what it repaired.
        await log.append([{ kind: 'test.entry', body: {} }]);
        expect((await log.verify()).ok).toBe(true);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});

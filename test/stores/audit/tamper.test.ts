import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect } from 'vitest';
import { createAuditLog } from '../../../src/stores/audit/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { systemRandom } from '../../../src/stores/system/index.ts';
import { LOG_FILE, openAudit } from '../../support/audit-folder.ts';
import { codeOf } from '../../support/code-of.ts';
import { START } from '../../support/governed-team.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const ENTRIES = 1_000;

/** One sound log for all tests; each puts a changed copy of its bytes beside the same head and key. */
let original: string;
let bytes: Buffer;
/** Offset of each line, and of the end. */
let starts: number[];

beforeAll(async () => {
  original = mkdtempSync(join(tmpdir(), 'baton-tamper-'));
  const disk = nodeDisk;
  const log = createAuditLog({
    disk,
    files: createFiles(disk),
    processes: createProcesses(),
    clock: { now: () => START },
    random: systemRandom,
    folder: join(original, 'audit'),
    keyFolder: join(original, 'keys'),
  });
  // The first entry of a log is made by the log itself.
  await log.append(
    Array.from({ length: ENTRIES - 1 }, (_, n) => ({
      kind: 'test.entry',
      handoffId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      body: { n, text: `entry ${n} says *this* and "that" – ü` },
    })),
  );
  await log.close();
  bytes = readFileSync(join(original, LOG_FILE));
  starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return () => rmSync(original, { recursive: true, force: true });
});

/** The number of the entry a byte belongs to; a line break belongs to the line it ends. */
const entryAt = (offset: number): number =>
  starts.findIndex((start, index) => offset >= start && offset < (starts[index + 1] ?? Infinity)) + 1;

const lineAt = (number: number): Buffer => bytes.subarray(starts[number - 1], starts[number]);

async function verifyChanged(folder: string, changed: Buffer): Promise<number | string | undefined> {
  writeFileSync(join(folder, LOG_FILE), changed);
  const report = await openAudit(folder).verify();
  return report.ok ? 'ok' : report.brokenAt;
}

/** Checks that each change is noticed, and at the entry where it was made. */
async function expectNoticed<T>(
  changes: fc.Arbitrary<T>,
  apply: (change: T) => { changed: Buffer; entry: number },
  numRuns = 25,
): Promise<void> {
  const folder = await tempFolder();
  cpSync(original, folder, { recursive: true });
  expect(await verifyChanged(folder, bytes)).toBe('ok');
  await fc.assert(
    fc.asyncProperty(changes, async (change) => {
      const { changed, entry } = apply(change);
      expect(await verifyChanged(folder, changed)).toBe(entry);
    }),
    { numRuns },
  );
}

const entryNumber = fc.integer({ min: 1, max: ENTRIES });

describe('tampering with a log of 1,000 entries', () => {
  verifies('GOV-041', 'any flipped bit is found, and the entry it is in is named', async () => {
    expect(starts).toHaveLength(ENTRIES + 1);
    await expectNoticed(
      fc.tuple(fc.nat(bytes.length - 1), fc.nat(7)),
      ([offset, bit]) => {
        const changed = Buffer.from(bytes);
        changed[offset] = (changed[offset] ?? 0) ^ (1 << bit);
        return { changed, entry: entryAt(offset) };
      },
      80,
    );
  });

  verifies('GOV-041', 'every byte of one entry and its line break counts', async () => {
    const folder = await tempFolder();
    cpSync(original, folder, { recursive: true });
    const [from, to] = [starts[1] ?? 0, starts[3] ?? 0];
    const small = Buffer.from(bytes.subarray(0, to));
    const wrong: number[] = [];
    for (let offset = from; offset < (starts[2] ?? 0); offset += 1) {
      const changed = Buffer.from(small);
      changed[offset] = (changed[offset] ?? 0) ^ (1 << (offset % 8));
      if ((await verifyChanged(folder, changed)) !== 2) wrong.push(offset);
    }
    expect(wrong).toEqual([]);
  });

  verifies('GOV-041', 'a removed entry is missed where it stood', async () => {
    await expectNoticed(entryNumber, (entry) => ({
      changed: Buffer.concat([bytes.subarray(0, starts[entry - 1]), bytes.subarray(starts[entry])]),
      entry,
    }));
  });

  verifies('GOV-041', 'entries that changed places are found at the first of them', async () => {
    const pair = fc.tuple(entryNumber, entryNumber).filter(([a, b]) => a < b);
    await expectNoticed(pair, ([a, b]) => ({
      changed: Buffer.concat([
        bytes.subarray(0, starts[a - 1]),
        lineAt(b),
        bytes.subarray(starts[a], starts[b - 1]),
        lineAt(a),
        bytes.subarray(starts[b]),
      ]),
      entry: a,
    }));
  });

  verifies('GOV-041', 'an inserted entry is found, be it a copy, a blank line or something else', async () => {
    const inserted = fc.oneof(
      entryNumber.map((copied) => ({ copied, text: undefined })),
      fc.constantFrom('\n', '{}\n', 'x\n', '{"at":"2026"}\n').map((text) => ({ copied: 0, text })),
    );
    await expectNoticed(fc.tuple(entryNumber, inserted), ([entry, { copied, text }]) => ({
      changed: Buffer.concat([
        bytes.subarray(0, starts[entry - 1]),
        // A copy of the entry itself is the entry: what follows it is the intruder.
        text === undefined ? lineAt(copied) : Buffer.from(text),
        bytes.subarray(starts[entry - 1]),
      ]),
      entry: copied === entry ? entry + 1 : entry,
    }));
  });

  verifies('GOV-041', 'a log cut off at any byte is found by its signed head', async () => {
    const places = fc.oneof(
      fc.nat(bytes.length - 1),
      entryNumber.map((entry) => starts[entry - 1] ?? 0),
    );
    await expectNoticed(places, (offset) => ({
      changed: bytes.subarray(0, offset),
      entry: entryAt(offset),
    }));
  });

  verifies('GOV-041', 'a head that was changed, exchanged or removed is found', async () => {
    const folder = await tempFolder();
    cpSync(original, folder, { recursive: true });
    const path = join(folder, 'audit/head.json');
    const head = readFileSync(path);
    const length = head.toString('utf8').trimEnd().length;
    const check = async (): Promise<boolean> => (await openAudit(folder).verify()).ok;
    expect(await check()).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), fc.nat(7), async (offset, bit) => {
        const changed = Buffer.from(head);
        changed[offset] = (changed[offset] ?? 0) ^ (1 << bit);
        writeFileSync(path, changed);
        expect(await check()).toBe(false);
      }),
      { numRuns: 60 },
    );
    rmSync(path);
    expect(await check()).toBe(false);
    const other = await tempFolder();
    await openAudit(other).append([{ kind: 'test.entry', body: {} }]);
    cpSync(join(other, 'audit/head.json'), path);
    expect(await check()).toBe(false);
  });

  verifies('GOV-041', 'a log that is broken in any of these ways takes no further entry', async () => {
    const folder = await tempFolder();
    const breaks: [string, () => void][] = [
      ['edited', () => writeFileSync(join(folder, LOG_FILE), bytes.toString('utf8').replace('entry 500', 'entry 5OO'))],
      ['cut off', () => writeFileSync(join(folder, LOG_FILE), bytes.subarray(0, starts[900]))],
      [
        'cut off inside a line',
        () => writeFileSync(join(folder, LOG_FILE), bytes.subarray(0, (starts[900] ?? 0) + 20)),
      ],
      ['emptied', () => writeFileSync(join(folder, LOG_FILE), '')],
      ['removed', () => rmSync(join(folder, LOG_FILE))],
      ['head removed', () => rmSync(join(folder, 'audit/head.json'))],
      ['key exchanged', () => rmSync(join(folder, 'keys'), { recursive: true })],
    ];
    for (const [name, damage] of breaks) {
      rmSync(folder, { recursive: true, force: true });
      cpSync(original, folder, { recursive: true });
      damage();
      const code = await codeOf(openAudit(folder).append([{ kind: 'test.entry', body: {} }]));
      expect([name, code]).toEqual([name, 'AUDIT_BROKEN']);
    }
  });
});

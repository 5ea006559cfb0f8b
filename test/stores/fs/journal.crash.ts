import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { TailRepair } from '../../../src/kernel/ports/index.ts';
import { nodeDisk, openJournal } from '../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../src/stores/system/index.ts';
import { startProgram, type TestProgram } from '../../support/run-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';

interface Entry {
  readonly writer: string;
  readonly number: number;
  /** How many lines the writer saw before it decided this one. */
  readonly index: number;
}

const append = (path: string, writer: string, count: number, death?: string): TestProgram =>
  startProgram('test/stores/fs/programs/append-numbers.ts', [
    path,
    writer,
    String(count),
    ...(death === undefined ? [] : [death]),
  ]);

const entriesOf = async (path: string): Promise<Entry[]> =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry);

const acknowledgedBy = (program: TestProgram): number[] =>
  program.lines.filter((line) => /^\d+$/.test(line)).map(Number);

/** Writes one more entry after the death of another process, and tells what had to be repaired. */
async function inherit(path: string): Promise<readonly TailRepair[]> {
  const repairs: TailRepair[] = [];
  const journal = await openJournal<Entry>(
    { disk: nodeDisk, processes: createProcesses(), clock: systemClock, random: systemRandom },
    {
      path,
      owner: 'heir',
      view: { reset: () => undefined, apply: () => undefined },
      seal: (entry) => JSON.stringify(entry),
      onRepair: (repair) => repairs.push(repair),
    },
  );
  await journal.commit(() => [{ writer: 'heir', number: 0, index: 0 }]);
  await journal.close();
  return repairs;
}

/** The lines of one writer must be 0, 1, 2 … without a gap: it commits in this order. */
const isUnbroken = (entries: readonly Entry[], writer: string): boolean =>
  entries
    .filter((entry) => entry.writer === writer)
    .map(({ number }) => number)
    .sort((a, b) => a - b)
    .every((number, index) => number === index);

describe('many processes', () => {
  test('eight append at once while another reads: every line once, each decided on all before it', async () => {
    const path = join(await tempFolder(), 'journal');
    const perWriter = 150;
    const reader = startProgram('test/stores/fs/programs/follow-journal.ts', [path, String(8 * perWriter)]);
    expect(await reader.nextLine()).toBe('following');
    const writers = Array.from({ length: 8 }, (_, n) => append(path, `writer ${n}`, perWriter));
    for (const writer of writers)
      expect(acknowledgedBy({ ...writer, lines: await writer.finished() })).toHaveLength(perWriter);

    const entries = await entriesOf(path);
    expect(entries.map(({ index }) => index)).toEqual(Array.from({ length: 8 * perWriter }, (_, n) => n));
    for (let n = 0; n < 8; n++) expect(isUnbroken(entries, `writer ${n}`)).toBe(true);
    const [, told = ''] = await reader.finished();
    expect(JSON.parse(told)).toMatchObject({ lineCount: 8 * perWriter, inPlace: true });
  });

  test('writers killed at any moment lose nothing they acknowledged and keep nobody waiting', async () => {
    const path = join(await tempFolder(), 'journal');
    const survivor = append(path, 'survivor', 600);
    const victims: TestProgram[] = [];
    for (let n = 0; n < 6; n++) {
      const victim = append(path, `victim ${n}`, 1_000_000);
      victims.push(victim);
      await victim.nextLine();
      await setTimeout(n * 7);
      await victim.kill();
    }
    await survivor.finished();
    await append(path, 'last', 1).finished();

    const entries = await entriesOf(path);
    expect(entries.map(({ index }) => index)).toEqual(entries.map((_, n) => n));
    expect(acknowledgedBy(survivor)).toHaveLength(600);
    for (const [n, victim] of victims.entries()) {
      const kept = new Set(entries.filter(({ writer }) => writer === `victim ${n}`).map(({ number }) => number));
      expect(acknowledgedBy(victim).filter((number) => !kept.has(number))).toEqual([]);
      expect(isUnbroken(entries, `victim ${n}`)).toBe(true);
    }
  });
});

describe('SIGKILL', () => {
  test('with any number of bytes of a record in the file: what was acknowledged stays, the rest is kept aside', async () => {
    const folder = await tempFolder();
    const recordBytes = `${JSON.stringify({ writer: 'victim', number: 1, index: 1 })}\n`.length;
    const lengths = Array.from({ length: recordBytes + 1 }, (_, bytes) => bytes);
    const tryLength = async (bytes: number): Promise<void> => {
      const path = join(folder, `journal-${bytes}`);
      const victim = append(path, 'victim', 3, `1:${bytes}`);
      await victim.finished().catch(() => undefined);
      expect(acknowledgedBy(victim)).toEqual([0]);
      const repaired = await inherit(path);
      const numbers = (await entriesOf(path)).map(({ writer, number }) => `${writer} ${number}`);
      const isWhole = bytes === recordBytes;
      expect(numbers).toEqual(isWhole ? ['victim 0', 'victim 1', 'heir 0'] : ['victim 0', 'heir 0']);
      expect(repaired).toHaveLength(isWhole || bytes === 0 ? 0 : 1);
      const aside = (await readdir(folder)).filter((name) => name.startsWith(`journal-${bytes}.torn-`));
      expect(aside).toHaveLength(repaired.length);
    };
    const strand = async (): Promise<void> => {
      for (let bytes = lengths.shift(); bytes !== undefined; bytes = lengths.shift()) await tryLength(bytes);
    };
    await Promise.all([strand(), strand()]);
  });
});

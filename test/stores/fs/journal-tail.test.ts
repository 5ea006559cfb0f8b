import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/kernel/ports/index.ts';
import { scanLines, type Damage } from '../../../src/stores/fs/journal/journal-lines.ts';
import { codeOf } from '../../support/code-of.ts';
import { createMemoryDisk } from '../../support/memory-disk.ts';
import { JOURNAL, journalOf, openNumbers, putFile } from '../../support/number-journal.ts';
import { recordDisk } from '../../support/recording-disk.ts';

async function diskOf(...parts: readonly (Uint8Array | string)[]): Promise<Disk> {
  const disk = createMemoryDisk();
  await putFile(disk, JOURNAL, Buffer.concat(parts.map((part) => Buffer.from(part))));
  return disk;
}

const isJson = (text: string): boolean => {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
};

async function scan(disk: Disk): Promise<{ texts: string[]; damage: Damage | undefined }> {
  const file = await disk.open(JOURNAL, 'r');
  const texts: string[] = [];
  let damage: Damage | undefined;
  for await (const piece of scanLines(file, 0, (await file.stat()).sizeBytes, isJson)) {
    texts.push(...piece.lines.map(({ text }) => text));
    damage = piece.damage;
  }
  return { texts, damage };
}

const jsonLine = fc.json({ maxDepth: 2 }).filter((text) => !text.includes('\n'));

describe('the content of the file', () => {
  test('whole lines come back as they were written, whatever their number and size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonLine), async (texts) => {
        expect(await scan(await diskOf(...texts.map((text) => `${text}\n`)))).toEqual({ texts, damage: undefined });
      }),
      { numRuns: 50 },
    );
    // Longer than what is read at once, so that lines and characters lie across its edges.
    const long = Array.from({ length: 30 }, (_, n) => JSON.stringify(`${n}${'ż'.repeat(20_000)}`));
    expect((await scan(await diskOf(...long.map((text) => `${text}\n`)))).texts).toEqual(long);
  });

  test('cut anywhere, it gives the lines before the cut and a torn rest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(jsonLine, { minLength: 1 }), fc.nat(), async (texts, dice) => {
        const whole = Buffer.from(texts.map((text) => `${text}\n`).join(''));
        const size = dice % whole.length;
        const kept = whole.subarray(0, size).lastIndexOf('\n') + 1;
        const { texts: found, damage } = await scan(await diskOf(whole.subarray(0, size)));
        expect(found).toEqual(texts.slice(0, found.length));
        expect(found.map((text) => `${text}\n`).join('')).toBe(whole.subarray(0, kept).toString());
        expect(damage).toEqual(kept === size ? undefined : { from: kept, to: size, verdict: 'torn' });
      }),
      { numRuns: 100 },
    );
  });

  test('what a write can leave is torn; what it cannot leave is corrupt', async () => {
    const good = journalOf(1, 2);
    const cases: Record<string, [readonly (Uint8Array | string)[], 'torn' | 'corrupt']> = {
      'an unfinished line': [[good, '{"number":3'], 'torn'],
      'an unfinished first line': [['{"number":3'], 'torn'],
      'a block of zeros': [[good, Buffer.alloc(512)], 'torn'],
      'a line with a lost block, then whole lines': [[good, '{"num', Buffer.alloc(8), '}\n{"a":1}\n'], 'torn'],
      'two torn lines': [[good, '{"a":\n{"b":\n'], 'torn'],
      'a damaged line before a whole one': [[good, '{"a":x}\n{"b":1}\n'], 'corrupt'],
      'bytes that are no text before a whole line': [[good, Buffer.from([0x22, 0xff, 0x22, 0x0a]), '1\n'], 'corrupt'],
      'another kind of file': [['#!/bin/sh\nrm -rf everything\n'], 'corrupt'],
      'more damage than was ever unflushed': [[good, `${'x'.repeat(5_000_000)}\n`, 'y'], 'corrupt'],
      'conflict markers': [['<<<<<<< HEAD\n', good, '=======\n', good], 'corrupt'],
    };
    const found: Record<string, string | undefined> = {};
    for (const [name, [parts]] of Object.entries(cases))
      found[name] = (await scan(await diskOf(...parts))).damage?.verdict;
    expect(found).toEqual(Object.fromEntries(Object.entries(cases).map(([name, [, verdict]]) => [name, verdict])));
  });
});

describe('a torn end', () => {
  test('is cut off by the next commit, kept beside the journal and reported', async () => {
    const disk = await diskOf(journalOf(1), '{"number":2,"posit');
    const { append, seen, repairs } = await openNumbers(disk);
    expect(repairs).toEqual([]);
    await append(3);
    expect(seen).toEqual([1, 3]);
    expect(repairs).toEqual([
      { position: journalOf(1).length, sizeBytes: 18, keptAt: expect.stringContaining(`${JOURNAL}.torn-`) },
    ]);
    expect((await disk.readFile(repairs[0]?.keptAt ?? '')).toString()).toBe('{"number":2,"posit');
    expect((await disk.readFile(JOURNAL)).toString()).toBe(journalOf(1, 3).toString());
  });

  test('is copied durably before it is cut off', async () => {
    const disk = await recordDisk(await diskOf(journalOf(1), '{"torn'));
    const { append } = await openNumbers(disk);
    await append(2);
    const kinds = disk.operations
      .filter((operation) => 'path' in operation && !operation.path.includes('.lock'))
      .map((operation) =>
        'path' in operation ? `${operation.kind} ${operation.path.replace(/-[0-9a-f]+$/, '')}` : '',
      );
    const copy = `${JOURNAL}.torn-${journalOf(1).length}`;
    const repair = kinds.slice(kinds.indexOf(`create ${copy}`), kinds.indexOf(`truncate ${JOURNAL}`) + 2);
    expect(repair).toEqual([
      `create ${copy}`,
      `write ${copy}`,
      `sync ${copy}`,
      'sync-folder /data',
      `truncate ${JOURNAL}`,
      `sync ${JOURNAL}`,
    ]);
  });

  test('that cannot be copied is not cut off', async () => {
    const before = Buffer.concat([journalOf(1), Buffer.from('{"torn')]);
    const disk = await recordDisk(await diskOf(before));
    disk.fault = (operation) =>
      operation.kind === 'write' && operation.path.includes('.torn-') ? { errno: 'ENOSPC', afterBytes: 2 } : undefined;
    const { append } = await openNumbers(disk);
    expect(await codeOf(append(2))).toBe('DISK_FULL');
    expect(await disk.readFile(JOURNAL)).toEqual(before);
    expect((await disk.readdir('/data')).map(({ name }) => name)).toEqual(['journal.jsonl', 'journal.jsonl.lock']);
  });
});

describe('corruption', () => {
  test('stops opening, committing and reading, says where, and nothing is changed', async () => {
    const disk = createMemoryDisk();
    const { journal, append } = await openNumbers(disk);
    const damaged = Buffer.from(journalOf(1, 2, 3));
    damaged[journalOf(1).length] = 'x'.charCodeAt(0);
    await putFile(disk, JOURNAL, damaged);

    const stopped = { code: 'JOURNAL_CORRUPT', details: { path: JOURNAL, line: 2, position: journalOf(1).length } };
    await expect(openNumbers(disk)).rejects.toMatchObject(stopped);
    await expect(journal.catchUp()).rejects.toMatchObject({ code: 'JOURNAL_CORRUPT' });
    await expect(append(4)).rejects.toMatchObject({ code: 'JOURNAL_CORRUPT' });
    const readAll = async (): Promise<void> => {
      for await (const { text } of journal.read()) expect(text).toBe(journalOf(1).toString().trimEnd());
    };
    await expect(readAll()).rejects.toMatchObject(stopped);
    expect(await disk.readFile(JOURNAL)).toEqual(damaged);
    expect((await disk.readdir('/data')).filter(({ name }) => name.includes('torn'))).toEqual([]);
  });

  test('any byte damaged before the last line is noticed', async () => {
    const whole = journalOf(1, 2, 3);
    const codes = await Promise.all(
      Array.from({ length: journalOf(1, 2).length - 1 }, async (_, at) => {
        const damaged = Buffer.from(whole);
        damaged[at] = 0x01;
        return await codeOf(openNumbers(await diskOf(damaged)));
      }),
    );
    expect([...new Set(codes)]).toEqual(['JOURNAL_CORRUPT']);
  });

  test('that goes away on a second look was a writer at work', async () => {
    const disk = await diskOf('x\n', journalOf(1));
    setTimeout(() => void putFile(disk, JOURNAL, journalOf(1, 2)), 10);
    const { seen } = await openNumbers(disk);
    expect(seen).toEqual([1, 2]);
  });
});

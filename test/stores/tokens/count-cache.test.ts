import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/kernel/ports/index.ts';
import { nodeDisk } from '../../../src/stores/fs/node-disk.ts';
import {
  CountCache,
  CountTable,
  keyOf,
  RECORDS_PER_BUCKET,
  TABLE_BYTES,
  type CountKey,
} from '../../../src/stores/tokens/count-cache.ts';
import { verifies } from '../../support/verifies.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'baton-counts-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const module = (name: string): string =>
  JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../src/stores', name)).href);

const newFile = (): string => join(mkdtempSync(join(root, 'cache-')), 'counts.bin');

type Counts = Readonly<Record<string, number>>;

async function write(path: string, counts: Counts, disk: Disk = nodeDisk): Promise<void> {
  const cache = new CountCache(disk, path);
  await cache.addAll(Object.entries(counts).map(([text, count]) => ({ key: keyOf(text), count })));
  await cache.flush();
}

const read = (path: string, ...texts: string[]): Promise<(number | undefined)[]> =>
  new CountCache(nodeDisk, path).findAll(texts.map(keyOf));

const many = (name: string, times: number): Counts =>
  Object.fromEntries(Array.from({ length: times }, (_, index) => [`${name}${index}`, index]));

/** Keys that share a bucket. */
const neighbour = (last: number): CountKey => Buffer.from([...Array.from({ length: 15 }, () => 7), last]);

describe('the file', () => {
  test('keeps counts from one process to the next, readable by its owner alone', async () => {
    const path = newFile();
    await write(path, { one: 1, two: 2 });
    await write(path, { three: 3 });
    expect(await read(path, 'one', 'two', 'three', 'four')).toEqual([1, 2, 3, undefined]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('counts that come while others are written go together', async () => {
    const path = newFile();
    let opened = 0;
    const watched: Disk = {
      ...nodeDisk,
      open: (name, flags, mode) => {
        if (flags === 'r+') opened += 1;
        return nodeDisk.open(name, flags, mode);
      },
    };
    const cache = new CountCache(watched, path);
    const counts = Object.entries(many('text ', 300)).map(([text, count]) => [{ key: keyOf(text), count }]);
    await Promise.all(counts.map((one) => cache.addAll(one)));
    await cache.flush();
    expect(await read(path, 'text 0', 'text 299')).toEqual([0, 299]);
    expect(opened).toBeLessThanOrEqual(2);
  });

  verifies('SUR-002', 'a count that is kept reads its own bucket again, not the whole file', async () => {
    const path = newFile();
    await write(path, { one: 1 });
    let readBytes = 0;
    const watched: Disk = {
      ...nodeDisk,
      open: async (name, flags, mode) => {
        const file = await nodeDisk.open(name, flags, mode);
        if (flags !== 'r+') return file;
        const readNow = file.read.bind(file);
        file.read = (buffer, position) => {
          readBytes += buffer.byteLength;
          return readNow(buffer, position);
        };
        return file;
      },
    };
    await write(path, { two: 2, three: 3 }, watched);
    expect(await read(path, 'one', 'two', 'three')).toEqual([1, 2, 3]);
    expect(readBytes).toBe(2 * 128);
  });

  test('any number of processes may write at once', async () => {
    const path = newFile();
    const script = join(root, 'write.mts');
    writeFileSync(
      script,
      `import { nodeDisk } from ${module('fs/node-disk.ts')};
       import { CountCache } from ${module('tokens/count-cache.ts')};
       import { keyOf } from ${module('tokens/count-cache.ts')};
       const cache = new CountCache(nodeDisk, process.argv[2]);
       for (let index = 0; index < 200; index += 1) {
         await cache.addAll([{ key: keyOf(process.argv[3] + index), count: index }]);
         await cache.flush();
       }`,
    );
    const names = ['a', 'b', 'c', 'd'];
    await Promise.all(
      names.map(async (name) => {
        const child = spawn(process.execPath, ['--import', 'tsx', script, path, name], { stdio: 'inherit' });
        expect(await once(child, 'exit')).toEqual([0, null]);
      }),
    );
    const expected = Object.assign({}, ...names.map((name) => many(name, 200))) as Counts;
    const found = await read(path, ...Object.keys(expected));
    const wrong = Object.values(expected).filter(
      (count, index) => found[index] !== undefined && found[index] !== count,
    );
    expect(wrong).toEqual([]);
    // Two processes in the very same bucket at the very same moment may cost a count, which is then made again.
    expect(found.filter((count) => count === undefined).length).toBeLessThan(8);
  });

  test('it never grows: in a full bucket the oldest count gives way', () => {
    const table = new CountTable();
    for (let count = 0; count < RECORDS_PER_BUCKET + 2; count += 1) table.add(neighbour(count), count);
    const found = Array.from({ length: RECORDS_PER_BUCKET + 2 }, (_, index) => table.find(neighbour(index)));
    expect(found).toEqual([undefined, undefined, 2, 3, 4, 5, 6]);
  });

  test('thousands of counts find room', async () => {
    const path = newFile();
    const counts = many('text ', 10_000);
    await write(path, counts);
    const found = await read(path, ...Object.keys(counts));
    expect(found.filter((count) => count !== undefined).length).toBeGreaterThan(9_500);
    expect(statSync(path).size).toBeLessThanOrEqual(TABLE_BYTES);
  });
});

describe('a damaged file is never an error', () => {
  test.each([
    ['empty', Buffer.alloc(0)],
    ['something else', Buffer.from('{"not":"ours"}')],
    ['larger, and something else', Buffer.alloc(TABLE_BYTES * 3, 'x')],
  ])('%s', async (_name, content) => {
    const path = newFile();
    writeFileSync(path, content);
    expect(await read(path, 'a')).toEqual([undefined]);
    await write(path, { a: 1 });
    expect(await read(path, 'a', 'b')).toEqual([1, undefined]);
  });

  test('one that lost its end loses only what stood there', async () => {
    const path = newFile();
    const counts = many('text ', 100);
    await write(path, counts);
    truncateSync(path, TABLE_BYTES / 2);
    const found = await read(path, ...Object.keys(counts));
    const kept = found.filter((count) => count !== undefined).length;
    expect([kept > 20, kept < 80]).toEqual([true, true]);
    expect(found.every((count, index) => count === undefined || count === index)).toBe(true);
    await write(path, counts);
    expect(await read(path, ...Object.keys(counts))).toEqual(Object.values(counts));
  });

  test('wherever bytes are changed, a count is the right one or none', async () => {
    const path = newFile();
    await write(path, { a: 10 });
    const sound = Buffer.concat([readFileSync(path), Buffer.alloc(TABLE_BYTES)]).subarray(0, TABLE_BYTES);
    const bucket = sound.findIndex((byte) => byte !== 0);
    const change = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(fc.uniqueArray(change, { minLength: 1, maxLength: 4, selector: ([at]) => at }), (changes) => {
        const damaged = Buffer.from(sound);
        for (const [at, bits] of changes) damaged[bucket + at] = (damaged[bucket + at] ?? 0) ^ bits;
        expect([10, undefined]).toContain(new CountTable(damaged).find(keyOf('a')));
      }),
    );
  });
});

describe('without a place to write', () => {
  test('a folder that cannot be made', async () => {
    const inTheWay = newFile();
    writeFileSync(inTheWay, '');
    await write(join(inTheWay, 'below', 'counts.bin'), { one: 1 });
    expect(await read(join(inTheWay, 'below', 'counts.bin'), 'one')).toEqual([undefined]);
  });

  test('a folder in the place of the file', async () => {
    const path = newFile();
    mkdirSync(path);
    await write(path, { one: 1 });
    expect(await read(path, 'one')).toEqual([undefined]);
  });

  test('a pipe in the place of the file does not hold anybody up', async () => {
    const path = newFile();
    execFileSync('mkfifo', [path]);
    await write(path, { one: 1 });
    expect(await read(path, 'one')).toEqual([undefined]);
  });

  test('a disk that is full: this process remembers, and tries no more', async () => {
    let opened = 0;
    const full: Disk = {
      ...nodeDisk,
      open: (path, flags) => {
        if (flags === 'r') return nodeDisk.open(path, flags);
        opened += 1;
        return Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
      },
    };
    const cache = new CountCache(full, newFile());
    await cache.addAll([{ key: keyOf('one'), count: 1 }]);
    await cache.flush();
    await cache.addAll([{ key: keyOf('two'), count: 2 }]);
    await cache.flush();
    expect(await cache.findAll([keyOf('one'), keyOf('two'), keyOf('three')])).toEqual([1, 2, undefined]);
    expect(opened).toBe(1);
  });
});

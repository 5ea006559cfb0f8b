import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/kernel/index.ts';
import { nodeDisk } from '../../../src/stores/fs/node-disk.ts';
import { CountCache } from '../../../src/stores/tokens/count-cache.ts';
import { CountTable, HEADER, keyOf, RECORD_BYTES, renderRecord } from '../../../src/stores/tokens/count-table.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'baton-counts-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const module = (name: string): string =>
  JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../src/stores', name)).href);

const newFile = (): string => join(mkdtempSync(join(root, 'cache-')), 'counts.bin');

async function write(path: string, counts: Readonly<Record<string, number>>, disk: Disk = nodeDisk): Promise<void> {
  const cache = new CountCache(disk, path);
  for (const [text, count] of Object.entries(counts)) cache.add(keyOf(text), count);
  await cache.flush();
}

const read = (path: string, ...texts: string[]): Promise<(number | undefined)[]> =>
  new CountCache(nodeDisk, path).findAll(texts.map(keyOf));

describe('the file', () => {
  test('holds a header and 24 bytes per count, readable by its owner alone', async () => {
    const path = newFile();
    await write(path, { one: 1, two: 2 });
    await write(path, { three: 3 });
    expect(await read(path, 'one', 'two', 'three', 'four')).toEqual([1, 2, 3, undefined]);
    expect(statSync(path).size).toBe(HEADER.length + 3 * RECORD_BYTES);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('counts that come while others are written go together', async () => {
    const path = newFile();
    let writes = 0;
    const counting: Disk = {
      ...nodeDisk,
      open: (...args) => {
        writes += 1;
        return nodeDisk.open(...args);
      },
    };
    await write(
      path,
      Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`text ${index}`, index])),
      counting,
    );
    expect(await read(path, 'text 0', 'text 999')).toEqual([0, 999]);
    expect(writes).toBeLessThanOrEqual(2);
  });

  test('any number of processes may append at once', async () => {
    const path = newFile();
    const script = join(root, 'append.mts');
    writeFileSync(
      script,
      `import { nodeDisk } from ${module('fs/node-disk.ts')};
       import { CountCache } from ${module('tokens/count-cache.ts')};
       import { keyOf } from ${module('tokens/count-table.ts')};
       const cache = new CountCache(nodeDisk, process.argv[2]);
       for (let index = 0; index < 200; index += 1) {
         cache.add(keyOf(process.argv[3] + index), index);
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
    const texts = names.flatMap((name) => Array.from({ length: 200 }, (_, index) => `${name}${index}`));
    expect(await read(path, ...texts)).toEqual(names.flatMap(() => Array.from({ length: 200 }, (_, index) => index)));
  });

  test('it stays small: the oldest counts go first', async () => {
    const path = newFile();
    const cache = new CountCache(nodeDisk, path);
    for (let index = 0; index < 39_000; index += 1) cache.add(keyOf(`old ${index}`), index);
    await cache.flush();
    for (let index = 0; index < 5_000; index += 1) cache.add(keyOf(`new ${index}`), index);
    await cache.flush();
    expect(await read(path, 'old 0', 'old 8000', 'old 38999', 'new 0', 'new 4999')).toEqual([
      undefined,
      undefined,
      38_999,
      0,
      4_999,
    ]);
    expect(statSync(path).size).toBeLessThanOrEqual(HEADER.length + 35_000 * RECORD_BYTES);
    expect(readdirSync(join(path, '..'))).toEqual(['counts.bin']);
  });
});

describe('a damaged file is never an error', () => {
  const sample = Buffer.concat([HEADER, ...[...'abc'].map((text, index) => renderRecord(keyOf(text), index + 10))]);

  test.each([
    ['something else', Buffer.from('{"not":"ours"}')],
    ['something else of a fitting size', Buffer.alloc(RECORD_BYTES * 3, 'x')],
    ['binary zeros', Buffer.alloc(1_000)],
    ['another version', Buffer.concat([Buffer.from('baton-tokens o300k_base\n'), sample.subarray(HEADER.length)])],
  ])('%s is replaced', async (_name, content) => {
    const path = newFile();
    writeFileSync(path, content);
    expect(await read(path, 'a')).toEqual([undefined]);
    await write(path, { fresh: 5 });
    expect(await read(path, 'fresh', 'a')).toEqual([5, undefined]);
    expect(readFileSync(path).subarray(0, HEADER.length)).toEqual(HEADER);
  });

  test('a torn last record: the others stay, and the file is mended by the next count', async () => {
    const path = newFile();
    writeFileSync(path, sample);
    truncateSync(path, sample.length - 7);
    expect(await read(path, 'a', 'b', 'c')).toEqual([10, 11, undefined]);
    await write(path, { d: 13 });
    expect(await read(path, 'a', 'b', 'c', 'd')).toEqual([10, 11, undefined, 13]);
    expect(statSync(path).size).toBe(HEADER.length + 3 * RECORD_BYTES);
  });

  test('two processes that begin the file at once leave a useless record, and no harm', async () => {
    const path = newFile();
    writeFileSync(path, sample);
    appendFileSync(path, Buffer.concat([HEADER, renderRecord(keyOf('d'), 13)]));
    expect(await read(path, 'a', 'd', 'e')).toEqual([10, 13, undefined]);
  });

  test('an empty file, and one too large to be ours', async () => {
    const path = newFile();
    writeFileSync(path, '');
    await write(path, { a: 1 });
    expect(await read(path, 'a')).toEqual([1]);
    truncateSync(path, 100_000_000);
    expect(await read(path, 'a')).toEqual([undefined]);
    await write(path, { b: 2 });
    expect(await read(path, 'b')).toEqual([2]);
    expect(statSync(path).size).toBe(HEADER.length + RECORD_BYTES);
  });

  test('wherever bytes are changed, a count is the right one or none', () => {
    const place = fc.integer({ min: 0, max: sample.length - 1 });
    const change = fc.tuple(place, fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(sample.length), (changes, size) => {
        const damaged = Buffer.from(sample.subarray(0, size));
        for (const [at, bits] of changes) if (at < size) damaged[at] = (damaged[at] ?? 0) ^ bits;
        const table = new CountTable(damaged);
        for (const [index, text] of [...'abc'].entries()) {
          expect([index + 10, undefined]).toContain(table.find(keyOf(text)));
        }
        table.newest(10);
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

  test('a disk that is full: this process remembers, and tries no more', async () => {
    let opened = 0;
    const full: Disk = {
      ...nodeDisk,
      open: () => {
        opened += 1;
        return Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
      },
    };
    const cache = new CountCache(full, newFile());
    cache.add(keyOf('one'), 1);
    await cache.flush();
    cache.add(keyOf('two'), 2);
    await cache.flush();
    expect(await cache.findAll([keyOf('one'), keyOf('two'), keyOf('three')])).toEqual([1, 2, undefined]);
    expect(opened).toBe(1);
  });
});

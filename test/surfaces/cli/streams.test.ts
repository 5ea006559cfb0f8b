import { expect } from 'vitest';
import type { StandardFiles } from '../../../src/kernel/ports/index.ts';
import { openInput, openOutput } from '../../../src/surfaces/cli/streams.ts';
import { verifies } from '../../support/verifies.ts';
import { FakeProcess } from './fake-process.ts';

const noFailure = (error: Error): never => {
  throw error;
};

/** Takes and gives so many bytes at a call; undefined stands for a pipe that is busy. */
function fakeFiles(sizes: readonly (number | undefined)[], input = ''): StandardFiles & { written: string } {
  const calls = [...sizes];
  let at = 0;
  const files = {
    written: '',
    isPlain: () => true,
    write: (_: 1, bytes: Uint8Array) => {
      const size = calls.shift();
      if (size !== undefined) files.written += Buffer.from(bytes.subarray(0, size)).toString('latin1');
      return size;
    },
    read: (_: 0, buffer: Uint8Array) => {
      const size = calls.shift();
      if (size === undefined) return undefined;
      const copied = Buffer.from(input.slice(at, at + size)).copy(buffer);
      at += copied;
      return copied;
    },
  };
  return files;
}

async function readAll(process: FakeProcess, files: StandardFiles | undefined): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of openInput(process.asNode(), files).pieces) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

verifies('SUR-002', 'a pipe that takes a text in parts gets all of it, without the stream of Node', () => {
  const process = new FakeProcess([], {}, '/');
  const files = fakeFiles([3, 1, 2]);
  expect(openOutput(process.asNode(), files, noFailure).write('abcdef')).toBe(true);
  expect([files.written, process.result().stdout]).toEqual(['abcdef', '']);
});

verifies('SUR-002', 'what a busy pipe does not take goes through the stream, and all after it', () => {
  const process = new FakeProcess([], {}, '/');
  const files = fakeFiles([2, undefined, 100]);
  const output = openOutput(process.asNode(), files, noFailure);
  output.write('abcd');
  output.write('ef');
  expect([files.written, process.result().stdout]).toEqual(['ab', 'cdef']);
});

verifies('SUR-002', 'a reader that is gone is reported as the stream reports it', () => {
  const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  const failures: unknown[] = [];
  const files: StandardFiles = { ...fakeFiles([]), write: () => noFailure(gone) };
  const process = new FakeProcess([], {}, '/');
  openOutput(process.asNode(), files, (error) => void failures.push(error)).write('abc');
  const later = openOutput(process.asNode(), undefined, (error) => void failures.push(error));
  later.open().emit('error', gone);
  expect(failures).toEqual([gone, gone]);
});

verifies('SUR-002', 'input comes whole from a file, a pipe that is busy for a while, and a stream', async () => {
  expect(await readAll(new FakeProcess([], {}, '/'), fakeFiles([2, 2, 2, 0], 'abcdef'))).toBe('abcdef');
  expect(await readAll(new FakeProcess([], {}, '/', 'cdef'), fakeFiles([2, undefined], 'ab'))).toBe('abcdef');
  expect(await readAll(new FakeProcess([], {}, '/', 'abcdef'), undefined)).toBe('abcdef');
});

/** Lines of a stream leave together, and none waits for the next one. */
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { LineWriter } from '../../../src/surfaces/cli/print-lines.ts';
import { verifies } from '../../support/verifies.ts';

function openStream(highWaterMark = 1_000_000): { stream: Writable; writes: string[]; finish: (() => void)[] } {
  const writes: string[] = [];
  const finish: (() => void)[] = [];
  const stream = new Writable({
    highWaterMark,
    decodeStrings: false,
    write(chunk: string, _, done) {
      writes.push(chunk);
      finish.push(done);
    },
  });
  return { stream, writes, finish };
}

verifies('GRD-055', 'lines that come together are one write, in their order and complete', async () => {
  const { stream, writes, finish } = openStream();
  const writer = new LineWriter(stream);
  for (let i = 0; i < 1_000; i += 1) expect(writer.add(`{"id":${i}}`)).toBeUndefined();
  expect(writes).toEqual([]);
  await writer.flush();
  expect(writes).toHaveLength(1);
  expect(writes[0]).toBe(Array.from({ length: 1_000 }, (_, i) => `{"id":${i}}\n`).join(''));
  for (const done of finish) done();
});

verifies('GRD-055', 'a line is written as soon as nothing else is to be done, without a next one', async () => {
  const { stream, writes } = openStream();
  void new LineWriter(stream).add('{"id":1}');
  await nextTurn();
  expect(writes).toEqual(['{"id":1}\n']);
});

verifies('GRD-055', 'a reader that is slow is waited for', async () => {
  const { stream, finish } = openStream(10);
  const writer = new LineWriter(stream);
  void writer.add('x'.repeat(100));
  await nextTurn();
  let isDone = false;
  const waiting = (writer.add('y') ?? Promise.resolve()).then(() => (isDone = true));
  await nextTurn();
  expect(isDone).toBe(false);
  finish.shift()?.();
  await nextTurn();
  finish.shift()?.();
  await waiting;
  expect(isDone).toBe(true);
});

import { expect, test } from 'vitest';
import { ClaimBatches } from '../../../src/stores/postgres/claims/claim-batches.ts';
import type { ClaimCall } from '../../../src/stores/postgres/connection/claim-statements.ts';
import type { Row } from '../../../src/stores/postgres/connection/statements.ts';

interface Sent {
  readonly runIds: readonly string[];
  answer(rows: readonly Row[]): void;
  fail(error: Error): void;
}

function setUp() {
  const sent: Sent[] = [];
  const batches = new ClaimBatches(
    ({ terms }: ClaimCall) =>
      new Promise((answer, fail) => sent.push({ runIds: terms.map(({ runId }) => runId), answer, fail })),
  );
  const claim = (runId: string, group = 'same') =>
    batches.claim({ terms: { agent: 'ada', actor: 'ada', runId, now: 0, ttlMs: 1 }, fitting: [], version: '1', group });
  return { sent, claim, runIds: () => sent.map(({ runIds }) => runIds) };
}

/** Long enough for everything that waits for nothing but its turn. */
const others = () => new Promise((resolve) => setTimeout(resolve, 5));
const rowOf = (entry: string): Row => ({ entry });

test('a claim that comes alone is sent at once', async () => {
  const { sent, claim, runIds } = setUp();
  const first = claim('1');
  expect(runIds()).toEqual([['1']]);
  sent[0]?.answer([rowOf('a')]);
  expect(await first).toEqual({ entry: 'a' });
});

test('claims that come while one is under way go together, and each gets its own row', async () => {
  const { sent, claim, runIds } = setUp();
  const claims = ['1', '2', '3', '4'].map((runId) => claim(runId));
  await others();
  expect(runIds()).toEqual([['1'], ['2', '3', '4']]);
  sent[1]?.answer([rowOf('b'), rowOf('c')]);
  sent[0]?.answer([rowOf('a')]);
  expect(await Promise.all(claims)).toEqual([{ entry: 'a' }, { entry: 'b' }, { entry: 'c' }, undefined]);
});

test('claims of another group go by themselves, and none is left behind', async () => {
  const { sent, claim, runIds } = setUp();
  const claims = ['1', '2x', '3y', '4x', '5z', '6y'].map((runId) => claim(runId, runId.slice(1)));
  await others();
  expect(runIds()).toEqual([['1'], ['2x', '4x'], ['3y', '6y']]);
  sent[0]?.answer([]);
  await others();
  expect(runIds()).toEqual([['1'], ['2x', '4x'], ['3y', '6y'], ['5z']]);
  for (const { answer } of sent) answer([]);
  expect(await Promise.all(claims)).toEqual(claims.map(() => undefined));
});

test('a statement that fails is told to those that went with it, and the next ones are sent', async () => {
  const { sent, claim, runIds } = setUp();
  const first = claim('1');
  const failing = Promise.allSettled(['2', '3'].map((runId) => claim(runId)));
  await others();
  sent[1]?.fail(new Error('cut'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = claim('4');
  await others();
  expect(runIds().at(-1)).toEqual(['4']);
  sent[0]?.answer([rowOf('a')]);
  sent[2]?.answer([rowOf('b')]);
  expect(await Promise.all([first, next])).toEqual([{ entry: 'a' }, { entry: 'b' }]);
});

test('at most 64 go together', async () => {
  const { claim, runIds } = setUp();
  const claims = Array.from({ length: 100 }, (_, i) => claim(String(i)));
  await others();
  expect(runIds().map(({ length }) => length)).toEqual([1, 64, 35]);
  expect(claims).toHaveLength(100);
});

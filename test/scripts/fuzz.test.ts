import { expect } from 'vitest';
import { runFuzz } from '../../scripts/fuzz/run-fuzz.ts';
import { verifies } from '../support/verifies.ts';

verifies('SEC-031', 'mutated inputs to every parser end in a value or a failure with a code', () => {
  const { failures } = runFuzz(6_000, 7);
  expect(
    failures.map(({ parser, what, input }) => ({ parser, what, input: JSON.stringify(input).slice(0, 200) })),
  ).toEqual([]);
});

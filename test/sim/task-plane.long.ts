import { expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { tell } from './story.ts';

const SEEDS = 40;
const STEPS = 60;

verifies(
  ['TSK-054', 'TSK-010', 'TSK-023'],
  `the whole plane keeps its promises in ${SEEDS} simulated lives full of crashes, lost and doubled messages and clock jumps`,
  async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { fault, lines } = await tell(seed, STEPS);
      expect(fault === undefined ? '' : `seed ${seed}: ${fault}\n${lines.slice(-40).join('\n')}`).toBe('');
    }
  },
  { timeout: 120_000 },
);

verifies('TSK-051', 'a seed tells the same story each time', async () => {
  expect(await tell(7, 40)).toEqual(await tell(7, 40));
});

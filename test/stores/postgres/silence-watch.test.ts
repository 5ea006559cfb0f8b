import { expect } from 'vitest';
import { SilenceWatch } from '../../../src/stores/postgres/connection/host-probe.ts';
import { verifies } from '../../support/verifies.ts';

/** Time passes only when somebody sleeps; the test says what servers answer and when work ends. */
function createStage(answer: (asked: number) => boolean) {
  const stage = { now: 0, asked: [] as number[], dead: [] as string[], endAt: Infinity };
  const watch: SilenceWatch<string> = new SilenceWatch<string>({
    wall: { now: () => stage.now },
    timers: {
      sleep: async (ms) => {
        stage.now += ms;
        if (stage.now >= stage.endAt) watch.end('one');
      },
    },
    answers: async () => {
      stage.asked.push(stage.now);
      return answer(stage.asked.length);
    },
    onDead: (connection) => {
      stage.dead.push(connection);
      watch.end(connection);
    },
  });
  return { stage, watch };
}

const settle = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve, 20));

verifies('FLT-005', 'work that is over soon asks nobody', async () => {
  const { stage, watch } = createStage(() => false);
  stage.endAt = 2_000;
  watch.begin('one');
  await settle();
  expect([stage.asked, stage.dead]).toEqual([[], []]);
});

verifies('FLT-005', 'a statement that takes its time is left alone while its server answers others', async () => {
  const { stage, watch } = createStage(() => true);
  stage.endAt = 30_000;
  watch.begin('one');
  await settle();
  expect([stage.asked, stage.dead]).toEqual([[3_000, 9_000, 27_000], []]);
});

verifies('FLT-005', 'a connection whose server answers nobody is given up', async () => {
  const { stage, watch } = createStage((asked) => asked < 2);
  // Without an end, a watch that never gives up would keep this test from ever failing.
  stage.endAt = 60_000;
  watch.begin('one');
  await settle();
  expect([stage.asked, stage.dead]).toEqual([[3_000, 9_000], ['one']]);
});

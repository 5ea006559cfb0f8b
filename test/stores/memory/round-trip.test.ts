import fc from 'fast-check';
import { expect } from 'vitest';
import { taskCodec } from '../../../src/protocols/tasks/index.ts';
import { createMemoryTaskStore } from '../../support/memory-store/index.ts';
import { createTestClock } from '../../contract/task-store.ts';
import { collect, each, lifeSteps, live } from '../../support/task-life.ts';
import { createMemoryPlane, createSeededRandom } from '../../support/task-stores.ts';
import { verifies } from '../../support/verifies.ts';

verifies('FLT-008', 'whatever has happened to tasks in files comes back from another store as it was', async () => {
  await fc.assert(
    fc.asyncProperty(lifeSteps, fc.boolean(), async (steps, compacts) => {
      const clock = createTestClock();
      const more = compacts ? { compactBytes: 1 } : {};
      const source = await createMemoryPlane(clock).open('source', more);
      await live(source, clock, steps);
      const pieces = await collect(source.transfer.read());
      const between = createMemoryTaskStore({ clock, random: createSeededRandom(2), codec: taskCodec });
      await (await between.transfer.stage(each(pieces), { mark: 'there' })).keep();
      const target = createMemoryPlane(clock);
      const store = await target.open('target', more);
      await (await store.transfer.stage(between.transfer.read(), { mark: 'back' })).keep();
      expect(await collect(store.transfer.read())).toEqual(pieces);
      const again = await target.open('again');
      expect(await collect(again.transfer.read())).toEqual(pieces);
      expect(await again.inspect()).toEqual({ edited: [], broken: [], gone: [], kept: [] });
      for (const one of [source, store, again]) await one.close();
    }),
    { numRuns: 60 },
  );
});

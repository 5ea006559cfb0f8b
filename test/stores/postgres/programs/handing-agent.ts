/**
 * Hands on one task after the other until it is killed, each with its audit entry, and prints the name of each handoff it
 * was told to be stored: `handing-agent.ts ADDRESS SCHEMA KEY_FOLDER NAME`.
 */
import { createUlidAfter } from '../../../../src/kernel/ids.ts';
import { systemRandom } from '../../../../src/stores/system/index.ts';
import { handOver } from '../../../support/postgres/hand-over.ts';
import { openTestStores } from '../../../support/postgres/test-store.ts';

const [address = '', schema = '', keyFolder = '', name = ''] = process.argv.slice(2);
const { tasks } = await openTestStores(address, schema, { keyFolder });
for (;;) {
  const handoff = `${name} ${createUlidAfter(undefined, Date.now(), systemRandom)}`;
  await handOver(tasks, handoff);
  process.stdout.write(`${handoff}\n`);
}

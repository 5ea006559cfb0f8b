/**
 * The engineer. In its first run it gets half-way and then hangs, until it is killed. Its second run starts from the
 * checkpoint of the first: it writes the limiter, hands testing on, waits for the answer and reports.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, callBaton, sleep } from './call-baton.mjs';

const task = process.env.BATON_TASK_ID;
const brief = readFileSync(process.env.BATON_BRIEF, 'utf8');

const plan = { done: ['read the code', 'chose a limit of 5 failures'], next: 'write src/limiter.mjs' };

// What another run has found out does not have to be found out again.
if (!brief.includes(plan.next)) {
  await ask(['heartbeat', task, '--checkpoint', '-'], JSON.stringify(plan));
  await sleep(600_000);
}

writeFileSync(
  'src/limiter.mjs',
  `import { countFailures } from './attempts.mjs';

const LIMIT = 5;

/** Whether this name may try again. */
export const mayTry = (name) => countFailures(name) < LIMIT;
`,
);
writeFileSync(
  'test/limiter.test.mjs',
  `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteFailure } from '../src/attempts.mjs';
import { mayTry } from '../src/limiter.mjs';

test('the fifth failure is the last', () => {
  for (let i = 0; i < 5; i += 1) {
    assert.equal(mayTry('eve'), true);
    noteFailure('eve');
  }
  assert.equal(mayTry('eve'), false);
});
`,
);

const TITLE = 'Tests and verification of the limiter change';

const handOn = (to, working) =>
  ask(
    ['delegate', task, '--to', to, '--title', TITLE, '--criterion', 'All tests pass', '--working', '-'],
    typeof working === 'string' ? working : JSON.stringify(working),
  );

// Not a way its prompt allows: Baton refuses, and says who should get it.
const refused = await handOn('domain-04-operations', 'Please test it on the live system.');
const target = refused.data.governance?.suggested_target;
if (target === null || target === undefined) throw new Error('nobody was suggested');

// A page it found has a passage that speaks to agents instead of people. It does not get further than this.
const page = readFileSync(join(process.env.DEMO_FILES, 'found-page.txt'), 'utf8');
await handOn(target, page);

// What it found out, far more than the next agent should have to read at once.
const reasons = Array.from(
  { length: 160 },
  (_, i) => `Case ${i + 1}: a name with ${i % 7} failures in the last hour, looked at with the limit of 5 in mind.`,
).join(' ');
const handed = await handOn(target, { change: 'src/limiter.mjs, test/limiter.test.mjs', reasons });
const child = handed.data.result.taskId;

for (;;) {
  const { data } = await ask(['task', 'show', child]);
  if (data.task.status === 'done') break;
  if (['blocked', 'cancelled', 'deadletter'].includes(data.task.status))
    throw new Error(`${child}: ${data.task.status}`);
  await ask(['heartbeat', task]);
  await sleep(300);
}

const now = new Date().toISOString();
await callBaton(
  ['complete', task, '--deliverable', 'src/limiter.mjs', '--output', '-'],
  `[AOP:START] ${now}
[AOP:TASK] Limit failed logins

[AOP:SUMMARY]
- The limiter refuses a name after 5 failures
- ${child} tested it: all tests pass

[AOP:DETAILS_FILE] none
[AOP:STATUS] success
[AOP:END] ${new Date().toISOString()}
`,
);

/** The tester: takes the handoff, runs the tests, and answers in a few lines; the rest of the output goes to a file. */
import { ask, callBaton } from './call-baton.mjs';

const task = process.env.BATON_TASK_ID;

const TESTS = [process.execPath, '--test', 'test/attempts.test.mjs', 'test/limiter.test.mjs'];

await ask(['accept', task]);
const { text: answer } = await callBaton([
  'output',
  'run',
  '--type',
  'test',
  '--task',
  'Test the limiter',
  '--',
  ...TESTS,
]);
await ask(['complete', task, '--output', '-'], answer);
// Messages come twice now and then. The second one changes nothing.
await ask(['complete', task, '--output', '-'], answer);

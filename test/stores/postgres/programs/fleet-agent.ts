/**
 * An agent that makes, claims and completes tasks, several at a time, until it is killed, and prints a line for each
 * change it was told to be stored: `fleet-agent.ts ADDRESS SCHEMA NAME SKEW_MS`.
 */
import { BatonError } from '../../../../src/kernel/errors/index.ts';
import { createUlidAfter } from '../../../../src/kernel/ids.ts';
import type { TaskStore } from '../../../../src/kernel/ports/index.ts';
import { getEntry, planNewTask, TaskEdit, taskCodec } from '../../../../src/protocols/tasks/index.ts';
import { createFiles, nodeDisk } from '../../../../src/stores/fs/index.ts';
import { openPostgresStores } from '../../../../src/stores/postgres/index.ts';
import { systemRandom, systemTimers } from '../../../../src/stores/system/index.ts';

const [address = '', schema = '', name = '', skewText = '0'] = process.argv.slice(2);
const wall = { now: () => Date.now() + Number(skewText) };
let aheadMs = 0;
const clock = { now: () => wall.now() + Math.round(aheadMs) };
const LEASE_MS = 2_000;
/** So that claims meet and go together. */
const STRANDS = 4;
const BETWEEN = 5;
/** Since the last one that waits for others. */
const made: string[] = [];

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

async function work(store: TaskStore): Promise<void> {
  const now = clock.now();
  const uid = createUlidAfter(undefined, now, systemRandom);
  // Every few there is one that waits for two others, which may well end at the same moment.
  const dependsOn = made.length < BETWEEN ? [] : made.splice(0).slice(-2);
  const { task } = await store.change([], (lookup) =>
    planNewTask(lookup, { title: `by ${name}`, uid, dependsOn }, { actor: name, now }),
  );
  made.push(task.id);
  say({ op: 'create', id: task.id });
  const runId = createUlidAfter(undefined, clock.now(), systemRandom);
  const terms = { agent: name, actor: name, runId, now: clock.now(), ttlMs: LEASE_MS };
  const claimed = await store.claimFirst?.(terms, () => true);
  if (claimed === undefined) return;
  const { id } = claimed.task;
  say({ op: 'claim', id, runId });
  await store.change([id], (lookup) => {
    const entry = getEntry(lookup, id);
    if (entry.task.lease?.runId !== runId) throw new BatonError('LEASE_NOT_YOURS', `${id} is not ${name}'s any more`);
    const edit = new TaskEdit(entry, { actor: name, now: clock.now() });
    return edit.log('task.completed', { outcome: 'done' }).move('review').move('done').toChange(null);
  });
  say({ op: 'complete', id, runId });
}

const open = async (): Promise<TaskStore> => {
  const { tasks } = await openPostgresStores({
    address,
    files: createFiles(nodeDisk),
    keyFolder: '',
    schema,
    codec: taskCodec,
    clock,
    wall,
    random: systemRandom,
    timers: systemTimers,
    largeArtifacts: { write: async () => undefined, read: async () => undefined },
    onSkew: (ms) => (aheadMs = ms),
  });
  return tasks;
};

/** The server may be on its way up just now. */
async function openPatiently(): Promise<TaskStore> {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof BatonError) || error.code !== 'STORE_UNREACHABLE') throw error;
      await systemTimers.sleep(200);
    }
  }
}

async function workOn(store: TaskStore): Promise<never> {
  for (;;) {
    try {
      await work(store);
    } catch (error) {
      if (!(error instanceof BatonError)) throw error;
      say({ failed: `${error.code}: ${error.message}` });
    }
    await systemTimers.sleep(5);
  }
}

const store = await openPatiently();
await Promise.all(Array.from({ length: STRANDS }, () => workOn(store)));

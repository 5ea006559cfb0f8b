import fc from 'fast-check';
import { isBatonError } from '../../src/kernel/errors/index.ts';
import type { Clock, TaskPiece, TaskStore } from '../../src/kernel/ports/index.ts';
import type { TaskStatus } from '../../src/kernel/tasks.ts';
import { getEntry, planClaim, planMove, planNewTask } from '../../src/protocols/tasks/index.ts';

/** Something that happens to tasks; numbers pick one of those there are. */
export type LifeStep =
  | { readonly kind: 'new'; readonly title: string; readonly body: string; readonly waitsFor: number | undefined }
  | { readonly kind: 'claim'; readonly task: number; readonly agent: string }
  | { readonly kind: 'move'; readonly task: number; readonly to: TaskStatus }
  | { readonly kind: 'artifact'; readonly task: number; readonly name: string; readonly content: string }
  | { readonly kind: 'seen'; readonly key: string }
  | { readonly kind: 'wait'; readonly ms: number };

const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const number = fc.nat({ max: 30 });

export const lifeSteps: fc.Arbitrary<readonly LifeStep[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('new' as const),
        title: text.filter((title) => title.trim() !== ''),
        body: fc.oneof(
          text,
          fc.constant('one\r\ntwo\r\n'),
          fc.constant('---\nnot: frontmatter\n---\n'),
          fc.constant(''),
        ),
        waitsFor: fc.option(number, { nil: undefined }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('claim' as const), task: number, agent: fc.constantFrom('ada', 'bob') }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        task: number,
        to: fc.constantFrom<TaskStatus>('ready', 'blocked', 'review', 'done', 'cancelled', 'backlog'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('artifact' as const),
        task: number,
        name: fc.constantFrom('inputs/a.json', 'outputs/summary.md', 'outputs/deep/er/x.txt', 'work/z'),
        content: text,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('seen' as const), key: fc.stringMatching(/^[0-9a-f]{8}$/) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat({ max: 90_000_000 }) }) },
  ),
  { maxLength: 40 },
);

/** Lives it through in a store; what the rules refuse does not happen. */
export async function live(
  store: TaskStore,
  clock: Clock & { time: number },
  steps: readonly LifeStep[],
): Promise<void> {
  const ids: string[] = [];
  let count = 0;
  for (const step of steps) {
    count += 1;
    clock.time += 7;
    try {
      await happen(store, clock, step, ids, count);
    } catch (error) {
      if (!isBatonError(error) || error.exitCode === 70) throw error;
    }
  }
}

async function happen(
  store: TaskStore,
  clock: Clock & { time: number },
  step: LifeStep,
  ids: string[],
  count: number,
): Promise<void> {
  const now = clock.now();
  const acting = { actor: 'operator', now };
  const pick = (at: number): string => ids[at % Math.max(1, ids.length)] ?? 'TASK-2026-01-01-001';
  switch (step.kind) {
    case 'new': {
      const { title, body, waitsFor } = step;
      const uid = `01J0000000000000000000${String(count).padStart(4, '0')}`;
      const dependsOn = waitsFor === undefined || ids.length === 0 ? [] : [pick(waitsFor)];
      const made = await store.change([], (lookup) => planNewTask(lookup, { title, uid, body, dependsOn }, acting));
      ids.push(made.task.id);
      return;
    }
    case 'claim': {
      const id = pick(step.task);
      const request = { agent: step.agent, actor: step.agent, runId: `run-${count}`, now, ttlMs: 60_000 };
      await store.change([id], (lookup) => planClaim(getEntry(lookup, id), request));
      return;
    }
    case 'move': {
      const id = pick(step.task);
      await store.change([id], (lookup) => planMove(lookup, id, { to: step.to, ...acting }));
      return;
    }
    case 'artifact': {
      const id = pick(step.task);
      await store.change([id], (lookup) => ({
        artifacts: [{ taskId: getEntry(lookup, id).task.id, path: step.name, content: step.content }],
        result: null,
      }));
      return;
    }
    case 'seen':
      await store.change([], () => ({ seen: [step.key], result: null }));
      return;
    case 'wait':
      clock.time += step.ms;
  }
}

export async function collect(pieces: AsyncIterable<TaskPiece>): Promise<TaskPiece[]> {
  const all: TaskPiece[] = [];
  for await (const piece of pieces)
    all.push(piece.kind === 'artifact' ? { ...piece, content: Buffer.from(piece.content) } : piece);
  return all;
}

export async function* each(pieces: readonly TaskPiece[]): AsyncGenerator<TaskPiece> {
  yield* pieces;
}

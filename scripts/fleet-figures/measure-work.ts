import { fileURLToPath } from 'node:url';
import { percentOf, readOutput, type Stage } from './stage.ts';

export const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));
const PROCESSES = 8;

export interface WorkFigures {
  readonly stepsPerSecond: number;
  readonly logBytesPerStep: number;
  /** Share of updates of tasks that no index heard of, by heartbeats per task. */
  readonly inPlacePercent: Readonly<Record<string, number>>;
}

/** Eight processes, each with a store of its own, as agents with commands of their own have. */
export async function measureWork(stage: Stage, seconds: number): Promise<WorkFigures> {
  stage.run('operator', ['task', 'new', 'The first one makes the tables']);
  const rounds: { steps: number; bytes: number; percent: number }[] = [];
  for (const beats of [2, 5]) {
    const [before, began] = [await stage.readUpdates(), await stage.readLogBytes()];
    const workers = Array.from({ length: PROCESSES }, (_, number) =>
      stage.start(`worker-${number}`, WORKER, [stage.build, `agent-${number}`, String(seconds), String(beats)]),
    );
    const outputs = await Promise.all(workers.map(readOutput));
    const steps = outputs
      .map((text) => (JSON.parse(text) as { steps: number }).steps)
      .reduce((sum, more) => sum + more, 0);
    const bytes = (await stage.readLogBytes()) - began;
    rounds.push({ steps, bytes, percent: percentOf(before, await stage.readUpdates()) });
  }
  const [two, five] = rounds;
  return {
    stepsPerSecond: Math.round((two?.steps ?? 0) / seconds),
    logBytesPerStep: Math.round((two?.bytes ?? 0) / (two?.steps ?? 1)),
    inPlacePercent: { '2 heartbeats': two?.percent ?? 0, '5 heartbeats': five?.percent ?? 0 },
  };
}

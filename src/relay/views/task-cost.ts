import type { Platform, TaskStore } from '../../kernel/ports/index.ts';
import { parseOutput } from '../../protocols/output/index.ts';
import type { HandoffView, OutputView, TaskCost } from './types.ts';

const MAX_BYTES = 256 * 1024;

interface Spent {
  readonly id: string;
  readonly text: string;
  readonly workLog: string;
  readonly handoff: HandoffView | undefined;
  readonly outputs: readonly OutputView[];
}

/** What reading a task costs an agent, part by part, and what its agents reported. */
export async function measureCost(
  { tokens }: Pick<Platform, 'tokens'>,
  store: TaskStore,
  { id, text, workLog, handoff, outputs }: Spent,
): Promise<TaskCost> {
  const left: string[] = [];
  for (const { path, sizeBytes } of outputs) {
    if (sizeBytes > MAX_BYTES) continue;
    left.push((await store.readArtifact(id, path))?.toString('utf8') ?? '');
  }
  const [ofText = 0, ofLog = 0, ofHandoff = 0, ...ofOutputs] = await tokens.countAll([
    text,
    workLog,
    handoff?.markdown ?? '',
    ...left,
  ]);
  const reported = left.flatMap(findReported);
  return {
    method: tokens.method,
    text: ofText,
    workLog: ofLog,
    handoff: handoff?.tokens?.total ?? ofHandoff,
    outputs: sum(ofOutputs),
    ...(reported.length === 0 ? {} : { reported: sum(reported) }),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Agents say it among the metrics of their answer: `tokens: 18,200`. */
function findReported(text: string): number[] {
  if (!text.includes('METRICS')) return [];
  return parseOutput(text).metrics.flatMap(({ key, value }) => {
    const count = /^tokens(?:[ _-]?(?:used|total))?$/i.test(key) ? Number(value.replaceAll(/[,_ ]/g, '')) : Number.NaN;
    return Number.isSafeInteger(count) && count >= 0 ? [count] : [];
  });
}

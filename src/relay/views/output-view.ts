import { given } from '../../kernel/given.ts';
import type { TaskStore } from '../../kernel/ports/index.ts';
import { parseOutput } from '../../protocols/output/index.ts';
import type { OutputView } from './types.ts';

/** An answer is short by its nature; in larger files nobody looks for one. */
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_OUTPUTS = 100;

/** The files a task left, those that hold an agent's answer with what it says. */
export async function viewOutputs(store: TaskStore, id: string, artifacts: readonly string[]): Promise<OutputView[]> {
  const paths = artifacts.filter((path) => path.startsWith('outputs/')).slice(0, MAX_OUTPUTS);
  const outputs: OutputView[] = [];
  for (const path of paths) {
    const bytes = await store.readArtifact(id, path);
    if (bytes === undefined) continue;
    const answer = bytes.length > MAX_ANSWER_BYTES ? undefined : findAnswer(bytes.toString('utf8'));
    outputs.push({ path, sizeBytes: bytes.length, ...given({ answer }) });
  }
  return outputs;
}

function findAnswer(text: string): OutputView['answer'] {
  if (!text.includes('STATUS')) return undefined;
  const { status, bullets, summary, detailsFile, level } = parseOutput(text);
  if (level === 'none') return undefined;
  const lines = bullets.length > 0 ? bullets : summary === undefined ? [] : [summary];
  return { status, summary: lines, detailsFile: detailsFile ?? null };
}

import { join } from 'node:path';
import type { Task } from '@a2a-js/sdk';
import { safeName } from '../../kernel/ids.ts';
import type { Clock, Files } from '../../kernel/ports/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import type { RemoteOutcome } from './remote-outcome.ts';

export interface ResultPlace {
  readonly taskId: string;
  readonly runId: string;
  readonly dataDir: string;
}

const MAX_FILES = 100;

/**
 * Puts what a remote agent made where a local one would have put it: its artifacts into `outputs/`, its report into
 * `run_result.json`. The scheduler takes it from there, guard included.
 */
export async function takeResult(
  { files, clock }: { readonly files: Files; readonly clock: Clock },
  { taskId, runId, dataDir }: ResultPlace,
  task: Task,
  { outcome, notes }: Extract<RemoteOutcome, { kind: 'reported' }>,
): Promise<void> {
  const folder = join(dataDir, 'tasks', 'in-progress', taskId);
  const written = await writeArtifacts(files, folder, task);
  const report = {
    taskId,
    runId,
    completedAt: renderIsoTime(clock.now()),
    outcome,
    notes,
    ...(written.includes('outputs/summary.md') ? { summaryRef: 'outputs/summary.md' } : {}),
    ...(written.includes('outputs/handoff.md') ? { handoffRef: 'outputs/handoff.md' } : {}),
    ...(written.length === 0 ? {} : { deliverables: written }),
    ...(outcome === 'blocked' ? { blockers: [notes] } : {}),
  };
  const runs = join(dataDir, 'runs', taskId);
  await files.createFolder(runs);
  await files.writeAtomic(join(runs, 'run_result.json'), `${JSON.stringify(report, null, 2)}\n`);
}

async function writeArtifacts(files: Files, folder: string, { artifacts }: Task): Promise<string[]> {
  const outputs = join(folder, 'outputs');
  const written: string[] = [];
  for (const [name, content] of contentsOf(artifacts).slice(0, MAX_FILES)) {
    await files.createFolder(outputs);
    await files.writeAtomic(await files.resolveInside(outputs, join(outputs, name)), content);
    written.push(`outputs/${name}`);
  }
  return written;
}

/** Names come from outside: each becomes one that is safe, and none takes the place of another. */
function contentsOf(artifacts: Task['artifacts']): [string, string | Uint8Array][] {
  const contents = new Map<string, string | Uint8Array>();
  for (const { artifactId, name, parts } of artifacts) {
    for (const { content, filename } of parts) {
      const value = valueOf(content);
      if (value === undefined) continue;
      const wanted = safeName([filename, name, artifactId].find((text) => text !== '') ?? 'artifact');
      contents.set(freeName(contents, wanted), value);
    }
  }
  return [...contents];
}

function valueOf(content: Task['artifacts'][number]['parts'][number]['content']): string | Uint8Array | undefined {
  switch (content?.$case) {
    case 'text':
    case 'raw':
      return content.value;
    case 'data':
      return `${JSON.stringify(content.value, null, 2)}\n`;
    case 'url':
      return `${content.value}\n`;
    default:
      return undefined;
  }
}

function freeName(taken: ReadonlyMap<string, unknown>, wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : wanted.replace(/(\.[^.]+)?$/, `-${number}$1`);
    if (!taken.has(name)) return name;
  }
}

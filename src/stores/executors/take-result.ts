import { join } from 'node:path';
import type { Task } from '@a2a-js/sdk';
import { safeName } from '../../kernel/ids.ts';
import type { Clock, Files } from '../../kernel/ports/index.ts';
import { cutText } from '../../kernel/text.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import type { RemoteOutcome } from './remote-agent.ts';

export interface ResultPlace {
  readonly taskId: string;
  readonly runId: string;
  readonly dataDir: string;
}

const MAX_FILES = 100;
const MAX_MISSING = 20;
const MAX_WORDS = 300;

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
  const { contents, missing } = readArtifacts(task.artifacts);
  const written = await writeOutputs(
    files,
    folder,
    missing.length === 0 ? contents : [...contents, listOf(contents, missing)],
  );
  const report = {
    taskId,
    runId,
    completedAt: renderIsoTime(clock.now()),
    outcome,
    notes: [notes, ...missing.map((what) => `Not taken over from the remote agent: ${what}`)].join('\n'),
    ...(written.includes('outputs/summary.md') ? { summaryRef: 'outputs/summary.md' } : {}),
    ...(written.includes('outputs/handoff.md') ? { handoffRef: 'outputs/handoff.md' } : {}),
    ...(written.length === 0 ? {} : { deliverables: written }),
    ...(outcome === 'blocked' ? { blockers: [notes] } : {}),
  };
  const runs = join(dataDir, 'runs', taskId);
  await files.createFolder(runs);
  await files.writeAtomic(join(runs, 'run_result.json'), `${JSON.stringify(report, null, 2)}\n`);
}

type Content = readonly [name: string, content: string | Uint8Array];

async function writeOutputs(files: Files, folder: string, contents: readonly Content[]): Promise<string[]> {
  const outputs = join(folder, 'outputs');
  const written: string[] = [];
  for (const [name, content] of contents) {
    await files.createFolder(outputs);
    await files.writeAtomic(await files.resolveInside(outputs, join(outputs, name)), content);
    written.push(`outputs/${name}`);
  }
  return written;
}

interface TakenArtifacts {
  readonly contents: readonly Content[];
  /** What there is at the remote agent and not here, in words. */
  readonly missing: readonly string[];
}

/** Names come from outside: each becomes one that is safe, and none takes the place of another. */
function readArtifacts(artifacts: Task['artifacts']): TakenArtifacts {
  const contents = new Map<string, string | Uint8Array>();
  const missing: string[] = [];
  for (const { artifactId, name, parts, description, metadata } of artifacts) {
    const called = safeName([name, artifactId].find((text) => text !== '') ?? 'artifact');
    const values = parts.flatMap(({ content, filename }) => {
      const value = valueOf(content);
      return value === undefined ? [] : [{ value, filename }];
    });
    if (metadata?.['tooLarge'] === true || values.length === 0) {
      const why = description.trim().replaceAll(/\s+/g, ' ');
      missing.push(cutText(`${called}: ${why === '' ? 'it was sent without content' : why}`, MAX_WORDS));
      continue;
    }
    for (const { value, filename } of values) {
      const wanted = filename === '' ? called : safeName(filename);
      if (contents.size < MAX_FILES) contents.set(freeName(contents, wanted), value);
      else missing.push(`${wanted}: there are more than ${MAX_FILES} files`);
    }
  }
  return { contents: [...contents], missing: missing.length > MAX_MISSING ? shorten(missing) : missing };
}

const shorten = (missing: readonly string[]): string[] => [
  ...missing.slice(0, MAX_MISSING),
  `and ${missing.length - MAX_MISSING} others`,
];

/** Beside the files that came, so that who looks for one there finds why it is not. */
const listOf = (contents: readonly Content[], missing: readonly string[]): Content => [
  freeName(new Map(contents), 'not-taken-over.md'),
  `# Not taken over from the remote agent\n\n${missing.map((what) => `- ${what}\n`).join('')}`,
];

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

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './busy-data-dir.ts';

const ARTIFACTS = 400;

/** Of a data dir with so much in it that a command works long enough to be killed in all of its parts. */
export async function makeLongArchive(folder: string): Promise<string> {
  const { id } = (await ask(folder, ['task', 'new', 'one']))['task'] as { id: string };
  const outputs = join(folder, '.baton/tasks/ready', id, 'outputs');
  mkdirSync(outputs, { recursive: true });
  for (let i = 0; i < ARTIFACTS; i += 1) writeFileSync(join(outputs, `${i}.txt`), `${i}\n`.repeat(500));
  await ask(folder, ['export', 'x.jsonl']);
  return join(folder, 'x.jsonl');
}

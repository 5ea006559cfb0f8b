import { resolve } from 'node:path';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { findTaskType, TASK_TYPES, type TaskType } from '../../../../protocols/output/index.ts';
import type { Io } from '../../io.ts';

export const typeFlag = {
  kind: 'text',
  value: 'TYPE',
  choices: TASK_TYPES,
  about: 'Task type: decides the limit of the summary and the kind of the details.',
} as const;

/** Flags of the two commands that write details. */
export const wrapFlags = {
  type: typeFlag,
  task: { kind: 'text', value: 'TEXT', about: 'What was done, in at most 50 characters.' },
  agent: { kind: 'text', value: 'ID', about: 'Whose output it is; names the details file.' },
  details: {
    kind: 'text',
    value: 'FILE',
    about: 'Where the details record goes; default a new name in output.cacheDir.',
  },
} as const;

/** The flag, else the setting. */
export const chooseType = (
  flag: string | undefined,
  { project: { settings: config } }: Pick<Platform, 'project'>,
): TaskType | undefined => findTaskType(flag ?? config.values['output.type']);

/** An answer is text for a model; one of this size is already a mistake, but it is still read. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** A file, or standard input for `-` and for nothing. */
export async function readInput(
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  operand: string | undefined,
): Promise<Buffer> {
  if (operand === undefined || operand === '-') return io.readInput(MAX_ANSWER_BYTES);
  return platform.files.readBytes(resolve(platform.project.folder, operand), { maxBytes: MAX_ANSWER_BYTES });
}

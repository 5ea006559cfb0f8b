import { findTaskType, TASK_TYPES, type TaskType } from '../../../../protocols/output/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';

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

import { join } from 'node:path';
import type { AnswerRecorder } from './stores/answers/index.ts';
import { isAround } from './stores/probe/index.ts';

export { standardFiles } from './stores/probe/index.ts';
export type { AnswerRecorder } from './stores/answers/index.ts';

/** For commands whose answer may be given again: from now on it is taken down what this process reads. */
export const startRecording = async (): Promise<AnswerRecorder | undefined> =>
  (await import('./stores/answers/index.ts')).startRecording(process);

/**
 * Whether the folder, or one around it, holds handoff files. Hooks run wherever an agent works: this is asked before
 * anything else is loaded, so that Baton costs next to nothing if it has nothing to do there.
 */
export const isInProject = (folder: string): boolean => isAround(folder, join('.ai', 'handoff'));

/** Whether the project may have been set up to hold subagents to their summary; whether it was is asked later. */
export const mayHoldSubagents = (folder: string): boolean =>
  isAround(folder, join('.claude', 'settings.json')) || isAround(folder, join('.codex', 'hooks.json'));

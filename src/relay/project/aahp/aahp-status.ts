import { BatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { splitLog } from '../../../kernel/markdown/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { MANIFEST_FILE, TASK_STATUSES } from '../../../protocols/project/index.ts';
import { readPublicManifest } from '../../../protocols/project/public/index.ts';
import { findFileText, getHandoff } from '../folder/read-handoff.ts';

const MAX_TASKS = 5;

/** The summary the public tool prints from the manifest alone, line by line, whatever else the manifest holds. */
export async function aahpStatus(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<readonly string[]> {
  const { manifestText } = await getHandoff(platform);
  const manifest = readPublicManifest(manifestText);
  if (manifestText === undefined || manifest.kind !== 'read')
    throw new BatonError(
      manifest.kind === 'broken' ? 'MANIFEST_INVALID' : 'FILE_NOT_FOUND',
      `${MANIFEST_FILE} ${manifest.kind === 'broken' ? 'is not valid JSON' : 'not found'}: run baton aahp init or baton aahp manifest`,
      { file: MANIFEST_FILE },
    );
  const { value } = manifest;
  const session = objectOf(value['last_session']);
  const files = objectOf(value['files']);
  const tasks = Object.entries(objectOf(value['tasks'])).map(([id, task]) => ({ id, ...readTask(task) }));
  return [
    `Project: ${textOf(value['project'], '(unknown)')}`,
    `Path: ${platform.project.root}`,
    `Phase: ${textOf(session['phase'], '(unknown)')}`,
    `Agent: ${textOf(session['agent'], '(unknown)')}`,
    `Session: ${textOf(session['timestamp'], '(unknown)')}`,
    `Session ID: ${textOf(session['session_id'], '(unknown)')}`,
    `Commit: ${textOf(session['commit'], '(none)')}`,
    `Manifest lines: ${manifestText.split('\n').length - 1}`,
    `Next actions lines: ${textOf(objectOf(files['NEXT_ACTIONS.md'])['lines'], '?')}`,
    `Task counts: ${countTasks(tasks)}`,
    `Quick context: ${textOf(value['quick_context'], '').trim() || '(no quick_context)'}`,
    'Open ready/in_progress tasks:',
    ...listOpen(tasks),
  ];
}

const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const textOf = (value: Json | undefined, otherwise: string): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;

interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

const readTask = (value: Json): Omit<Task, 'id'> => ({
  title: textOf(objectOf(value)['title'], '(no title)'),
  status: textOf(objectOf(value)['status'], 'other'),
});

function countTasks(tasks: readonly Task[]): string {
  const counts = TASK_STATUSES.flatMap((status) => {
    const count = tasks.filter((task) => task.status === status).length;
    return count === 0 ? [] : [`${status}: ${count}`];
  });
  if (counts.length > 0) return counts.join(', ');
  return tasks.length === 0 ? 'none' : `other: ${tasks.length}`;
}

function listOpen(tasks: readonly Task[]): string[] {
  const open = tasks.filter(({ status }) => status === 'ready' || status === 'in_progress').slice(0, MAX_TASKS);
  return open.length === 0
    ? ['  (no ready or in_progress tasks)']
    : open.map(({ id, title, status }) => `  ${id}: ${title} (${status})`);
}

/** What the public tool's `migrate` tells before and after. */
interface FolderDescription {
  readonly hasManifest: boolean;
  readonly hasAiignore: boolean;
  /** Undefined without LOG.md. */
  readonly entries: number | undefined;
}

export async function describeAahpFolder(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<FolderDescription> {
  const handoff = await getHandoff(platform);
  const log = findFileText(handoff, 'LOG.md');
  return {
    hasManifest: handoff.manifestText !== undefined,
    hasAiignore: handoff.aiignore !== undefined,
    entries: log === undefined ? undefined : splitLog(log).entries.length,
  };
}

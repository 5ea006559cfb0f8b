import { resolve } from 'node:path';
import { BatonError } from '../../../../kernel/errors/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { EXPORT_TARGETS, exportTasks, type ExportTargetName } from '../../../../relay/import/index.ts';
import type { Outcome } from '../../command.ts';
import type { Io } from '../../io.ts';

/** Tasks of this data dir in the form of another tool. */
export async function exportTo(
  platform: Pick<Platform, 'files' | 'project' | 'tasks'>,
  io: Io,
  { to, folder, dryRun }: { readonly to: string; readonly folder: string | undefined; readonly dryRun: boolean },
): Promise<Outcome> {
  const target = getTarget(to);
  const progress = io.progress('exporting');
  try {
    const path = resolve(platform.project.folder, folder ?? `${target}-export`);
    const result = await exportTasks(platform, {
      to: target,
      path,
      dryRun,
      onProgress: (count) => progress.update(count),
    });
    const { tasks, files, report } = result;
    return {
      kind: 'value',
      data: { ...result, written: !dryRun },
      text: () =>
        [
          ...report.map(({ item, field, detail }) => `not in ${target}: ${item} ${field ?? ''}: ${detail}`),
          `${dryRun ? 'Would write' : 'Wrote'} ${tasks} tasks as ${files} files to ${path}`,
        ].join('\n'),
    };
  } finally {
    progress.end();
  }
}

function getTarget(name: string): ExportTargetName {
  const target = EXPORT_TARGETS.find((known) => known === name);
  if (target !== undefined) return target;
  throw new BatonError('INPUT_INVALID', `tasks cannot be written for ${name}`, {
    hint: `one of ${EXPORT_TARGETS.join(', ')}`,
  });
}

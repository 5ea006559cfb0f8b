import { resolve } from 'node:path';
import { BatonError } from '../../../../kernel/errors/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { renderCompactTime } from '../../../../kernel/time.ts';
import { EXPORT_TARGETS, exportTasks, type ExportTargetName } from '../../../../relay/import/index.ts';
import { exportData, type ExportRequest } from '../../../../relay/transfer/index.ts';
import { defineCommand, type Outcome, type StreamLine } from '../../command.ts';
import type { Io } from '../../io.ts';

export const exportCommand = defineCommand({
  operands: '[PATH|-]',
  takes: [0, 1],
  about:
    'Writes the whole data dir to one file: tasks with their folders and runs, events, applied messages, the audit log with its chain, agents, rules, keys. What belongs to this machine stays: locks, the daemon and its token. Keep the file private: it contains the key that signs the audit log.',
  isLong: true,
  flags: {
    to: {
      kind: 'text',
      value: 'TOOL',
      choices: EXPORT_TARGETS,
      about: 'Write the tasks in the format of this tool instead, to a new folder PATH.',
    },
    live: {
      kind: 'switch',
      about: 'Export even while a daemon or agents work: a copy that nobody should continue from.',
    },
    'without-keys': {
      kind: 'switch',
      about: 'Leave keys out: the import can be read and verified, but its audit log cannot be continued.',
    },
  },
  examples: [
    { run: 'baton export', does: 'to a new file named after the time' },
    { run: 'baton export --to backlog ../app/backlog', does: 'the tasks as files of Backlog.md' },
    { run: 'baton export team.jsonl', does: 'to this file, which must be new' },
    {
      run: 'baton export - | baton -C ../other import -',
      does: 'from one project to another, without a file in between',
    },
  ],
  async run({ flags, globals, io, operands: [target], platform: getPlatform }) {
    const platform = await getPlatform();
    if (flags.to !== undefined)
      return await exportTo(platform, io, { to: flags.to, folder: target, dryRun: globals.dryRun });
    const request = { live: flags.live, withoutKeys: flags['without-keys'] };
    if (target === '-' && !globals.dryRun) return { kind: 'lines', lines: stream(platform, request), exit: () => 0 };
    const name = target ?? `baton-export-${renderCompactTime(platform.clock.now())}.jsonl`;
    const path = target === '-' ? '-' : resolve(platform.project.folder, name);
    return await writeFile(platform, io, request, path, globals.dryRun);
  },
});

async function* stream(
  platform: Pick<Platform, 'audit' | 'clock' | 'files' | 'project' | 'random' | 'remark' | 'tasks'>,
  request: ExportRequest,
): AsyncGenerator<StreamLine> {
  for await (const line of exportData(platform, request)) {
    const text = line.slice(0, -1);
    const data: unknown = JSON.parse(text);
    yield { data, text: () => text };
  }
}

const WRITE_BYTES = 256 * 1024;

async function writeFile(
  platform: Pick<Platform, 'audit' | 'clock' | 'files' | 'project' | 'random' | 'remark' | 'tasks'>,
  io: Io,
  request: ExportRequest,
  path: string,
  dryRun: boolean,
): Promise<Outcome> {
  const progress = io.progress('exporting');
  const file = dryRun ? undefined : await platform.files.createNew(path, { mode: 0o600 });
  let waiting: string[] = [];
  let [lines, bytes, held] = [0, 0, 0];
  const write = async (): Promise<void> => {
    const piece = Buffer.from(waiting.join(''), 'utf8');
    [waiting, held] = [[], 0];
    bytes += piece.length;
    await file?.write(piece);
  };
  try {
    for await (const line of exportData(platform, request)) {
      waiting.push(line);
      held += line.length;
      if (held >= WRITE_BYTES) await write();
      progress.update((lines += 1));
    }
    await write();
    await file?.finish();
  } catch (error) {
    await file?.discard();
    throw error;
  } finally {
    progress.end();
  }
  return {
    kind: 'value',
    data: { file: path, lines, bytes, written: !dryRun },
    text: () => `${dryRun ? 'Would write' : 'Wrote'} ${lines} lines, ${bytes} bytes, to ${path}`,
  };
}

/** Tasks of this data dir in the form of another tool. */
async function exportTo(
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

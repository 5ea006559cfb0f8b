import { given } from '../../../../kernel/given.ts';
import { resolve } from 'node:path';
import { BatonError } from '../../../../kernel/errors/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import {
  IMPORT_SOURCES,
  importTasks,
  type ImportSourceName,
  type ImportTasksResult,
  type ReportRow,
} from '../../../../relay/import/index.ts';
import type { Globals, Outcome } from '../../command.ts';
import type { Io } from '../../io.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';

export interface ImportFromFlags {
  readonly from: string;
  readonly as: string | undefined;
  readonly backlog: boolean;
  readonly by: string;
}

/** Tasks of another tool into this data dir. */
export async function importFrom(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random' | 'scanner' | 'tasks'>,
  io: Io,
  path: string | undefined,
  flags: ImportFromFlags,
  { dryRun }: Globals,
): Promise<Outcome> {
  const progress = io.progress('importing');
  try {
    const result = await importTasks(platform, {
      from: getSource(flags.from),
      path: resolve(platform.project.folder, path ?? '.'),
      ...given({ as: flags.as }),
      by: flags.by,
      toBacklog: flags.backlog,
      dryRun,
      onProgress: (count) => progress.update(count),
    });
    return {
      kind: 'value',
      data: { ...result, imported: !dryRun },
      text: (style) => render(result, dryRun, style),
    };
  } finally {
    progress.end();
  }
}

function getSource(name: string): ImportSourceName {
  const source = IMPORT_SOURCES.find((known) => known === name);
  if (source !== undefined) return source;
  throw new BatonError('INPUT_INVALID', `unknown source ${name}`, { hint: `one of ${IMPORT_SOURCES.join(', ')}` });
}

const WORDS = { create: 'new', update: 'update', unchanged: 'same' } as const;

function render(result: ImportTasksResult, dryRun: boolean, style: Style): string {
  const { found, created, updated, unchanged, skipped, held } = result;
  const rows = result.tasks.filter(({ action }) => dryRun || action !== 'unchanged');
  const table = rows.map(({ action, alias, id, status, title }) => [
    WORDS[action],
    style.bold(alias),
    id ?? '',
    status,
    title,
  ]);
  return [
    ...(dryRun && table.length > 0 ? [renderTable(table), ''] : []),
    ...renderReport(result.report, style),
    `${dryRun ? 'Would import' : 'Imported'} ${found} items of ${result.from}: ${created} new, ${updated} updated, ${unchanged} unchanged, ${skipped} left out.`,
    ...(held === 0
      ? []
      : [`${held} of them wait for a person: the guard found something (baton task list --status blocked).`]),
  ].join('\n');
}

const SHOWN = 3;

/** Rows that say the same of many items are one line here; --json has them all. */
function renderReport(report: readonly ReportRow[], style: Style): string[] {
  const groups = new Map<string, ReportRow[]>();
  for (const row of report) {
    const key = [
      row.kind,
      row.field ?? '',
      row.kind === 'guard' ? row.item : row.detail.replaceAll(/"[^"]*"/g, ''),
    ].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  if (groups.size === 0) return [];
  const lines = [...groups.values()].map((rows) => {
    const [first] = rows;
    const items = [...new Set(rows.map(({ item }) => item))];
    const more = items.length > SHOWN ? `, … (${items.length})` : '';
    return [
      style.yellow(first?.kind ?? ''),
      first?.field ?? '',
      `${first?.detail ?? ''}: ${items.slice(0, SHOWN).join(', ')}${more}`,
    ];
  });
  return [renderTable(lines), ''];
}

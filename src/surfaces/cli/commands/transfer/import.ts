import { resolve } from 'node:path';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { given } from '../../../../kernel/given.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import {
  IMPORT_SOURCES,
  importTasks,
  type ImportSourceName,
  type ImportTasksResult,
  type ReportRow,
} from '../../../../relay/import/index.ts';
import { importData, type ImportResult } from '../../../../relay/transfer/index.ts';
import { defineCommand, type Globals, type Outcome } from '../../command.ts';
import type { Io } from '../../io.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';

interface ImportFromFlags {
  readonly from: string;
  readonly as: string | undefined;
  readonly backlog: boolean;
  readonly by: string;
}

/** Tasks of another tool into this data dir. */
async function importFrom(
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
      text: (style) => renderForeign(result, dryRun, style),
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

function renderForeign(result: ImportTasksResult, dryRun: boolean, style: Style): string {
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

export const importCommand = defineCommand({
  operands: '[PATH|-]',
  takes: [0, 1],
  about:
    'Imports a file of `baton export` or, with --from, the tasks of another tool. An export goes to the configured store: files, or a database with --store. It is all or nothing: the data is read back and compared before it goes live. If there is data already, the import is refused. Import only what you trust: its agents and notification rules name programs to run.',
  isLong: true,
  flags: {
    from: {
      kind: 'text',
      value: 'TOOL',
      choices: IMPORT_SOURCES,
      about: 'Import the tasks of this tool, found at PATH; repeat it later to import what changed there.',
    },
    as: { kind: 'text', value: 'NAME', about: 'With --from: name of this source in aliases; default the tool.' },
    backlog: {
      kind: 'switch',
      about: 'With --from: put open tasks in the backlog, so that no agent takes them by itself.',
    },
    by: { kind: 'text', value: 'NAME', about: 'With --from: who imports; default the user.' },
    replace: {
      kind: 'switch',
      about: 'Replace existing data. An old data dir is kept beside the new one; rows of a database are deleted.',
    },
  },
  examples: [
    { run: 'baton import team.jsonl', does: 'into the data dir of this project, which must be empty' },
    { run: 'baton import team.jsonl --dry-run', does: 'check the file and the target, change nothing' },
    { run: 'baton import --from beads . --dry-run', does: 'show what would be imported, and what does not fit' },
    { run: 'baton import --from backlog ../app', does: 'import the tasks of Backlog.md from that project' },
    { run: 'baton import team.jsonl --store postgres://baton@db/work', does: 'into a database' },
  ],
  async run({ flags, globals, io, operands: [source], platform: getPlatform }) {
    const platform = await getPlatform();
    if (flags.from !== undefined) {
      const by = flags.by ?? io.environment['USER'] ?? 'operator';
      return await importFrom(platform, io, source, { ...flags, from: flags.from, by }, globals);
    }
    assertWithoutFrom(flags);
    if (flags.replace && !globals.dryRun) await askFirst(platform, io, globals.yes);
    const progress = io.progress('importing');
    try {
      const result = await importData(platform, {
        archive: openArchive(platform, io, source),
        replace: flags.replace,
        dryRun: globals.dryRun,
        onProgress: (count) => progress.update(count),
      });
      return {
        kind: 'value',
        data: { ...result, imported: !globals.dryRun },
        text: () => render(result, globals.dryRun),
      };
    } finally {
      progress.end();
    }
  },
});

function assertWithoutFrom({
  as,
  backlog,
  by,
}: {
  as: string | undefined;
  backlog: boolean;
  by: string | undefined;
}): void {
  if (as === undefined && by === undefined && !backlog) return;
  throw new BatonError('USAGE_INVALID', '--as, --by and --backlog go with --from', {
    hint: `name the tool: baton import --from ${IMPORT_SOURCES.join('|')} PATH`,
  });
}

/** Rows are gone for good; a data dir of files is only moved. */
async function askFirst(platform: Pick<Platform, 'project'>, io: Io, yes: boolean): Promise<void> {
  if (platform.project.settings.values.store === 'files' || yes) return;
  if (await io.confirm('Remove what is in the database and put the archive in its place?')) return;
  throw new BatonError('USAGE_INVALID', 'replacing what is in a database cannot be undone', {
    hint: 'export it first, then say --replace --yes',
  });
}

function openArchive(
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  source: string | undefined,
): AsyncIterable<Uint8Array> {
  if (source !== undefined && source !== '-')
    return platform.files.readPieces(resolve(platform.project.folder, source));
  if (source === undefined && io.isInputTerminal)
    throw new BatonError('USAGE_INVALID', 'no file is named', {
      hint: 'name the file of an export, or - for standard input',
    });
  return io.inputPieces;
}

function render({ tasks, artifacts, events, audit, files, kept, resumed }: ImportResult, dryRun: boolean): string {
  const what = `${tasks} tasks, ${artifacts} artifacts, ${events} events, ${audit} audit entries, ${files} files`;
  return [
    `${dryRun ? 'Would import' : 'Imported'} ${what}${dryRun ? '' : ', read back and compared'}.`,
    ...(resumed ? ['An import that had broken off was brought to its end.'] : []),
    ...(kept === null ? [] : [`What was there before is in ${kept}`]),
  ].join('\n');
}

import type { Settings } from '../../kernel/config/index.ts';
import { isAtLeast, type Finding } from '../../kernel/finding.ts';
import { given } from '../../kernel/given.ts';
import type { Scanner } from '../../kernel/ports/index.ts';
import { isFinished } from '../../kernel/tasks.ts';
import { cutText } from '../../kernel/text.ts';
import type { ForeignTask, ReportRow } from './foreign-task.ts';
import type { PlannedItem } from './plan-import.ts';
import { cleanLine } from './record-reader.ts';

export interface GuardedImport {
  readonly rows: readonly ReportRow[];
  /** Foreign ids whose tasks no agent gets before a person has read them, with the reason. */
  readonly held: ReadonlyMap<string, string>;
}

/**
 * Looks at every text that comes in. What the guard calls an error is imported anyway, so that nothing is lost,
 * but waits for a person; with the policy `warn` it is only reported.
 */
export function guardImport(
  scanner: Scanner,
  items: readonly PlannedItem[],
  { guard, guardModel }: Pick<Settings, 'guard' | 'guardModel'>,
  onProgress: (count: number) => void = () => undefined,
): GuardedImport {
  const rows: ReportRow[] = [];
  const held = new Map<string, string>();
  for (const [at, item] of items.entries()) {
    onProgress(at);
    if (item.action === 'unchanged') continue;
    const { foreign } = item;
    const text = textOf(foreign, item.body);
    const findings = scanner
      .scan(text, { model: guardModel === 'on' })
      .filter(({ severity }) => isAtLeast(severity, 'warning'));
    for (const finding of findings.slice(0, MAX_ROWS))
      rows.push({ kind: 'guard', item: foreign.id, detail: describe(finding) });
    const worst = findings.find(({ severity }) => severity === 'error');
    if (worst !== undefined && guard !== 'warn' && !isFinished(foreign.status))
      held.set(
        foreign.id,
        `the guard found ${worst.kind} (${worst.rule}) in what was imported: read it, then move it to ready`,
      );
  }
  return { rows, held };
}

/** Everything that an agent could come to read. */
const textOf = ({ title, labels, assignee = '', extra, artifacts = [] }: ForeignTask, body: string): string =>
  [title, ...labels, assignee, body, JSON.stringify(extra), ...artifacts.map(({ content }) => content)].join('\n');

const MAX_ROWS = 5;

const describe = ({ severity, kind, rule, excerpt }: Finding): string => `${severity} ${kind} ${rule}: ${excerpt}`;

const MAX_ID = 500;
const MAX_TITLE = 500;
const MAX_NAME = 200;
const MAX_LABELS = 200;
const MAX_DEPENDENCIES = 1_000;

/**
 * The same within the limits of a task; what had to be cut has a row, and a title that was cut is kept whole. Undefined
 * for an id that is too long: a cut one could be that of another item.
 */
export function fitTask(task: ForeignTask, rows: ReportRow[]): ForeignTask | undefined {
  if (task.id.length > MAX_ID) {
    const detail = `its id has ${task.id.length} characters, and ${MAX_ID} is the most`;
    rows.push({ kind: 'skipped', item: cutText(task.id, 60, '…'), field: 'id', detail });
    return undefined;
  }
  const note = (field: string, detail: string): void =>
    void rows.push({ kind: 'changed', item: task.id, field, detail });
  const name = (field: string, text: string | undefined): string | undefined => {
    const line = text === undefined ? '' : cleanLine(text);
    if (line.length > MAX_NAME) note(field, `cut to ${MAX_NAME} characters`);
    return line === '' ? undefined : cutText(line, MAX_NAME);
  };
  const isLong = task.title.length > MAX_TITLE;
  if (isLong) note('title', `cut to ${MAX_TITLE} characters; the whole of it is in metadata.imported.extra`);
  const labels = [...new Set(task.labels.flatMap((label) => name('labels', label) ?? []))];
  if (labels.length > MAX_LABELS) note('labels', `only ${MAX_LABELS} of ${labels.length} are kept`);
  if (task.dependsOn.length > MAX_DEPENDENCIES)
    note('dependencies', `only ${MAX_DEPENDENCIES} of ${task.dependsOn.length} are kept`);
  const { assignee, createdBy, ...rest } = task;
  return {
    ...rest,
    ...given({ assignee: name('assignee', assignee), createdBy: name('created by', createdBy) }),
    title: isLong ? cutText(task.title, MAX_TITLE - 1, '…') : task.title,
    labels: labels.slice(0, MAX_LABELS),
    dependsOn: task.dependsOn.slice(0, MAX_DEPENDENCIES),
    extra: isLong ? { ...task.extra, title: task.title } : task.extra,
  };
}

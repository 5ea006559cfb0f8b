import { given } from '../../kernel/given.ts';
import { cutText } from '../../kernel/text.ts';
import { cleanLine } from './clean-text.ts';
import type { ForeignTask, ReportRow } from './foreign-task.ts';

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

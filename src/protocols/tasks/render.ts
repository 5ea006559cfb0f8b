import type { JsonObject } from '../../kernel/json.ts';
import type { RunResult, TaskRecord, TaskStatus } from '../../kernel/tasks.ts';
import type { HandoffRequestPayload } from './schema.ts';

/** `inputs/handoff.md`: the same as handoff.json, for people. */
export function renderHandoffMarkdown(task: TaskRecord, handoff: HandoffRequestPayload, raw: JsonObject = {}): string {
  const lists = [
    ['Acceptance criteria', handoff.acceptanceCriteria, '- [ ] '],
    ['Expected outputs', handoff.expectedOutputs, '- '],
    ['Context', handoff.contextRefs, '- '],
    ['Constraints', handoff.constraints, '- '],
  ] as const;
  return [
    `# Handoff: ${task.title}`,
    '',
    `- task: ${handoff.taskId ?? task.id}`,
    `- parent: ${handoff.parentTaskId ?? ''}`,
    `- from: ${handoff.fromAgent ?? ''}`,
    `- to: ${handoff.toAgent ?? ''}`,
    ...(handoff.dueBy === undefined ? [] : [`- due by: ${handoff.dueBy}`]),
    ...lists.flatMap(([title, items, mark]) =>
      items === undefined || items.length === 0
        ? []
        : ['', `## ${title}`, '', ...items.map((item) => mark + item.replaceAll(/\s*\n\s*/g, ' '))],
    ),
    ...renderRest(raw),
    '',
  ].join('\n');
}

const SHOWN = new Set([
  'taskId',
  'parentTaskId',
  'fromAgent',
  'toAgent',
  'title',
  'dueBy',
  'acceptanceCriteria',
  'expectedOutputs',
  'contextRefs',
  'constraints',
]);

/** What no schema names, such as the handoff document, as it came. */
const renderRest = (raw: JsonObject): string[] =>
  Object.entries(raw)
    .filter(([key]) => !SHOWN.has(key))
    .flatMap(([key, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
      const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length + 1)));
      return ['', `## ${key.replaceAll(/\s+/g, ' ')}`, '', fence, text, fence];
    });

/** The file in the parent's folder that leads to a child, and says how it ended. */
export const renderPointer = (
  child: TaskRecord,
  toAgent: string,
  at: string,
  result?: Pick<RunResult, 'outcome' | 'notes' | 'summaryRef'>,
): string =>
  [
    `# ${child.id}`,
    '',
    child.title,
    '',
    `- handed to: ${toAgent}`,
    ...(result === undefined ? [`- at: ${at}`] : [`- reported: ${result.outcome}, ${at}`]),
    `- look it up by its id: baton task show ${child.id}`,
    ...(result?.notes === undefined ? [] : ['', '## Summary', '', result.notes.trimEnd()]),
    '',
  ].join('\n');

const TASK_REF = /(^|\/)tasks\/[a-z-]+\/(TASK-\d{4}-\d\d-\d\d-\d{3,15})(?=\.md$|\/|$)/;

/** A reference to a task's file or folder, with the status folder it is in now; anything else as it is. */
export function resolveContextRef(ref: string, statusOf: (id: string) => TaskStatus | undefined): string {
  const match = TASK_REF.exec(ref);
  const status = match?.[2] === undefined ? undefined : statusOf(match[2]);
  if (match === null || status === undefined) return ref;
  return ref.replace(TASK_REF, `${match[1] ?? ''}tasks/${status}/${match[2] ?? ''}`);
}

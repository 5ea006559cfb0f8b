/** Editing a task that others may change at the same time: their values are shown, and the reader chooses. */
import { useSignal } from '@preact/signals';
import { ApiError, get, taskPath } from '../api.ts';
import { DialogForm, openDialog } from '../dialog.tsx';
import { isField } from '../drafts.ts';
import type { TaskCard, TaskDetail } from '../types.ts';
import { Fact } from '../parts/section.tsx';
import { attempt } from './attempt.ts';
import { editTask, shortId } from './change-task.ts';
import { joinCriteria, splitCriteria } from './criteria.ts';
import { Fields, readDraft, type Draft } from './task-form.tsx';

/** The whole text is read first: a card has only the title. */
export function openEdit({ id }: TaskCard): void {
  attempt(async () => {
    const detail = await get<TaskDetail>(taskPath(id));
    openDialog(() => <EditForm detail={detail} />);
  });
}

function toDraft({ entry: { task }, text }: TaskDetail): Draft {
  const { title, priority, routing, dependsOn } = task;
  return { title, priority, agent: routing.agent ?? '', dependsOn, ...splitCriteria(text) };
}

/** Only what differs: fields that somebody else may change meanwhile are left alone. */
function findEdit(before: Draft, after: Draft) {
  const body = joinCriteria(after);
  return {
    ...(after.title === before.title ? {} : { title: after.title }),
    ...(body === joinCriteria(before) ? {} : { body }),
    ...(after.priority === before.priority ? {} : { priority: after.priority }),
    ...(after.agent === before.agent ? {} : { agent: after.agent === '' ? null : after.agent }),
    ...(after.dependsOn.join() === before.dependsOn.join() ? {} : { dependsOn: after.dependsOn }),
  };
}

async function save(seen: TaskDetail, data: FormData): Promise<void> {
  const before = toDraft(seen);
  const edit = findEdit(before, readDraft(data, before.criteria));
  if (Object.keys(edit).length === 0) return;
  const { title, priority, agent, dependsOn } = before;
  const old = { title, body: seen.text, priority, agent: agent || null, dependsOn };
  await editTask(seen.card, edit, Object.fromEntries(Object.entries(old).filter(([name]) => name in edit)));
}

const LABELS = {
  title: 'title',
  text: 'text',
  criteria: 'acceptance criteria',
  agent: 'agent',
  priority: 'priority',
  dependsOn: 'waits for',
} as const satisfies Record<keyof Draft, string>;
type Field = keyof typeof LABELS;
const FIELDS = Object.keys(LABELS) as readonly Field[];

/** As the form shows it. */
function valueOf(draft: Draft, field: Field): string {
  if (field === 'criteria') return draft.criteria.map(({ text }) => text).join('\n');
  return field === 'dependsOn' ? draft.dependsOn.join(' ') : draft[field];
}

interface Conflict {
  readonly theirs: TaskDetail;
  readonly fields: readonly Field[];
}

function EditForm({ detail }: { readonly detail: TaskDetail }) {
  const { id } = detail.card;
  /** What the edit is compared with. */
  const seen = useSignal(detail);
  const conflict = useSignal<Conflict | undefined>(undefined);
  const submit = async (data: FormData): Promise<void> => {
    conflict.value = undefined;
    try {
      await save(seen.value, data);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'TASK_CHANGED') throw error;
      conflict.value = await findConflict(toDraft(seen.value), data, id);
      const names = conflict.value.fields.map((field) => LABELS[field]).join(', ');
      throw new ApiError(error.code, `Somebody changed this task while you edited: ${names || 'its state'}.`, '');
    }
  };
  const settle = (form: HTMLFormElement, { theirs, fields }: Conflict, keepsMine: boolean): void => {
    const [before, after] = [toDraft(seen.value), toDraft(theirs)];
    for (const field of FIELDS) {
      const input = form.elements.namedItem(field);
      if (!isField(input)) continue;
      const isMine = input.value.trim() !== valueOf(before, field).trim();
      if (!isMine || (!keepsMine && fields.includes(field))) input.value = valueOf(after, field);
    }
    seen.value = theirs;
    conflict.value = undefined;
    // The form forgets what it said about the conflict.
    form.dispatchEvent(new Event('input'));
    if (keepsMine) form.requestSubmit();
  };
  return (
    <DialogForm title={`Edit ${shortId(id)}`} submit="Save" draft={`edit ${id}`} onSubmit={submit}>
      <Fields draft={toDraft(detail)} />
      {conflict.value !== undefined && <Choice conflict={conflict.value} settle={settle} />}
    </DialogForm>
  );
}

/** The fields that they changed, and that say something else in the form. */
async function findConflict(before: Draft, data: FormData, id: string): Promise<Conflict> {
  const theirs = await get<TaskDetail>(taskPath(id));
  const after = toDraft(theirs);
  const fields = FIELDS.filter((field) => {
    const value = valueOf(after, field);
    return value !== valueOf(before, field) && value.trim() !== String(data.get(field) ?? '').trim();
  });
  return { theirs, fields };
}

interface ChoiceProps {
  readonly conflict: Conflict;
  readonly settle: (form: HTMLFormElement, conflict: Conflict, keepsMine: boolean) => void;
}

function Choice({ conflict, settle }: ChoiceProps) {
  const theirs = toDraft(conflict.theirs);
  const button = (label: string, keepsMine: boolean) => (
    <button
      type="button"
      onClick={({ currentTarget: { form } }) => {
        if (form !== null) settle(form, conflict, keepsMine);
      }}
    >
      {label}
    </button>
  );
  return (
    <div class="callout theirs">
      <p>What they wrote:</p>
      <dl class="facts-list">
        {conflict.fields.map((field) => (
          <Fact key={field} name={LABELS[field]}>
            {valueOf(theirs, field) || 'nothing'}
          </Fact>
        ))}
      </dl>
      <p class="buttons">
        {button('Take theirs', false)}
        {button('Overwrite', true)}
      </p>
    </div>
  );
}

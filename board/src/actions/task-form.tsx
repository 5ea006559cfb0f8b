import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { findNearest } from '../../../src/kernel/nearest.ts';
import { ApiError } from '../api.ts';
import { DialogForm, openDialog } from '../dialog.tsx';
import { agents, allTasks, overview } from '../tasks.ts';
import type { TaskCard, TaskPriority } from '../types.ts';
import { createTask, editTask } from './change-task.ts';
import { PRIORITIES } from './priority.ts';
import { joinCriteria, readCriteria, type Criterion } from './criteria.ts';

export interface Draft {
  readonly title: string;
  readonly text: string;
  readonly criteria: readonly Criterion[];
  readonly priority: TaskPriority;
  readonly agent: string;
  readonly dependsOn: readonly string[];
}

const BLANK: Draft = { title: '', text: '', criteria: [], priority: 'normal', agent: '', dependsOn: [] };

/** Defaults, not values: the page is drawn again while people type, and must not overwrite what they typed. */
export function Fields({ draft }: { readonly draft: Draft }) {
  return (
    <>
      <label>
        Title
        <input name="title" required maxLength={500} defaultValue={draft.title} autoFocus />
      </label>
      <label>
        What has to be done <small>(Markdown)</small>
        <textarea name="text" rows={6} defaultValue={draft.text} />
      </label>
      <label>
        Acceptance criteria <small>(one per line)</small>
        <textarea name="criteria" rows={3} defaultValue={draft.criteria.map(({ text }) => text).join('\n')} />
      </label>
      <div class="fields">
        <AgentField value={draft.agent} />
        <label>
          Priority
          <select name="priority">
            {PRIORITIES.map((priority) => (
              <option key={priority} value={priority} selected={priority === draft.priority}>
                {priority}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label>
        Waits for <small>(ids of tasks, separated by spaces)</small>
        <input name="dependsOn" list="task-ids" defaultValue={draft.dependsOn.join(' ')} autoComplete="off" />
      </label>
      <OpenTasks />
    </>
  );
}

const OpenTasks = () => (
  <datalist id="task-ids">
    {allTasks.value
      .filter(({ status }) => status !== 'done' && status !== 'cancelled')
      .slice(0, 200)
      .map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
  </datalist>
);

/** Any name is taken, as an agent may register later; one that nobody knows is said before it is saved. */
function AgentField({ value }: { readonly value: string }) {
  const unknown = useSignal<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const look = (): void => {
    unknown.value = input.current === null ? undefined : describeUnknown(input.current.value.trim());
  };
  // A draft that was put back, or values of somebody else, come without a key.
  useEffect(() => {
    look();
    const form = input.current?.form;
    form?.addEventListener('input', look);
    return () => form?.removeEventListener('input', look);
  }, []);
  return (
    <div>
      <label>
        Agent
        <input
          ref={input}
          name="agent"
          list="agent-names"
          defaultValue={value}
          placeholder="anyone"
          autoComplete="off"
          maxLength={200}
          aria-describedby="agent-unknown"
          onFocus={(event) => event.currentTarget.select()}
        />
        <datalist id="agent-names">
          {agents.value.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
      <p id="agent-unknown" class="field-warning" role="status">
        {unknown.value}
      </p>
    </div>
  );
}

/** The same words as on the command line. A project without registered agents has nothing to compare with. */
function describeUnknown(name: string): string | undefined {
  const known = overview.value?.agents ?? [];
  if (name === '' || known.length === 0 || known.includes(name)) return undefined;
  const nearest = findNearest(name, known);
  return `There is no agent ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

/** Numbers of today and endings are understood, as on the command line. */
function readIds(text: string): readonly string[] {
  const known = allTasks.value.map(({ id }) => id);
  return text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const short = word.replace(/^#/, '');
      const found =
        known.find((id) => id === word) ?? known.findLast((id) => id.endsWith(`-${short.padStart(3, '0')}`));
      // Ids of tasks that the board has not loaded are for the daemon to judge.
      if (found === undefined && /^TASK-\d{4}-\d\d-\d\d-\d{3,}$/.test(word)) return word;
      if (found === undefined) throw new ApiError('TASK_NOT_FOUND', `There is no task “${word}”.`, '');
      return found;
    });
}

export function readDraft(data: FormData, before: readonly Criterion[]): Draft {
  const say = (name: string): string => String(data.get(name) ?? '').trim();
  return {
    title: say('title'),
    text: say('text'),
    criteria: readCriteria(say('criteria'), before),
    priority: PRIORITIES.find((priority) => priority === say('priority')) ?? 'normal',
    agent: say('agent'),
    dependsOn: readIds(say('dependsOn')),
  };
}

export function openNew(): void {
  openDialog(() => (
    <DialogForm title="New task" submit="Create" draft="new" onSubmit={(data) => createTask(toNew(data))}>
      <Fields draft={BLANK} />
      <p class="checks">
        <label>
          <input type="checkbox" name="backlog" /> Keep it in the backlog for now
        </label>
        <label>
          <input type="checkbox" name="review" /> I want to review the result
        </label>
      </p>
    </DialogForm>
  ));
}

function toNew(data: FormData) {
  const { title, priority, agent, dependsOn, ...parts } = readDraft(data, []);
  const body = joinCriteria(parts);
  return {
    title,
    priority,
    dependsOn,
    ...(body === '' ? {} : { body }),
    ...(agent === '' ? {} : { agent }),
    ...(data.has('backlog') ? { backlog: true } : {}),
    ...(data.has('review') ? { reviewRequired: true } : {}),
  };
}

export function openAssign(card: TaskCard): void {
  const assigned = card.isHeld ? '' : (card.agent ?? '');
  openDialog(() => (
    <DialogForm
      title="Assign"
      submit="Assign"
      draft={`assign ${card.id}`}
      onSubmit={(data) => {
        const agent = String(data.get('agent') ?? '').trim();
        return editTask(card, { agent: agent === '' ? null : agent }, { agent: assigned === '' ? null : assigned });
      }}
    >
      <p class="subject">{card.title}</p>
      <AgentField value={assigned} />
      <p class="hint">
        Leave it empty and any agent may take it.{card.isHeld && ' The run that holds it now goes on.'}
      </p>
    </DialogForm>
  ));
}

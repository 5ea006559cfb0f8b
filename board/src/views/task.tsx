import { editTask, shortId } from '../actions/change-task.ts';
import { attempt } from '../actions/attempt.ts';
import { joinCriteria, splitCriteria, type TextParts } from '../actions/criteria.ts';
import { listActions } from '../actions/task-actions.ts';
import { get, isReadOnly, taskPath } from '../api.ts';
import { describe } from '../describe.ts';
import { EventList } from '../parts/event-list.tsx';
import { Ago, Countdown, Priority, Status } from '../parts/labels.tsx';
import { Loaded, useLoaded } from '../parts/loading.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { fullReason } from '../parts/reason.ts';
import { Fact, Section } from '../parts/section.tsx';
import { taskHref } from '../place.ts';
import { cards } from '../tasks.ts';
import type { PlaneEvent, TaskCard, TaskDetail } from '../types.ts';
import { Audit } from './task/audit.tsx';
import { Changes } from './task/changes.tsx';
import { Comments } from './task/comments.tsx';
import { Cost } from './task/cost.tsx';
import { Handoff } from './task/handoff.tsx';
import { Outputs } from './task/outputs.tsx';
import { Runs } from './task/runs.tsx';

export function TaskView({ id }: { readonly id: string }) {
  const state = useLoaded<TaskDetail>(
    id,
    () => get(taskPath(id)),
    (event) => event.taskId === id,
  );
  return <Loaded state={state}>{(detail) => <Detail detail={detail} />}</Loaded>;
}

function Detail({ detail }: { readonly detail: TaskDetail }) {
  const { card, entry, text, runs, events, earlierEvents, handoff, outputs, audit, messages } = detail;
  const checkpoint = entry.heartbeat?.checkpoint ?? entry.checkpoint;
  const parts = splitCriteria(text);
  return (
    <div class="page task">
      <Head card={cards.value.get(card.id) ?? card} />
      <div class="main-part">
        {(handoff === undefined || text !== '') && (
          <Section title="Brief">
            {parts.text.trim() === '' ? <p class="nothing">no text</p> : <Markdown text={parts.text} />}
            <Criteria detail={detail} parts={parts} />
          </Section>
        )}
        {handoff !== undefined && <Handoff handoff={handoff} />}
        <Comments
          card={cards.value.get(card.id) ?? card}
          remarks={entry.task.metadata.remarks ?? []}
          messages={messages}
        />
        <Runs card={card} runs={runs} events={events} outputs={outputs} />
        {checkpoint !== undefined && (
          <Section title="Checkpoint">
            <p class="hint">Where the work stands; what the next run begins with.</p>
            <pre tabIndex={0}>{typeof checkpoint === 'string' ? checkpoint : JSON.stringify(checkpoint, null, 2)}</pre>
          </Section>
        )}
        <Outputs id={card.id} outputs={outputs.filter(({ path }) => !/^outputs\/run-.*\.log$/.test(path))} />
        <Changes id={card.id} />
        {audit.length > 0 && <Audit entries={audit} />}
        <Section title="Story" count={events.length + earlierEvents}>
          {earlierEvents > 0 && <p class="hint">The {events.length} latest are shown.</p>}
          <EventList label="Events of this task" rows={events.map(toRow)} />
        </Section>
      </div>
      <Aside detail={detail} />
    </div>
  );
}

function Head({ card }: { readonly card: TaskCard }) {
  const actions = listActions(card);
  return (
    <header class="task-head">
      <h1>{card.title}</h1>
      <p class="facts">
        <Status status={card.status} /> <Priority priority={card.priority} /> <code>{shortId(card.id)}</code>
        {card.agent !== undefined && (
          <span class={card.isHeld ? 'agent held' : 'agent'}>
            {card.isHeld ? 'held by' : 'for'} {card.agent}
          </span>
        )}
        {card.isHeld && card.leaseUntil !== undefined && (
          <span>
            lease ends <Countdown to={card.leaseUntil} />
          </span>
        )}
      </p>
      {card.why !== undefined && <p class={card.why.needsPerson ? 'callout' : 'callout quiet'}>{fullReason(card)}</p>}
      {actions.length > 0 && (
        <p class="actions" role="group" aria-label="Actions">
          {actions.map(({ id, label, key, isMain, isDangerous, run }) => (
            <button
              key={id}
              type="button"
              class={[isMain === true ? 'primary' : '', isDangerous === true ? 'danger' : ''].join(' ').trim()}
              title={key === undefined ? undefined : `Key ${key}`}
              onClick={run}
            >
              {label}
            </button>
          ))}
        </p>
      )}
    </header>
  );
}

/** A tick is an edit of the text, and can be undone like any other. */
function Criteria({ detail, parts }: { readonly detail: TaskDetail; readonly parts: TextParts }) {
  const { card, text } = detail;
  if (parts.criteria.length === 0) return null;
  const tick = (at: number): void => {
    const criteria = parts.criteria.map((each, index) => (index === at ? { ...each, isMet: !each.isMet } : each));
    attempt(() => editTask(card, { body: joinCriteria({ ...parts, criteria }) }, { body: text }));
  };
  const isFixed = isReadOnly.value || card.status === 'done' || card.status === 'cancelled';
  return (
    <>
      <h3>Acceptance criteria</h3>
      <ul class="criteria">
        {parts.criteria.map((each, index) => (
          <li key={each.text}>
            <label>
              <input type="checkbox" checked={each.isMet} disabled={isFixed} onChange={() => tick(index)} /> {each.text}
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}

function Aside({ detail: { card, entry, parent, children, cost } }: { readonly detail: TaskDetail }) {
  const { dependsOn } = entry.task;
  return (
    <aside class="side-part" aria-label="Facts">
      <Section title="Facts">
        <dl class="facts-list">
          <Fact name="Id">
            <code>{card.id}</code>
          </Fact>
          {card.dueBy !== undefined && (
            <Fact name="Due">
              <Countdown to={card.dueBy} />
            </Fact>
          )}
          {card.attempts > 0 && <Fact name="Failed attempts">{card.attempts}</Fact>}
          {card.tags.length > 0 && <Fact name="Tags">{card.tags.join(', ')}</Fact>}
          <Fact name="Created">
            <Ago at={card.createdAt} /> by {entry.task.createdBy}
          </Fact>
          <Fact name="Changed">
            <Ago at={card.updatedAt} />
          </Fact>
          {card.traceId !== undefined && (
            <Fact name="Trace">
              <a href={`/traces/${encodeURIComponent(card.traceId)}`}>
                <code>{card.traceId.slice(0, 8)}</code>
              </a>
            </Fact>
          )}
        </dl>
      </Section>
      <TaskLinks title="Part of" ids={parent === undefined ? [] : [parent.id]} />
      <TaskLinks title="Waits for" ids={dependsOn} />
      <TaskLinks title="Delegated" ids={children.map(({ id }) => id)} />
      <Cost cost={cost} />
    </aside>
  );
}

const TaskLinks = ({ title, ids }: { readonly title: string; readonly ids: readonly string[] }) =>
  ids.length === 0 ? null : (
    <Section title={title}>
      <ul class="links">
        {ids.map((id) => {
          const other = cards.value.get(id);
          return (
            <li key={id}>
              <a href={taskHref(id)}>{other?.title ?? id}</a> {other !== undefined && <Status status={other.status} />}
            </li>
          );
        })}
      </ul>
    </Section>
  );

const toRow = (event: PlaneEvent) => ({
  key: event.id,
  at: event.timestamp,
  source: 'tasks',
  type: event.type,
  actor: event.actor,
  text: describe(event.type, event.payload),
});

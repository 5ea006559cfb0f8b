import type { ComponentChildren } from 'preact';
import { useSignal } from '@preact/signals';
import { get, getText } from '../api.ts';
import { now } from '../clock.ts';
import { describe } from '../describe.ts';
import { EventList } from '../parts/event-list.tsx';
import { Grid } from '../parts/grid.tsx';
import { Ago, Countdown, Priority, Status } from '../parts/labels.tsx';
import { Loaded, useLoaded } from '../parts/loading.tsx';
import { TimeAxis } from '../parts/time-axis.tsx';
import { TokenBars } from '../parts/token-bars.tsx';
import type { AuditView, HandoffView, OutputView, PlaneEvent, TaskCard, TaskDetail } from '../types.ts';
import { MoveMenu } from './tasks.tsx';

export function TaskView({ id }: { readonly id: string }) {
  const state = useLoaded<TaskDetail>(
    id,
    () => get(`/v1/tasks/${encodeURIComponent(id)}`),
    (event) => event.taskId === id,
  );
  return <Loaded state={state}>{(detail) => <Detail detail={detail} />}</Loaded>;
}

function Detail({ detail }: { readonly detail: TaskDetail }) {
  const { card, entry, body, runs, events, earlierEvents, handoff, outputs, audit, parent, children } = detail;
  const checkpoint = entry.heartbeat?.checkpoint ?? entry.checkpoint;
  return (
    <div class="page">
      <header class="title">
        <h1>{card.title}</h1>
        <MoveMenu card={card} />
      </header>
      <Facts card={card} parent={parent} />
      {card.block !== undefined && (
        <p class="callout">
          Blocked ({card.block.kind}): {card.block.reason}
        </p>
      )}
      <Section title="Brief">
        {body.trim() === '' ? (
          <p class="nothing">no text</p>
        ) : (
          <pre class="prose" tabIndex={0}>
            {body.trim()}
          </pre>
        )}
      </Section>
      <Section title={`Runs (${runs.length})`}>
        <TimeAxis runs={runs} events={events} nowMs={now.value} />
      </Section>
      {checkpoint !== undefined && (
        <Section title="Checkpoint">
          <p class="hint">Where the work stands; what the next run begins with.</p>
          <pre>{typeof checkpoint === 'string' ? checkpoint : JSON.stringify(checkpoint, null, 2)}</pre>
        </Section>
      )}
      {handoff !== undefined && <Handoff handoff={handoff} />}
      {outputs.length > 0 && <Outputs id={card.id} outputs={outputs} />}
      {audit.length > 0 && <Audit entries={audit} />}
      {children.length > 0 && (
        <Section title={`Delegated (${children.length})`}>
          <ul class="links">
            {children.map((child) => (
              <li key={child.id}>
                <a href={`/tasks/${encodeURIComponent(child.id)}`}>{child.title}</a> <Status status={child.status} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={`Story (${events.length + earlierEvents})`}>
        {earlierEvents > 0 && <p class="hint">The {events.length} latest are shown.</p>}
        <EventList label="Events of this task" rows={events.map(toRow)} />
      </Section>
    </div>
  );
}

const Section = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section class="part">
    <h2>{title}</h2>
    {children}
  </section>
);

function Facts({ card, parent }: { readonly card: TaskCard; readonly parent: TaskCard | undefined }) {
  return (
    <dl class="facts-list">
      <Fact name="Status">
        <Status status={card.status} /> <Priority priority={card.priority} />
      </Fact>
      <Fact name="Id">
        <code>{card.id}</code>
      </Fact>
      {card.agent !== undefined && <Fact name={card.isHeld ? 'Held by' : 'For'}>{card.agent}</Fact>}
      {card.isHeld && card.leaseUntil !== undefined && (
        <Fact name="Lease ends">
          <Countdown to={card.leaseUntil} />
        </Fact>
      )}
      {card.dueBy !== undefined && (
        <Fact name="Due">
          <Countdown to={card.dueBy} />
        </Fact>
      )}
      {card.attempts > 0 && <Fact name="Attempts">{card.attempts}</Fact>}
      {parent !== undefined && (
        <Fact name="Part of">
          <a href={`/tasks/${encodeURIComponent(parent.id)}`}>{parent.title}</a>
        </Fact>
      )}
      {card.traceId !== undefined && (
        <Fact name="Trace">
          <a href={`/traces/${encodeURIComponent(card.traceId)}`}>
            <code>{card.traceId.slice(0, 8)}</code>
          </a>
        </Fact>
      )}
      <Fact name="Changed">
        <Ago at={card.updatedAt} />
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Handoff({ handoff }: { readonly handoff: HandoffView }) {
  return (
    <Section title="Handoff">
      {handoff.tokens !== undefined && <TokenBars {...handoff.tokens} />}
      <pre class="prose" tabIndex={0}>
        {handoff.markdown}
      </pre>
      {handoff.document !== undefined && (
        <details>
          <summary>The document as it was handed over</summary>
          <pre>{JSON.stringify(handoff.document, null, 2)}</pre>
        </details>
      )}
    </Section>
  );
}

const Outputs = ({ id, outputs }: { readonly id: string; readonly outputs: readonly OutputView[] }) => (
  <Section title="Output">
    {outputs.map((output) => (
      <OutputFile key={output.path} id={id} output={output} />
    ))}
  </Section>
);

function OutputFile({ id, output }: { readonly id: string; readonly output: OutputView }) {
  const text = useSignal<string | undefined>(undefined);
  const show = async (): Promise<void> => {
    text.value ??= await getText(
      `/v1/tasks/${encodeURIComponent(id)}/artifacts?path=${encodeURIComponent(output.path)}`,
    );
  };
  return (
    <div class="output">
      {output.answer !== undefined && (
        <>
          <p>
            <span class={`answer ${output.answer.status}`}>{output.answer.status}</span>
          </p>
          <ul>
            {output.answer.summary.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <details onToggle={(event) => event.currentTarget.open && void show()}>
        <summary>
          <code>{output.path}</code> <small>{output.sizeBytes.toLocaleString()} bytes</small>
        </summary>
        <pre>{text.value ?? 'Loading…'}</pre>
      </details>
    </div>
  );
}

const Audit = ({ entries }: { readonly entries: readonly AuditView[] }) => (
  <Section title="Audit">
    <Grid label="Audit entries" heads={['When', 'Entry', 'Verdict', 'Log']}>
      {entries.map((entry) => (
        <tr key={entry.ref}>
          <td>
            <Ago at={entry.timestamp} />
          </td>
          <td>
            {entry.kind} <code>{entry.ref}</code>
          </td>
          <td>{entry.accepted === undefined ? '' : entry.accepted ? '✓ accepted' : `✗ ${entry.code ?? 'rejected'}`}</td>
          <td>{entry.verified ? '✓ chain holds' : '✗ broken'}</td>
        </tr>
      ))}
    </Grid>
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

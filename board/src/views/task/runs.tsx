import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, getText } from '../../api.ts';
import { now, span } from '../../clock.ts';
import { Section } from '../../parts/section.tsx';
import { TimeAxis } from '../../parts/time-axis.tsx';
import type { OutputView, PlaneEvent, RunRecord, TaskCard } from '../../types.ts';
import { outputPath } from './outputs.tsx';

interface Props {
  readonly card: TaskCard;
  readonly runs: readonly RunRecord[];
  readonly events: readonly PlaneEvent[];
  readonly outputs: readonly OutputView[];
}

/** The latest run first, with what its program prints. */
export function Runs({ card, runs, events, outputs }: Props) {
  return (
    <Section title="Runs" count={runs.length}>
      <TimeAxis runs={runs} events={events} nowMs={now.value} />
      {runs.toReversed().map((run, index) => (
        <RunDetails
          key={run.runId}
          id={card.id}
          run={run}
          isOpen={index === 0 && run.status === 'running'}
          hasOutput={outputs.some(({ path }) => path === logOf(run))}
        />
      ))}
    </Section>
  );
}

const logOf = ({ runId }: RunRecord): string => `outputs/run-${runId}.log`;

interface RunProps {
  readonly id: string;
  readonly run: RunRecord;
  readonly isOpen: boolean;
  readonly hasOutput: boolean;
}

function RunDetails({ id, run, isOpen, hasOutput }: RunProps) {
  const isShown = useSignal(isOpen);
  const lasted = Date.parse(run.endedAt ?? new Date(now.value).toISOString()) - Date.parse(run.startedAt);
  return (
    <details open={isOpen} onToggle={(event) => (isShown.value = event.currentTarget.open)}>
      <summary>
        Run {run.attempt} by <strong>{run.agentId}</strong> <span class={`run ${run.status}`}>{run.status}</span>{' '}
        <small>
          {span(Math.max(0, lasted))}
          {run.exit === undefined ? '' : `, ${run.exit.how}`}
          {run.endedBy === undefined ? '' : `, ended by ${run.endedBy.by}`}
        </small>
      </summary>
      {isShown.value &&
        (hasOutput ? (
          <LiveOutput id={id} path={logOf(run)} isRunning={run.status === 'running'} />
        ) : run.exit?.lastOutput === undefined ? (
          <p class="nothing">It printed nothing that is kept here.</p>
        ) : (
          <pre tabIndex={0}>{run.exit.lastOutput}</pre>
        ))}
    </details>
  );
}

const TAIL_BYTES = 64 * 1024;
const POLL_MS = 1_500;

/** The end of what a program prints; while it runs, again and again. */
function LiveOutput({
  id,
  path,
  isRunning,
}: {
  readonly id: string;
  readonly path: string;
  readonly isRunning: boolean;
}) {
  const text = useSignal<string | undefined>(undefined);
  const box = useRef<HTMLPreElement>(null);
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      try {
        const fresh = await getText(outputPath(id, path, TAIL_BYTES));
        if (!isGone) text.value = fresh;
      } catch (error) {
        // It may move with its task between two looks; the next one finds it.
        if (!(error instanceof ApiError)) throw error;
      }
    };
    void read();
    const timer = isRunning ? window.setInterval(() => void read(), POLL_MS) : undefined;
    return () => {
      isGone = true;
      window.clearInterval(timer);
    };
  }, [path, isRunning]);
  useEffect(() => {
    if (isRunning) box.current?.scrollTo(0, box.current.scrollHeight);
  }, [text.value]);
  return (
    <pre ref={box} class="live-output" tabIndex={0} aria-label="What the program printed">
      {text.value ?? 'Loading…'}
    </pre>
  );
}

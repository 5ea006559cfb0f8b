/** A trace as its hops: who handed to whom, at what cost, whether it passed, and how long it was on its way. */
import type { Json } from '../../kernel/json.ts';
import { timeOf, type TraceEvent } from './event.ts';

/** One pass of work from an agent to the next. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  readonly tokens: number | null;
  readonly validation: 'passed' | 'failed' | 'not validated';
  /** From the sending to the receipt; null while nobody has received it. */
  readonly latency_ms: number | null;
  /** The whole chain if the document has a shortened one. */
  readonly chain: readonly string[];
}

/** The receiver works under a span whose parent is the sender's: that is how the two ends of a hop find each other. */
export function planChain(events: readonly TraceEvent[]): Hop[] {
  const sent = events.filter(({ event_type }) => event_type === 'handoff_created');
  return sent.map((created) => {
    const ofSender = events.filter(({ span_id }) => span_id === created.span_id);
    const ofReceiver = events.filter(({ parent_span_id }) => parent_span_id === created.span_id);
    const left = find(ofSender, 'handoff_transmitted') ?? created;
    const arrived = find(ofReceiver, 'handoff_received');
    const checked = find(ofReceiver, 'handoff_validated') ?? find(ofSender, 'handoff_validated');
    return {
      from: created.workflow,
      to: textOf(created.details['target']),
      tokens: numberOf(created.details['token_count']),
      validation: verdictOf(checked),
      latency_ms: arrived === undefined ? null : Math.max(0, timeOf(arrived) - timeOf(left)),
      chain: listOf(created.details['handoff_chain']),
    };
  });
}

const find = (events: readonly TraceEvent[], type: string): TraceEvent | undefined =>
  events.find(({ event_type }) => event_type === type);

function verdictOf(event: TraceEvent | undefined): Hop['validation'] {
  if (event === undefined) return 'not validated';
  return event.details['validation'] === 'passed' ? 'passed' : 'failed';
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);
const listOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

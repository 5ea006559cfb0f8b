import { BatonError } from '../../../../kernel/errors/index.ts';
import { cutText } from '../../../../kernel/text.ts';
import { renderAge } from '../../../../kernel/time.ts';
import { exportTrace, readTrace, type Hop, type Trace, type TraceEvent } from '../../../../relay/trace/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { getTaskId } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';

export const trace = defineCommand({
  operands: 'ID',
  takes: [1, 1],
  about:
    'Shows one trace across everything that recorded it, as a timeline and as the chain of its handoffs. ID is a task, a trace, a run, a governed handoff or the file of a handoff document; short forms will do.',
  flags: {
    export: { kind: 'switch', about: 'Send it to the OpenTelemetry collector named by the setting traceEndpoint.' },
    endpoint: { kind: 'text', value: 'URL', about: 'Send it to this collector, such as http://localhost:4318.' },
  },
  examples: [
    { run: 'baton trace 7', does: 'the story of the seventh task of today' },
    { run: 'baton trace 7c9e6679-7425-40de-944b-e07fc1f90ae7', does: 'show a trace' },
    { run: 'baton trace handoff.json', does: 'show the trace a document belongs to' },
    { run: 'baton trace handoff.json --endpoint http://localhost:4318', does: 'send it to a collector' },
  ],
  async run({ operands, flags, globals, platform: loadPlatform }) {
    const platform = await loadPlatform();
    const found = await readTrace(platform, await expandId(platform, operands[0] ?? ''));
    const endpoint =
      flags.endpoint ?? (flags.export ? getEndpoint(platform.project.settings.values.traceEndpoint) : undefined);
    const exported = endpoint === undefined || globals.dryRun ? null : await exportTrace(platform, found, endpoint);
    return {
      kind: 'value',
      data: { ...found, exported_to: exported },
      text: (style) =>
        [
          ...showTimeline(found, style),
          ...(found.hops.length === 0 ? [] : ['', ...showChain(found.hops, style)]),
          '',
          ...showEnd(found, exported, style),
        ].join('\n'),
    };
  },
});

/** `7` and `17-007` name tasks; anything else that is short is the beginning of another id. */
const SHORT_TASK = /^(?:\d{1,3}|\d\d-\d{3,})$/;

const expandId = async (platform: Pick<Platform, 'clock' | 'tasks'>, text: string): Promise<string> =>
  SHORT_TASK.test(text) ? await getTaskId(platform, text) : text;

function getEndpoint(configured: string | null): string {
  if (configured !== null) return configured;
  throw new BatonError('USAGE_INVALID', 'no collector is configured', {
    hint: 'set traceEndpoint in baton.config.json, or name one with --endpoint URL',
  });
}

function showTimeline({ trace_id, events }: Trace, style: Style): string[] {
  const startMs = Date.parse(events[0]?.timestamp ?? '');
  const rows = events.map((event) => [
    style.dim(event.timestamp.slice(11, 23)),
    style.dim(`+${showDuration(Date.parse(event.timestamp) - startMs)}`),
    style.bold(event.workflow),
    event.event_type === 'error' ? style.red(event.event_type) : event.event_type,
    showDetails(event),
  ]);
  return [
    style.bold(`Timeline for trace ${trace_id}`),
    ...renderTable(rows)
      .split('\n')
      .map((row) => `  ${row}`),
  ];
}

function showDetails({ event_type, phase, details, duration_ms }: TraceEvent): string {
  const { token_count: tokens, from, to } = details;
  const isMove = event_type === 'task.transitioned' && typeof from === 'string' && typeof to === 'string';
  return [
    ...(isMove ? [`${from} → ${to}`] : []),
    ...SAID.flatMap(([key, word]) => {
      const value = details[key];
      return typeof value === 'string' && value !== '' ? [`${word}${firstLine(value)}`] : [];
    }),
    ...(typeof tokens === 'number' ? [`${tokens} tokens`] : []),
    ...showPhase(event_type, phase),
    ...(duration_ms === null ? [] : [`took ${showDuration(duration_ms)}`]),
  ].join(', ');
}

/** Documents have a phase of work; events of tasks (`task.created`) carry who caused them; the rest is said by the event. */
function showPhase(type: string, phase: string): string[] {
  if (phase === '' || phase === 'audit' || phase === 'handoff') return [];
  return [`${type.includes('.') ? 'by' : 'in'} ${phase}`];
}

/** What is worth a word on the line of an event; the rest is in --json. */
const SAID = [
  ['target', 'to '],
  ['source', 'from '],
  ['title', ''],
  ['validation', ''],
  ['outcome', ''],
  ['code', ''],
  ['suggested_target', 'better '],
  ['message', ''],
  ['reason', ''],
  ['summary', ''],
  ['subject', ''],
] as const;

const MAX_WORDS = 90;
const firstLine = (text: string): string => cutText(text.split('\n', 1)[0] ?? '', MAX_WORDS, '…');

function showChain(hops: readonly Hop[], style: Style): string[] {
  const lines = hops.flatMap(({ from, to, tokens, validation, latency_ms }, index) => [
    ...(hops[index - 1]?.to === from ? [] : [style.bold(from)]),
    `  │ tokens: ${tokens ?? 'unknown'}`,
    `  │ validation: ${validation === 'passed' ? style.green(validation) : style.yellow(validation)}`,
    `  │ latency: ${latency_ms === null ? 'not received yet' : showDuration(latency_ms)}`,
    '  ▼',
    style.bold(to),
  ]);
  return [style.bold('Chain'), ...lines.map((line) => `  ${line}`)];
}

function showEnd({ traceparent, skipped }: Trace, exported: string | null, style: Style): string[] {
  return [
    style.dim(`traceparent: ${traceparent}`),
    ...(skipped === 0
      ? []
      : [style.yellow(`${skipped} line${skipped === 1 ? '' : 's'} could not be read and are left out`)]),
    ...(exported === null ? [] : [`${style.green('sent')} to ${exported}`]),
  ];
}

const showDuration = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)} ms` : renderAge(ms));

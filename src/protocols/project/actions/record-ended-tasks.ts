/** What ended tasks leave in the handoff files: who did what, what is true now, how far to trust it, what is next. */
import type { TaskEntry } from '../../../kernel/tasks.ts';
import { addEntry, EMPTY_LOG } from '../log/index.ts';
import { addItem, EMPTY_NEXT_ACTIONS } from '../items/index.ts';
import type { Provenance } from '../schema.ts';
import { setProvenance, setSection } from '../status.ts';
import { addClaim, EMPTY_TRUST, parseClaims, TRUST_FILE } from '../trust/index.ts';

/** An agent's report is an unverified assertion: nobody in the next session has seen it hold. */
const CLAIM_STATUS = 'assumed';
const CLAIM_TTL = '7d';
const SECTION = 'tasks';
/** Titles and summaries are one line each; the task itself has the rest. */
const MAX_LINE = 200;

export interface TellOptions {
  readonly provenance: Provenance;
  readonly nowMs: number;
  /** With a task graph the next actions are drawn from it. */
  readonly hasGraph: boolean;
}

/** The files with what these tasks add to them; untouched if there is nothing to record. */
export function recordEndedTasks(
  texts: ReadonlyMap<string, string>,
  ended: readonly TaskEntry[],
  options: TellOptions,
): ReadonlyMap<string, string> {
  if (ended.length === 0) return texts;
  const told = new Map(texts);
  const { provenance } = options;
  for (const entry of ended) {
    told.set('LOG.md', addEntry(told.get('LOG.md') ?? EMPTY_LOG, { ...toEntry(entry), provenance }));
  }
  const status = setSection(told.get('STATUS.md') ?? '# Status\n', SECTION, ended.map(toStatusLine).join('\n'), true);
  told.set('STATUS.md', setProvenance(status, provenance));
  told.set(
    TRUST_FILE,
    ended.reduce((text, entry) => claim(text, entry, options), told.get(TRUST_FILE) ?? EMPTY_TRUST),
  );
  const open = ended.filter(({ task }) => task.status !== 'done');
  if (open.length > 0 && !options.hasGraph) {
    const actions = told.get('NEXT_ACTIONS.md') ?? EMPTY_NEXT_ACTIONS;
    told.set(
      'NEXT_ACTIONS.md',
      open.reduce((text, entry) => addItem(text, { title: toAction(entry) }), actions),
    );
  }
  return told;
}

const oneLine = (text: string): string => {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length <= MAX_LINE ? flat : `${flat.slice(0, MAX_LINE - 1)}…`;
};

/** A list of points as parts of one sentence. */
const joinPoints = (text: string): string =>
  text
    .trim()
    .replace(/^[-*] +/, '')
    .replaceAll(/\s*\n\s*[-*] +/g, '; ');

function toEntry({ task, run, result }: TaskEntry): { title: string; body: string } {
  const facts = [
    `- Status: ${task.status}${task.metadata.block === undefined ? '' : ` (${oneLine(task.metadata.block.reason)})`}`,
    ...(run === undefined ? [] : [`- Agent: ${run.agentId}, run ${run.runId}, attempt ${run.attempt}`]),
    ...(result?.tests === undefined ? [] : [`- Tests: ${result.tests.passed} of ${result.tests.total} passed`]),
    ...(result?.deliverables ?? []).map((path) => `- Made: ${oneLine(path)}`),
    ...(task.metadata.traceId === undefined ? [] : [`- Trace: ${task.metadata.traceId}`]),
  ];
  const notes = result?.notes?.trim();
  return {
    title: oneLine(`${task.id} ${task.title}`),
    body: [...(notes === undefined || notes === '' ? [] : [notes, '']), ...facts].join('\n'),
  };
}

const toStatusLine = ({ task, result }: TaskEntry): string =>
  `- ${task.id} ${oneLine(task.title)}: ${task.status}${result?.notes === undefined ? '' : ` (${oneLine(joinPoints(result.notes))})`}`;

function claim(text: string, { task, run, result }: TaskEntry, { nowMs, provenance }: TellOptions): string {
  const property = oneLine(`${task.id} is ${task.status}`);
  if (run === undefined || result === undefined) return text;
  if (parseClaims(text).some((known) => known.property.toLowerCase() === property.toLowerCase())) return text;
  return addClaim(text, property, {
    status: CLAIM_STATUS,
    verifiedMs: nowMs,
    ttl: CLAIM_TTL,
    provenance: `${run.agentId} ${run.runId} ${provenance.commitAfter}`,
    evidence:
      result.tests === undefined
        ? `report of ${run.agentId}`
        : `report of ${run.agentId}: ${result.tests.passed} of ${result.tests.total} tests`,
  });
}

function toAction({ task }: TaskEntry): string {
  const what = task.status === 'review' ? 'Review' : task.status === 'blocked' ? 'Unblock' : 'Look into';
  const why = task.metadata.block === undefined ? '' : `: ${oneLine(task.metadata.block.reason)}`;
  return oneLine(`${what} ${task.id} ${task.title}${why}`);
}

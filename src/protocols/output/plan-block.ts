import { renderIsoSeconds, type OutputStatus } from '../../kernel/index.ts';
import { parseOutput } from './parse.ts';
import { renderTask, type BlockContent } from './render.ts';
import { limitOf, NO_DETAILS, type Metric, type OutputReading, type TaskType } from './schema.ts';
import { digestOutput, type Digest, type OutputFacts } from './summarise.ts';

/** How the command ended whose output it is; text handed in by somebody else has no such ending. */
export interface OutputEnding {
  /** Null where a signal ended it, or it never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The limit, where it was reached. */
  readonly timedOutAfterMs?: number;
  /** Why it could not be started. */
  readonly notStarted?: string;
}

export interface PlanBlockRequest {
  readonly facts: OutputFacts;
  readonly startMs: number;
  readonly endMs: number;
  readonly type?: TaskType | undefined;
  readonly task?: string | undefined;
  readonly status?: OutputStatus | undefined;
  readonly ending?: OutputEnding | undefined;
  /** Path of the record as the parent reads it; undefined where none could be written. */
  readonly detailsFile?: string | undefined;
  /** Why there are no details. */
  readonly detailsProblem?: string | undefined;
}

export interface PlannedBlock {
  readonly content: BlockContent;
  readonly type: TaskType | undefined;
  readonly digest: Digest;
  /** The block the output itself holds, if it is complete. */
  readonly own: OutputReading | undefined;
}

/** The block for any output: its own if it has one, else what can be recognised, else what it said last. */
export function planBlock(request: PlanBlockRequest): PlannedBlock {
  const reading = request.facts.isBinary ? undefined : parseOutput(request.facts.text, { type: request.type });
  const own = reading?.level === 'strict' || reading?.level === 'compact' ? reading : undefined;
  const urgent = urgentBullets(request);
  const plain = digestOutput(request.facts, request.type, urgent);
  const digest =
    plain.tools.length > 0 ? plain : digestOutput(request.facts, request.type, [...urgent, ...endingBullets(request)]);
  const content: BlockContent = {
    start: renderIsoSeconds(request.startMs),
    task: renderTask(request.task ?? own?.task ?? 'Untitled task'),
    bullets: own === undefined ? digest.bullets : [...urgent, ...own.bullets],
    detailsFile: request.detailsFile ?? NO_DETAILS,
    metrics: own !== undefined && own.metrics.length > 0 ? own.metrics : measure(request, digest),
    status: decideStatus(request, own, digest),
    end: renderIsoSeconds(request.endMs),
    limit: limitOf(digest.type),
  };
  return { content, type: digest.type, digest, own };
}

/** A command that failed never counts as a success, whatever it printed; one that printed failures is at best partial. */
function decideStatus(
  { status, ending }: PlanBlockRequest,
  own: OutputReading | undefined,
  digest: Digest,
): OutputStatus {
  if (status !== undefined) return status;
  if (ending !== undefined && (ending.exitCode !== 0 || ending.timedOutAfterMs !== undefined)) return 'failure';
  if (own !== undefined && own.status !== 'unknown') return own.status;
  if (ending === undefined) return 'partial';
  return digest.tools.some((tool) => tool.failed > 0 || (tool.errors ?? 0) > 0) ? 'partial' : 'success';
}

/** What the parent must not miss. */
function urgentBullets({ ending, detailsProblem }: PlanBlockRequest): string[] {
  const bullets = detailsProblem === undefined ? [] : [`Details not written: ${detailsProblem}`];
  if (ending?.notStarted !== undefined) bullets.push(`Not started: ${ending.notStarted}`);
  else if (ending?.timedOutAfterMs !== undefined)
    bullets.push(`Stopped at its time limit of ${ending.timedOutAfterMs / 1_000} seconds`);
  else if (typeof ending?.signal === 'string') bullets.push(`Killed by ${ending.signal}`);
  return bullets;
}

const endingBullets = ({ ending }: PlanBlockRequest): string[] =>
  typeof ending?.exitCode !== 'number' || ending.timedOutAfterMs !== undefined ? [] : [`Exit code ${ending.exitCode}`];

function measure({ ending, facts, startMs, endMs }: PlanBlockRequest, digest: Digest): Metric[] {
  const metrics: Metric[] = [
    ...(typeof ending?.exitCode !== 'number' ? [] : [{ key: 'exit_code', value: String(ending.exitCode) }]),
    ...digest.tools.slice(0, 1).map(({ tool }) => ({ key: 'tool', value: tool })),
    { key: 'lines', value: String(facts.lineCount) },
    { key: 'bytes', value: String(facts.sizeBytes) },
  ];
  if (ending !== undefined) metrics.push({ key: 'duration', value: `${Math.round((endMs - startMs) / 100) / 10}s` });
  return metrics;
}

import type { OutputStatus } from '../../kernel/outcome.ts';
import { renderIsoSeconds } from '../../kernel/time.ts';
import { renderTask, type BlockContent } from './render.ts';
import { limitOf, MAX_BULLETS, NO_DETAILS, type Metric } from './schema.ts';
import type { Digest } from './summarise.ts';

/** How the command ended whose output it is; text from elsewhere has no such ending. */
export interface OutputEnding {
  /** Null if a signal ended it, or it never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The limit, if it was reached. */
  readonly timedOutAfterMs?: number;
  /** Why it could not be started. */
  readonly notStarted?: string;
}

export interface PlanBlockRequest {
  readonly digest: Digest;
  readonly startMs: number;
  readonly endMs: number;
  readonly task?: string | undefined;
  readonly status?: OutputStatus | undefined;
  readonly ending?: OutputEnding | undefined;
  /** Path of the record as the parent reads it; undefined if none could be written. */
  readonly detailsFile?: string | undefined;
  /** Why there are no details. */
  readonly detailsProblem?: string | undefined;
}

/** The block for any output. What the parent must not miss goes first. */
export function planBlock(request: PlanBlockRequest): BlockContent {
  const { digest } = request;
  const { own } = digest;
  return {
    start: renderIsoSeconds(request.startMs),
    task: renderTask(request.task ?? own?.task ?? 'Untitled task'),
    bullets: planBullets(request),
    detailsFile: request.detailsFile ?? NO_DETAILS,
    metrics: joinMetrics(measure(request), own?.metrics ?? []),
    status: decideStatus(request),
    end: renderIsoSeconds(request.endMs),
    limit: limitOf(digest.type),
  };
}

/** Facts before claims: how it ended and what was measured, then that a claim differs, then what was said. */
function planBullets(request: PlanBlockRequest): readonly string[] {
  const { measured, said, own } = request.digest;
  const facts = [...urgentBullets(request), ...endingBullets(request), ...measured];
  const difference = describeDifference(request);
  // A claim never takes the last place of a fact, nor a fact all places of what is said.
  const room = Math.max(
    1,
    MAX_BULLETS - Math.min(said.length, own === undefined ? said.length : 2) - difference.length,
  );
  return [...facts.slice(0, room), ...difference, ...said].slice(0, MAX_BULLETS);
}

/** What was measured says more than what is claimed. */
function describeDifference(request: PlanBlockRequest): string[] {
  const claimed = request.digest.own?.status;
  const measured = measureStatus(request);
  if (claimed === undefined || claimed === 'unknown' || measured === undefined || claimed === measured) return [];
  return [`The output claims ${claimed}; measured: ${measured}`];
}

/** A command that failed never counts as a success, whatever it printed; one that printed failures is at best partial. */
function decideStatus(request: PlanBlockRequest): OutputStatus {
  const { status, ending, digest } = request;
  if (status !== undefined) return status;
  const measured = measureStatus(request);
  if (measured !== undefined) return measured;
  // A block that was cut off before its status says that the agent was, too.
  if (digest.own !== undefined) return digest.own.status === 'unknown' ? 'partial' : digest.own.status;
  return ending === undefined ? 'partial' : 'success';
}

/** Undefined if nothing was measured: that a command ended with 0 says nothing of what an agent in it achieved. */
function measureStatus({ ending, digest: { tools } }: PlanBlockRequest): OutputStatus | undefined {
  if (ending === undefined) return undefined;
  if (hasFailed(ending)) return 'failure';
  if (tools.length === 0) return undefined;
  return tools.some((tool) => tool.failed > 0 || (tool.errors ?? 0) > 0) ? 'partial' : 'success';
}

export const hasFailed = (ending: OutputEnding): boolean =>
  ending.exitCode !== 0 || ending.timedOutAfterMs !== undefined;

/** A claimed value never replaces a measured one of the same name. */
const joinMetrics = (measured: readonly Metric[], claimed: readonly Metric[]): readonly Metric[] => [
  ...measured,
  ...claimed.filter(({ key }) => !measured.some((metric) => metric.key === key)),
];

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

function measure({ ending, startMs, endMs, digest: { facts, tools } }: PlanBlockRequest): Metric[] {
  const metrics: Metric[] = [
    ...(typeof ending?.exitCode !== 'number' ? [] : [{ key: 'exit_code', value: String(ending.exitCode) }]),
    ...tools.slice(0, 1).map(({ tool }) => ({ key: 'tool', value: tool })),
    { key: 'lines', value: String(facts.lineCount) },
    { key: 'bytes', value: String(facts.sizeBytes) },
  ];
  if (ending !== undefined) metrics.push({ key: 'duration', value: `${Math.round((endMs - startMs) / 100) / 10}s` });
  return metrics;
}

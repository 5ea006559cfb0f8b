import { taskOutcomeOf, type OutputStatus, type TaskOutcome } from '../../kernel/outcome.ts';
import { codePointLength, cutText } from '../../kernel/text.ts';
import { onOneLine } from './plain-text.ts';
import { NO_DETAILS, type OutputFields } from './schema.ts';

const AGGREGATE_LIMIT = 2_000;

/** How many agents ended how. */
export interface AggregateCounts {
  readonly success: number;
  readonly failure: number;
  readonly partial: number;
  /** Without a block, or without a status the protocol knows. */
  readonly unknown: number;
}

/** The answers of several agents as one. */
export interface Aggregate {
  readonly counts: AggregateCounts;
  /** Within 2,000 code points. */
  readonly text: string;
  /** How many results the text names; the rest are only counted. */
  readonly shown: number;
}

/** Where a result comes from, for those that do not say their task. */
export type NamedResult = OutputFields & { readonly source: string };

/** Numbered summaries of several agents for their parent: as much of each as fits, in the order given. */
export function aggregateOutputs(results: readonly NamedResult[]): Aggregate {
  const counts = countStatuses(results);
  const head = renderCounts(results.length, counts);
  for (const room of SUMMARY_ROOMS) {
    const text = [head, ...results.map((result, index) => renderResult(result, index, room))].join('\n\n');
    if (codePointLength(text) <= AGGREGATE_LIMIT) return { counts, text, shown: results.length };
  }
  return { counts, ...renderWhatFits(head, results) };
}

/** Room for each summary, tried from generous to none. */
const SUMMARY_ROOMS = [600, 400, 300, 200, 150, 100, 60, 0];

function countStatuses(results: readonly NamedResult[]): AggregateCounts {
  const counts = { success: 0, failure: 0, partial: 0, unknown: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}

function renderCounts(total: number, { success, failure, partial, unknown }: AggregateCounts): string {
  const rest = unknown === 0 ? '' : `, ${unknown} unknown`;
  return `${total} result${total === 1 ? '' : 's'}: ${success} success, ${failure} failure, ${partial} partial${rest}`;
}

function renderResult(result: NamedResult, index: number, room: number): string {
  const lines = [`${index + 1}. [${result.status}] ${cutText(onOneLine(result.task ?? result.source), 50, '…')}`];
  const summary =
    result.bullets.length > 0 ? result.bullets.map((bullet) => `- ${bullet}`).join('\n') : (result.summary ?? '');
  if (room > 0 && summary !== '')
    lines.push(
      ...cutText(summary, room, '…')
        .split('\n')
        .map((line) => `   ${line}`),
    );
  if (result.detailsFile !== undefined && result.detailsFile !== NO_DETAILS) {
    lines.push(`   Details: ${onOneLine(result.detailsFile)}`);
  }
  return lines.join('\n');
}

function renderWhatFits(head: string, results: readonly NamedResult[]): { text: string; shown: number } {
  const pieces = [head];
  let used = codePointLength(head);
  for (const [index, result] of results.entries()) {
    const piece = renderResult(result, index, 0);
    const more = `… and ${results.length - index} more`;
    if (used + codePointLength(piece) + codePointLength(more) + 4 > AGGREGATE_LIMIT) {
      return { text: [...pieces, more].join('\n\n'), shown: index };
    }
    pieces.push(piece);
    used += codePointLength(piece) + 2;
  }
  return { text: pieces.join('\n\n'), shown: results.length };
}

/** What a task's completion report says after an agent's answer. */
export interface Completion {
  readonly outcome: TaskOutcome;
  readonly summary: string;
  /** A failure names its blocker: its summary. */
  readonly blockers: readonly string[];
}

/** An answer without a status is for people to judge, never a success. */
export function toCompletion({ status, summary = '' }: Pick<OutputFields, 'status' | 'summary'>): Completion {
  const outcome = status === 'unknown' ? 'needs_review' : taskOutcomeOf(status satisfies OutputStatus);
  return { outcome, summary, blockers: outcome === 'blocked' ? [summary] : [] };
}

/** The words and limits of the Agent Output Protocol 1.0.0. */
import type { Finding } from '../../kernel/finding.ts';
import type { OutputStatus } from '../../kernel/outcome.ts';

/** The version of the protocol for agent output. */
export const AOP_VERSION = '1.0.0';

/** In the order they must have. */
export const MARKERS = ['START', 'TASK', 'SUMMARY', 'DETAILS_FILE', 'METRICS', 'STATUS', 'END'] as const;
export type MarkerName = (typeof MARKERS)[number];

/** What a whole block needs; METRICS is optional. */
export const STRICT_MARKERS: readonly MarkerName[] = MARKERS.filter((name) => name !== 'METRICS');
/** What a short block of a terse agent needs. */
export const COMPACT_MARKERS: readonly MarkerName[] = ['SUMMARY', 'DETAILS_FILE', 'STATUS'];

/** Kinds of tasks that have a limit of their own for the summary. */
export const TASK_TYPES = ['search', 'analysis', 'code', 'test', 'build', 'documentation'] as const;
/** A kind of task with a limit of its own for the summary. */
export type TaskType = (typeof TASK_TYPES)[number];

interface TaskTypeRow {
  readonly limit: number;
  /** What the details of such a task are. */
  readonly details: string;
  /** File endings of that kind. */
  readonly endings: readonly string[];
}

export const TASK_TYPE_ROWS: Readonly<Record<TaskType, TaskTypeRow>> = {
  search: { limit: 500, details: 'JSON file with paths', endings: ['json', 'jsonl'] },
  analysis: { limit: 600, details: 'Markdown file', endings: ['md', 'markdown'] },
  code: { limit: 300, details: 'Git diff file', endings: ['diff', 'patch'] },
  test: { limit: 400, details: 'Test output file', endings: ['log', 'txt', 'out', 'xml', 'tap'] },
  build: { limit: 200, details: 'Build log file', endings: ['log', 'txt', 'out'] },
  documentation: {
    limit: 500,
    details: 'Generated doc file',
    endings: ['md', 'markdown', 'html', 'txt', 'rst', 'adoc', 'pdf'],
  },
};

const UNKNOWN_TYPE_LIMIT = 500;
/** No summary is longer, whatever its type. */
export const HIGHEST_LIMIT = 600;
export const TASK_LIMIT = 50;
export const MAX_BULLETS = 5;
export const FALLBACK_LENGTH = 200;

export const limitOf = (type: TaskType | undefined): number =>
  type === undefined ? UNKNOWN_TYPE_LIMIT : TASK_TYPE_ROWS[type].limit;

export const findTaskType = (text: string): TaskType | undefined => TASK_TYPES.find((type) => type === text);

/** How an agent says that its task ended. */
export const OUTPUT_STATUSES: readonly OutputStatus[] = ['success', 'failure', 'partial'];

/** An explicit "there are no details", as opposed to a marker that is missing or empty. */
export const NO_DETAILS = 'none';

/** A number that an agent reports. */
export interface Metric {
  readonly key: string;
  readonly value: string;
}

/** The fields of a block; undefined for what is missing. */
export interface OutputFields {
  readonly start: string | undefined;
  readonly task: string | undefined;
  /** Within the limit; lines without quote marks and colours. */
  readonly summary: string | undefined;
  readonly bullets: readonly string[];
  /** A path as written, or `none`. */
  readonly detailsFile: string | undefined;
  /** Every entry in its order, duplicates too. */
  readonly metrics: readonly Metric[];
  readonly status: OutputStatus | 'unknown';
  readonly end: string | undefined;
}

/** One block of an answer as it was read. */
export interface OutputBlock extends OutputFields {
  readonly level: 'strict' | 'compact' | 'incomplete';
  /** Stands inside a code fence: a template or a quotation, not an answer. */
  readonly fenced: boolean;
  /** First and last line, counted from 1. */
  readonly line: number;
  readonly endLine: number;
  readonly markerLines: ReadonlyMap<MarkerName, number>;
  readonly issues: readonly Finding[];
}

/** What was found in an agent's whole answer. */
export interface OutputReading extends OutputFields {
  /** `none`: there is no block, and the summary is the end of the text. */
  readonly level: OutputBlock['level'] | 'none';
  /** The block the fields come from. */
  readonly block: OutputBlock | undefined;
  /** The last blocks in their order, that one among them. */
  readonly blocks: readonly OutputBlock[];
  /** How many blocks there are; more than `blocks` holds only in hostile text. */
  readonly blockCount: number;
  /** Of the chosen block and of the text around it. */
  readonly issues: readonly Finding[];
}

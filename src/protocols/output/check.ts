import { compareFindings, type Finding } from '../../kernel/finding.ts';
import { detectDumps } from './detect-dumps.ts';
import { createIssue, wholeText, type IssueRule } from './issues.ts';
import { LineWalk } from './line-walk.ts';
import { readTime } from './read-fields.ts';
import { HIGHEST_LIMIT, NO_DETAILS, type OutputReading } from './schema.ts';

/** One rule of the protocol, and whether the answer keeps it. */
export interface CheckRow {
  /** From 1, in the order of the published checklist. */
  readonly number: number;
  /** The checklist's own words. */
  readonly item: string;
  readonly result: 'pass' | 'fail' | 'not-required';
  readonly reason?: string;
  readonly line?: number;
}

/** Whether an answer keeps the protocol, rule by rule. */
export interface OutputCheck {
  readonly compliant: boolean;
  readonly rows: readonly CheckRow[];
  readonly issues: readonly Finding[];
}

/** How strictly an answer is checked. */
export interface CheckOptions {
  /** `compact` asks only for SUMMARY, DETAILS_FILE and STATUS. */
  readonly level: 'strict' | 'compact';
  /** What reading the details file has shown. */
  readonly detailsIssues?: readonly Finding[];
}

/** Why a row fails; undefined if it passes. */
type Verdict = { readonly reason: string; readonly line?: number } | undefined;

/** Holds an answer against each row of the published checklist. */
export function checkOutput(text: string, reading: OutputReading, options: CheckOptions): OutputCheck {
  const dumps = detectDumps(text);
  const around = lengthAround(text, reading);
  const issues = [
    ...reading.issues.map((issue) => relax(issue, options.level)),
    ...(options.detailsIssues ?? []),
    ...dumps,
    ...checkNeed(reading, around, dumps),
    ...(around > 0 && reading.block !== undefined
      ? [createIssue('output-text-around', wholeText, `${around} characters are outside the block`)]
      : []),
  ].toSorted(compareFindings);
  const rows = ROWS.map(({ item, judge, isOptional }, index): CheckRow => {
    const verdict = judge(reading, issues);
    if (verdict === undefined) return { number: index + 1, item, result: 'pass' };
    const isExcused = options.level === 'compact' && isOptional === true;
    return { number: index + 1, item, result: isExcused ? 'not-required' : 'fail', ...verdict };
  });
  const compliant = rows.every((row) => row.result !== 'fail') && issues.every((issue) => issue.severity !== 'error');
  return { compliant, rows, issues };
}

interface Row {
  readonly item: string;
  /** Not asked of a compact block. */
  readonly isOptional?: boolean;
  judge(reading: OutputReading, issues: readonly Finding[]): Verdict;
}

const ROWS: readonly Row[] = [
  {
    item: 'Output includes [AOP:START] marker',
    isOptional: true,
    judge: ({ start }) => judgeTime('START', start),
  },
  {
    item: '[AOP:TASK] is present and under 50 chars',
    isOptional: true,
    judge: ({ task }, issues) =>
      task === undefined ? { reason: 'TASK is missing' } : firstOf(issues, ['output-task-long']),
  },
  {
    item: '[AOP:SUMMARY] is present and under 600 chars',
    judge: ({ summary, block }, issues) =>
      summary === undefined || block === undefined
        ? { reason: 'SUMMARY is missing' }
        : firstOf(issues, ['output-summary-long', 'output-summary-bullets']),
  },
  {
    item: '[AOP:DETAILS_FILE] points to valid path or "none"',
    judge: ({ detailsFile }, issues) =>
      detailsFile === undefined ? { reason: 'DETAILS_FILE is missing' } : firstOf(issues, ['output-details-outside']),
  },
  {
    item: '[AOP:STATUS] is success, failure, or partial',
    judge: ({ status }, issues) =>
      status === 'unknown'
        ? (firstOf(issues, ['output-status-invalid']) ?? { reason: 'STATUS is missing' })
        : undefined,
  },
  {
    item: '[AOP:END] marker present',
    isOptional: true,
    judge: ({ end }, issues) => judgeTime('END', end) ?? firstOf(issues, ['output-time-order']),
  },
  {
    item: 'No full file contents in response',
    judge: (_, issues) => firstOf(issues, ['output-file-contents', 'output-search-dump', 'output-long-code']),
  },
  {
    item: 'No verbose logs or stack traces',
    judge: (_, issues) => firstOf(issues, ['output-log', 'output-stack-trace']),
  },
  {
    item: 'Details file written if needed',
    judge: (_, issues) =>
      firstOf(issues, ['output-details-missing', 'output-details-invalid', 'output-details-needed']),
  },
];

function judgeTime(name: string, value: string | undefined): Verdict {
  if (value === undefined) return { reason: `${name} is missing` };
  return readTime(value) === undefined ? { reason: `${name} is not an ISO time` } : undefined;
}

/** The first error by one of these rules. */
function firstOf(issues: readonly Finding[], rules: readonly IssueRule[]): Verdict {
  const issue = issues.find(({ rule, severity }) => severity === 'error' && rules.some((wanted) => wanted === rule));
  return issue === undefined ? undefined : { reason: issue.message, line: issue.line };
}

/** A strict check takes the short form for what it is: a block with markers missing. */
const relax = (issue: Finding, level: CheckOptions['level']): Finding =>
  level === 'strict' && (issue.rule === 'output-compact' || issue.rule === 'output-marker-missing')
    ? { ...issue, severity: 'error' }
    : issue;

function checkNeed(reading: OutputReading, around: number, dumps: readonly Finding[]): Finding[] {
  const isNamed = reading.detailsFile !== undefined && reading.detailsFile !== NO_DETAILS;
  if (isNamed || (around <= HIGHEST_LIMIT && dumps.length === 0)) return [];
  const message = `${around} characters are outside the block, and no details file is named`;
  return [createIssue('output-details-needed', wholeText, message)];
}

/** Characters on the lines that are not part of the block. */
function lengthAround(text: string, { block }: OutputReading): number {
  let length = 0;
  const walk = new LineWalk(text);
  while (walk.advance()) {
    const isInside = block !== undefined && walk.line >= block.line && walk.line <= block.endLine;
    if (!isInside) length += text.slice(walk.start, walk.end).trim().length;
  }
  return length;
}

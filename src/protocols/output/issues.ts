import type { Finding, Severity } from '../../kernel/finding.ts';
import { cutText } from '../../kernel/text.ts';
import { onOneLine, wellFormed } from './plain-text.ts';

interface IssueRow {
  readonly severity: Severity;
  readonly hint: string;
}

/** Every rule of agent output; the message says what was found, this row how much it matters and what to do. */
export const ISSUE_RULES = {
  'output-no-block': {
    severity: 'error',
    hint: 'end the answer with an AOP block; baton output prompt prints the instructions',
  },
  'output-block-in-fence': { severity: 'error', hint: 'write the block without a code fence around it' },
  'output-fence-open': { severity: 'warning', hint: 'close the code fence before the block' },
  'output-marker-missing': { severity: 'error', hint: 'add the marker, with its value' },
  'output-marker-empty': { severity: 'error', hint: 'write the value on the line of the marker' },
  'output-marker-unknown': { severity: 'warning', hint: 'use the seven markers of the protocol' },
  'output-marker-form': { severity: 'warning', hint: 'write markers bare, in capitals, at the start of the line' },
  'output-order': {
    severity: 'error',
    hint: 'keep the order START, TASK, SUMMARY, DETAILS_FILE, METRICS, STATUS, END',
  },
  'output-compact': {
    severity: 'warning',
    hint: 'write the whole block: a strict parent refuses the short form',
  },
  'output-task-long': { severity: 'error', hint: 'say it in at most 50 characters' },
  'output-summary-long': { severity: 'error', hint: 'shorten the summary and move the rest to the details file' },
  'output-summary-bullets': {
    severity: 'error',
    hint: 'write one to five bullets, each on a line that begins with "- "',
  },
  'output-summary-inline': { severity: 'warning', hint: 'begin the summary on the line below the marker' },
  'output-time-invalid': { severity: 'error', hint: 'write the time like 2026-02-05T10:30:00Z' },
  'output-time-order': { severity: 'error', hint: 'END is the time the work ended, not before START' },
  'output-status-invalid': { severity: 'error', hint: 'write success, failure or partial, and nothing else' },
  'output-value-form': { severity: 'warning', hint: 'write the bare value after the marker' },
  'output-line-separator': { severity: 'warning', hint: 'end lines with a line feed, not with U+2028 or U+2029' },
  'output-metrics-form': { severity: 'warning', hint: 'write METRICS as key: value, key: value' },
  'output-metrics-duplicate': { severity: 'warning', hint: 'name each metric once' },
  'output-details-outside': { severity: 'error', hint: 'name a file inside the project or the cache folder' },
  'output-details-kind': { severity: 'warning', hint: 'a JSON record fits every task type' },
  'output-details-missing': { severity: 'error', hint: 'write the details before answering, or write none' },
  'output-details-invalid': {
    severity: 'error',
    hint: 'write the record as plain JSON with the fields of the protocol',
  },
  'output-details-unread': { severity: 'warning', hint: 'the rest of the block was checked' },
  'output-details-task': { severity: 'warning', hint: 'use the same task in the block and in its record' },
  'output-details-duration': { severity: 'warning', hint: 'duration_ms is END minus START' },
  'output-details-needed': { severity: 'error', hint: 'write the long part to a file and name it in DETAILS_FILE' },
  'output-details-not-written': { severity: 'error', hint: 'the summary is complete; the full output is lost' },
  'output-file-contents': { severity: 'error', hint: 'move file contents to the details file' },
  'output-search-dump': {
    severity: 'error',
    hint: 'say how many matches there are and where; move the list to the details file',
  },
  'output-long-code': { severity: 'error', hint: 'at most 5 lines of code; move the rest to the details file' },
  'output-log': { severity: 'error', hint: 'say what the log shows; move it to the details file' },
  'output-stack-trace': { severity: 'error', hint: 'name the error and the place; move the trace to the details file' },
  'output-text-around': { severity: 'note', hint: 'return only the block' },
  'output-not-utf8': { severity: 'warning', hint: 'write answers as UTF-8' },
} as const satisfies Record<string, IssueRow>;

/** A rule that an answer can break, as docs/rules.md lists it. */
export type IssueRule = keyof typeof ISSUE_RULES;

/** Where an issue is, in lines and columns from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly excerpt: string;
}

const EXCERPT_LENGTH = 80;

export const wholeText: Place = { line: 1, column: 1, endLine: 1, endColumn: 1, excerpt: '' };

export function createIssue(rule: IssueRule, place: Place, message: string, severity?: Severity): Finding {
  const row: IssueRow = ISSUE_RULES[rule];
  return {
    rule,
    kind: 'structure',
    severity: severity ?? row.severity,
    ...place,
    excerpt: toExcerpt(place.excerpt),
    message: wellFormed(message),
    hint: row.hint,
  };
}

const toExcerpt = (text: string): string => cutText(onOneLine(text.slice(0, EXCERPT_LENGTH * 8)), EXCERPT_LENGTH, '…');

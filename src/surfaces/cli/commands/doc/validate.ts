import { BatonError } from '../../../../kernel/errors/index.ts';
import type { Finding, Severity } from '../../../../kernel/finding.ts';
import type { BudgetRow, DocumentIssue } from '../../../../protocols/document/index.ts';
import {
  hasSchema,
  receiveDocument,
  refusedReport,
  validateDocument,
  validateLines,
  type DocumentReport,
  type LineReport,
  type ReceiptOptions,
  type ValidateRequest,
} from '../../../../relay/document/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { defineCommand, type Outcome, type StreamLine } from '../../command.ts';
import { asFinding, chooseFormat, formatFlag, renderFindings, type FindingFormat } from '../../findings/index.ts';
import type { Io } from '../../io.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';
import { readInput } from './read-input.ts';
import { countOf, showIssues } from './show-document.ts';

export const validate = defineCommand({
  operands: 'FILE…|-',
  takes: [1, Infinity],
  about:
    'Runs the checks of a receiver: schema, payload hash, tokens, meaning, referenced files, guard. With --jsonl standard input (FILE is -) is a stream with one document per line, of any length.',
  flags: {
    strict: { kind: 'switch', about: 'What the guard finds is an error, not a warning.' },
    estimate: { kind: 'switch', about: 'Count tokens as bytes / 4 instead of with the tokenizer.' },
    schema: {
      kind: 'text',
      value: 'FILE',
      about: 'Verify this schema file; if it is missing, check only the basics.',
    },
    'no-guard': { kind: 'switch', about: 'Do not scan the strings.' },
    'no-files': { kind: 'switch', about: 'Do not look for referenced files.' },
    receive: { kind: 'switch', about: 'Record in the trace that the document was received and what the checks said.' },
    format: formatFlag,
  },
  examples: [
    { run: 'baton doc validate handoff.json', does: 'check one document' },
    { run: 'cat handoff.json | baton doc validate - --json', does: 'check standard input, answer as JSON' },
    { run: 'baton doc validate --format sarif handoff.json', does: 'for a code scanning service' },
    { run: 'baton doc validate --jsonl - < many.jsonl', does: 'check a stream, one result per line' },
  ],
  async run({ operands, flags, globals, io, platform: loadPlatform }) {
    const platform = await loadPlatform();
    const request: ValidateRequest = {
      strict: flags.strict,
      estimate: flags.estimate,
      checkFiles: !flags['no-files'],
      guard: !flags['no-guard'],
      basicOnly: flags.schema !== undefined && !(await hasSchema(platform, flags.schema)),
    };
    const receipt = flags.receive
      ? { dryRun: globals.dryRun, warn: (warning: string) => io.remark(warning) }
      : undefined;
    if (globals.jsonl) return streamOutcome(platform, io, operands, request, receipt);
    const reports: Named[] = [];
    for (const file of operands) reports.push(await validateOne(platform, io, file, request, receipt));
    return reportOutcome(reports, chooseFormat(flags.format), io);
  },
});

interface Named extends DocumentReport {
  readonly file: string;
}

async function validateOne(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'random' | 'scanner' | 'tokens'>,
  io: Io,
  file: string,
  request: ValidateRequest,
  receipt: ReceiptOptions | undefined,
): Promise<Named> {
  const input = await readInput(platform, io, file);
  if (input.kind === 'refused') return { file, ...refusedReport([input.issue]) };
  const checks = { ...request, budget: true };
  if (receipt === undefined) return { file, ...(await validateDocument(platform, input.bytes, checks)) };
  const { report, warning } = await receiveDocument(platform, input.bytes, { checks, dryRun: receipt.dryRun });
  if (warning !== undefined) receipt.warn(warning);
  return { file, ...report };
}

function reportOutcome(reports: readonly Named[], format: FindingFormat, io: Io): Outcome {
  const valid = reports.every((report) => report.valid);
  const [only] = reports;
  const data = reports.length === 1 && only !== undefined ? only : { valid, documents: reports };
  return {
    kind: 'value',
    data,
    text: (style) =>
      format !== 'text'
        ? renderFindings(format, reports.flatMap(toFindings), data, style)
        : reports.map((report) => showReport(report, style, io.columns)).join('\n\n'),
    exit: valid ? 0 : 1,
  };
}

const toFindings = ({ file, errors, warnings }: Named): Finding[] => [
  ...errors.map((issue) => toFinding(file, issue, 'error')),
  ...warnings.map((issue) => toFinding(file, issue, 'warning')),
];

const toFinding = (file: string, { rule, message, repair }: DocumentIssue, severity: Severity): Finding =>
  asFinding('schema', {
    rule: `document-${rule}`,
    severity,
    file: file === '-' ? undefined : file,
    message,
    hint: repair,
  });

function showReport(report: Named, style: Style, columns: number): string {
  const { file, valid, errors, warnings, omitted = { errors: 0, warnings: 0 }, tokens, budget } = report;
  const [errorCount, warningCount] = [errors.length + omitted.errors, warnings.length + omitted.warnings];
  const verdict = valid ? style.green('valid') : style.red('not valid');
  const counts = [
    ...(errorCount === 0 ? [] : [countOf(errorCount, 'error')]),
    ...(warningCount === 0 ? [] : [countOf(warningCount, 'warning')]),
    ...(tokens === null ? [] : [`${tokens.count} tokens (${tokens.method})`]),
  ];
  return [
    `${style.bold(file)}  ${verdict}${counts.length === 0 ? '' : `, ${counts.join(', ')}`}`,
    ...showIssues(errors, warnings, style, omitted),
    ...(budget === undefined ? [] : ['', ...showBudget(budget, style, columns)]),
  ].join('\n');
}

/** Each section as a bar against its share. */
function showBudget(rows: readonly BudgetRow[], style: Style, columns: number): string[] {
  const width = Math.max(10, Math.min(40, columns - 40));
  const table = rows.map(({ section, budget, tokens, over }) => {
    const filled = Math.min(width, Math.round((tokens / budget) * width));
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
    return [`  ${section}`, over ? style.yellow(bar) : style.green(bar), `${tokens} / ${budget}${over ? ' over' : ''}`];
  });
  return renderTable(table).split('\n');
}

function streamOutcome(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'random' | 'scanner' | 'tokens'>,
  io: Io,
  operands: readonly string[],
  request: ValidateRequest,
  receipt: ReceiptOptions | undefined,
): Outcome {
  const [operand] = operands;
  if (operands.length !== 1 || operand !== '-') {
    throw new BatonError(
      'USAGE_INVALID',
      'with --jsonl the stream comes from standard input: baton doc validate --jsonl -',
    );
  }
  let allValid = true;
  async function* lines(): AsyncGenerator<StreamLine> {
    const progress = io.progress('validating');
    let done = 0;
    try {
      for await (const report of validateLines(platform, io.inputPieces, request, receipt)) {
        allValid &&= report.valid;
        done += 1;
        progress.update(done);
        yield { data: report, text: (style) => showLine(report, style) };
      }
    } finally {
      progress.end();
    }
  }
  return { kind: 'lines', lines: lines(), exit: () => (allValid ? 0 : 1) };
}

const showLine = ({ line, valid }: LineReport, style: Style): string =>
  `${line}  ${valid ? style.green('valid') : style.red('not valid')}`;

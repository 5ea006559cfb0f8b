import { given } from '../../../../kernel/given.ts';
import { BatonError, isBatonError } from '../../../../kernel/errors/index.ts';
import type { FindingKind } from '../../../../kernel/finding.ts';
import { parseJson, isJsonObject } from '../../../../kernel/json.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import {
  MAX_SCAN_BYTES,
  prepareScan,
  scanFiles,
  scanInput,
  scanStaged,
  type ScanReport,
  type ScanRequest,
} from '../../../../relay/scan/index.ts';
import { defineCommand, type Outcome, type StreamLine } from '../../command.ts';
import {
  describeCounts,
  failsOn,
  chooseFormat,
  formatFlag,
  renderFindings,
  type FailOn,
  type FindingFormat,
} from '../../findings/index.ts';
import type { Io } from '../../io.ts';
import { readLines } from '../../read-lines.ts';

const KINDS: Readonly<Record<string, readonly FindingKind[] | undefined>> = {
  injection: ['injection', 'structure'],
  secrets: ['secret'],
  pii: ['pii'],
  all: undefined,
};

export const scan = defineCommand({
  operands: '[FILE…|-]',
  takes: [0, Number.POSITIVE_INFINITY],
  about:
    'Scans files, standard input or staged content for instructions aimed at the next agent, secrets and personal data. Exits with 1 if a finding is severe enough.',
  flags: {
    as: {
      kind: 'text',
      value: 'WHAT',
      choices: Object.keys(KINDS),
      about: 'Look only for injection (with structure), secrets or pii; default all.',
    },
    format: formatFlag,
    'fail-on': {
      kind: 'text',
      value: 'SEVERITY',
      choices: ['error', 'warning'],
      about: 'The lowest severity that makes the exit code 1; default error.',
    },
    staged: { kind: 'switch', about: 'Scan what is staged in git instead of files: for hooks.' },
    'no-model': { kind: 'switch', about: 'Do not use the statistical model.' },
    name: { kind: 'text', value: 'FILE', about: 'With standard input: the file name to use for rules and output.' },
  },
  examples: [
    { run: 'baton scan .ai/handoff/*.md', does: 'scan the handoff files' },
    { run: 'git log -5 | baton scan -', does: 'scan the output of another program' },
    { run: 'baton scan --staged --fail-on warning', does: 'in a hook: stop a commit with anything suspicious in it' },
    { run: 'baton scan --as secrets --format sarif docs/*.md', does: 'for a code scanning service' },
    { run: 'baton scan --jsonl - < texts.jsonl', does: 'one line {"id","text"} in, one line {"id","findings"} out' },
  ],
  async run({ operands, flags, globals, io, platform: load }) {
    const platform = await load();
    const kinds = KINDS[flags.as ?? 'all'];
    const request: ScanRequest = {
      inlineAllows: true,
      repositoryLists: true,
      ...given({ kinds }),
      ...(flags['no-model'] ? { model: false } : {}),
    };
    const failOn: FailOn = flags['fail-on'] === 'warning' ? 'warning' : 'error';
    if (globals.jsonl) return scanStream(platform, operands, request, failOn, io);
    const report = await scanAsked(platform, operands, { staged: flags.staged, name: flags.name }, request, io);
    return describe(report, chooseFormat(flags.format), failOn);
  },
});

function describe({ findings, scanned }: ScanReport, format: FindingFormat, failOn: FailOn): Outcome {
  const data = { scanned, findings };
  return {
    kind: 'value',
    data,
    asIs: format !== 'text',
    text: (style) => {
      const body = renderFindings(format, findings, data, style);
      if (format !== 'text') return body;
      const texts = `${scanned} text${scanned === 1 ? '' : 's'} looked at`;
      return findings.length === 0 ? `${body} ${texts}.` : `${body} in ${texts}`;
    },
    exit: failsOn(findings, failOn) ? 1 : 0,
  };
}

async function scanAsked(
  platform: Pick<Platform, 'clock' | 'files' | 'git' | 'project' | 'scanner'>,
  operands: readonly string[],
  source: { readonly staged: boolean; readonly name: string | undefined },
  request: ScanRequest,
  io: Io,
): Promise<ScanReport> {
  if (source.staged) {
    if (operands.length > 0) throw new BatonError('USAGE_INVALID', '--staged takes no files: it scans what is staged');
    return scanStaged(platform, request);
  }
  if (operands.length === 0) throw new BatonError('USAGE_INVALID', 'name files to scan, or - for standard input');
  if (!operands.includes('-')) return scanFiles(platform, operands, request);
  if (operands.length > 1) throw new BatonError('USAGE_INVALID', '- for standard input cannot be combined with files');
  return scanInput(platform, await io.readInput(MAX_SCAN_BYTES), source.name, request);
}

/** Lines in, lines out, one at a time: memory stays flat however long the stream is. */
async function scanStream(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  operands: readonly string[],
  request: ScanRequest,
  failOn: FailOn,
  io: Io,
): Promise<Outcome> {
  if (operands.some((operand) => operand !== '-'))
    throw new BatonError('USAGE_INVALID', '--jsonl reads standard input: baton scan --jsonl -');
  const { scanText, listFindings } = await prepareScan(platform, request);
  let failed = failsOn(listFindings, failOn);
  async function* lines(): AsyncIterable<StreamLine> {
    // What is wrong with the project's lists belongs to no text.
    if (listFindings.length > 0)
      yield { data: { id: null, findings: listFindings }, text: () => `allow lists: ${describeCounts(listFindings)}` };
    for await (const line of readLines(io.inputPieces, MAX_SCAN_BYTES)) {
      if (line.trim() === '') continue;
      const item = parseItem(line);
      if ('error' in item) {
        failed = true;
        yield { data: item, text: () => `${String(item.id)}: ${item.error.message}` };
        continue;
      }
      const findings = scanText(item.text, item.file);
      failed ||= failsOn(findings, failOn);
      yield {
        data: { id: item.id, findings },
        text: () => `${String(item.id)}: ${describeCounts(findings) || 'nothing found'}`,
      };
    }
  }
  return { kind: 'lines', lines: lines(), exit: () => (failed ? 1 : 0) };
}

type Item =
  | { readonly id: unknown; readonly text: string; readonly file: string | undefined }
  | { readonly id: unknown; readonly error: { readonly code: string; readonly message: string } };

function parseItem(line: string): Item {
  try {
    const value = parseJson(line, { maxBytes: MAX_SCAN_BYTES });
    if (isJsonObject(value) && typeof value['text'] === 'string') {
      return {
        id: value['id'] ?? null,
        text: value['text'],
        file: typeof value['file'] === 'string' ? value['file'] : undefined,
      };
    }
    return {
      id: isJsonObject(value) ? (value['id'] ?? null) : null,
      error: { code: 'INPUT_INVALID', message: 'a line must be an object with "id" and "text"' },
    };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return { id: null, error: { code: error.code, message: error.message } };
  }
}

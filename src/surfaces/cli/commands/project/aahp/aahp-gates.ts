/** The checking commands of the public tool: lint, verify, check, doctor. */

import type { Platform } from '../../../../../kernel/ports/index.ts';
import {
  AAHP_TOOL_VERSION,
  aahpCheck,
  aahpDoctor,
  aahpLint,
  aahpVerify,
  lint,
  parseAahpLevel,
  verify,
} from '../../../../../relay/project/index.ts';
import { renderFindings } from '../../../findings/index.ts';
import { plain } from '../../../style.ts';
import { readPipelineBases } from '../verify.ts';

/** Output and exit code of one call. */
export interface Answer {
  readonly lines: readonly string[];
  readonly exit: 0 | 1;
}

type Report = Awaited<ReturnType<typeof aahpLint>>;

const LABELS = { ok: 'OK', violation: 'FAIL', note: 'WARN' };

/** Each check with what it found; quiet leaves out what is well. */
const renderReport = ({ checks }: Report, quiet = false): string[] =>
  checks.flatMap(({ title, remarks }, index) => {
    const shown = remarks.filter(({ state }) => !quiet || state !== 'ok');
    if (shown.length === 0) return [];
    return [
      `[${index + 1}/${checks.length}] ${title}`,
      ...shown.map(({ state, text }) => `  ${LABELS[state]}: ${text}`),
    ];
  });

/** The exit code is the public tool's; what Baton finds beside it is shown. */
export async function lintAll(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'scanner' | 'tokens'>,
): Promise<Answer> {
  const report = await aahpLint(platform);
  const { findings } = await lint(platform);
  return {
    lines: [
      ...renderReport(report),
      ...(findings.length === 0 ? [] : ['Findings of baton lint:', renderFindings('text', findings, findings, plain)]),
      report.violations === 0 ? 'All checks passed.' : `${report.violations} violation(s) found.`,
    ],
    exit: report.violations === 0 ? 0 : 1,
  };
}

interface VerifyCall {
  readonly level: string;
  readonly quiet: boolean;
  readonly base: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The public tool's layers decide; Baton's own checks of the content are shown beside them. */
export async function verifyAll(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'scanner'>,
  { level: wanted, quiet, base, environment }: VerifyCall,
): Promise<Answer> {
  const level = parseAahpLevel(wanted);
  if (environment['AAHP_SKIP_VERIFY'] === '1' && level !== 'ci')
    return { lines: ['AAHP_SKIP_VERIFY=1 set: skipping local handoff verification.'], exit: 0 };
  const hints = { base: base ?? environment['AAHP_BASE_SHA'], candidates: readPipelineBases(environment) };
  const report = await aahpVerify(platform, level, hints);
  const own = await verify(platform, level === 'full' ? 'prepush' : level, hints);
  const further = own.checks.filter(
    ({ name, state }) => name === 'content' && (state === 'failed' || state === 'warning'),
  );
  const passed = report.violations === 0;
  return {
    lines: [
      ...renderReport(report, quiet),
      ...further.flatMap(({ findings }) => [
        `Findings of baton verify: ${findings.length}`,
        ...(quiet ? [] : findings.map(({ file, line, message }) => `  ${file}:${line} ${message}`)),
      ]),
      passed
        ? `aahp verify passed (level: ${level}).`
        : `aahp verify FAILED: ${report.violations} blocking issue(s) (level: ${level}).`,
    ],
    exit: passed ? 0 : 1,
  };
}

export async function checkAll(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  json: boolean,
  quiet: boolean,
): Promise<Answer> {
  const { repo, gates } = await aahpCheck(platform);
  const failing = gates.filter(({ status }) => status === 'fail');
  const exit = failing.length === 0 ? 0 : 1;
  if (json) {
    const record = {
      schemaVersion: 1,
      command: 'check',
      repo,
      aahpVersion: AAHP_TOOL_VERSION,
      gates: Object.fromEntries(gates.map(({ id, status }) => [id, status])),
      checkedAt: new Date(platform.clock.now()).toISOString(),
    };
    return { lines: [JSON.stringify(record, null, 2)], exit };
  }
  const ran = gates.filter(({ status }) => status !== 'skip').length;
  return {
    lines: [
      ...(quiet ? [] : [`aahp check: governance gates for ${repo}`]),
      ...gates
        .filter(({ status }) => !quiet || status === 'fail')
        .map(({ id, status, reason }) => `  ${status.toUpperCase().padEnd(6)} ${id}: ${reason}`),
      ...(exit === 1
        ? [`Governance FAILED: ${failing.map(({ id }) => id).join(', ')}.`]
        : quiet
          ? []
          : [`Governance OK: ${ran} gate(s) ran, no failures.`]),
    ],
    exit,
  };
}

export async function conform(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  json: boolean,
  quiet: boolean,
  governance: boolean,
): Promise<Answer> {
  const { repo, gates, checkedAt } = await aahpDoctor(platform, governance);
  const rows = Object.entries(gates);
  const failing = rows.filter(([, { status }]) => status === 'fail' || status === 'missing');
  const exit = failing.length === 0 ? 0 : 1;
  const record = {
    schemaVersion: 1,
    ...(governance ? { mode: 'governance' } : {}),
    repo,
    aahpVersion: AAHP_TOOL_VERSION,
    gates: Object.fromEntries(rows.map(([id, { status }]) => [id, status])),
    checkedAt,
  };
  if (json) return { lines: [JSON.stringify(record, null, 2)], exit };
  return {
    lines: [
      ...(quiet ? [] : [`aahp doctor: conformance for ${repo}`]),
      ...(quiet ? failing : rows).map(
        ([id, { status, reason }]) => `  ${status.toUpperCase().padEnd(8)} ${id}: ${reason}`,
      ),
      ...(exit === 1
        ? [`Conformance FAILED: ${failing.map(([id]) => id).join(', ')}.`]
        : quiet
          ? []
          : [`Conformance OK: ${rows.length} gate(s), no failures.`]),
      ...(quiet ? [] : ['', 'JSON record:', JSON.stringify(record)]),
    ],
    exit,
  };
}

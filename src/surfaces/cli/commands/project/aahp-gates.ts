/** The checking commands of the public tool: lint, verify, check, doctor. */
import type { Platform } from '../../../../kernel/ports/index.ts';
import {
  aahpCheck,
  aahpDoctor,
  aahpIntegrity,
  aahpLint,
  lint,
  parseLevel,
  verify,
} from '../../../../relay/project/index.ts';
import { renderFindings } from '../../findings/index.ts';
import { plain } from '../../style.ts';
import { readPipelineBases } from './verify.ts';

/** Output and exit code of one call. */
export interface Answer {
  readonly lines: readonly string[];
  readonly exit: 0 | 1;
}

/** The exit code is the public tool's; what Baton finds beside it is shown. */
export async function lintAll(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'scanner' | 'tokens'>,
): Promise<Answer> {
  const violations = await aahpLint(platform);
  const { findings } = await lint(platform);
  return {
    lines: [
      ...(findings.length === 0 ? [] : [renderFindings('text', findings, findings, plain)]),
      ...violations,
      violations.length === 0 ? 'All checks passed.' : `${violations.length} violation(s) found.`,
    ],
    exit: violations.length === 0 ? 0 : 1,
  };
}

/** The public tool's layers: manifest and lint, drift, and two that only warn. */
export async function verifyAll(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'scanner'>,
  level: string,
  quiet: boolean,
  base: string | undefined,
): Promise<Answer> {
  const parsed = parseLevel(level === 'full' ? 'prepush' : level);
  if (process.env['AAHP_SKIP_VERIFY'] === '1' && level !== 'ci') {
    return { lines: ['AAHP_SKIP_VERIFY=1 set: skipping local handoff verification.'], exit: 0 };
  }
  const violations = [...(await aahpIntegrity(platform)), ...(await aahpLint(platform))];
  const { checks } = await verify(platform, parsed, { base, candidates: readPipelineBases(process.env) });
  const failed = checks.filter(({ name, state }) => state === 'failed' && name === 'drift');
  const ok = violations.length === 0 && failed.length === 0;
  const labels = { ok: 'OK', warning: 'WARN', failed: 'FAIL', skipped: 'SKIP' };
  return {
    lines: [
      ...violations.map((violation) => `  FAIL: ${violation}`),
      ...checks
        .filter(({ state }) => !quiet || state === 'failed' || state === 'warning')
        .flatMap(({ name, state, note, findings }) => [
          `  ${name !== 'drift' && state === 'failed' ? 'WARN' : labels[state]}: ${name}: ${note}`,
          ...findings.map(({ file, line, message }) => `    ${file}:${line} ${message}`),
        ]),
      ok ? `aahp verify passed (level: ${level}).` : `aahp verify FAILED (level: ${level}).`,
    ],
    exit: ok ? 0 : 1,
  };
}

export async function checkAll(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  json: boolean,
  quiet: boolean,
): Promise<Answer> {
  const gates = await aahpCheck(platform);
  const failing = gates.filter(({ status }) => status === 'fail');
  const exit = failing.length === 0 ? 0 : 1;
  if (json) {
    const record = { schemaVersion: 1, gates: Object.fromEntries(gates.map(({ id, status }) => [id, status])) };
    return { lines: [JSON.stringify(record, null, 2)], exit };
  }
  return {
    lines: [
      ...gates
        .filter(({ status }) => !quiet || status === 'fail')
        .map(({ id, status, reason }) => `  ${status.toUpperCase().padEnd(8)} ${id}: ${reason}`),
      exit === 0 ? 'All applicable gates passed.' : `Governance FAILED: ${failing.map(({ id }) => id).join(', ')}.`,
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
  const record = await aahpDoctor(platform, governance);
  const failing = Object.entries(record.gates).filter(([, state]) => state === 'fail' || state === 'missing');
  const exit = failing.length === 0 ? 0 : 1;
  if (json) return { lines: [JSON.stringify(record, null, 2)], exit };
  const rows = Object.entries(record.gates).filter(([, state]) => !quiet || state === 'fail' || state === 'missing');
  return {
    lines: [
      ...rows.map(([gate, state]) => `  ${state.toUpperCase().padEnd(8)} ${gate}`),
      ...(failing.length === 0
        ? quiet
          ? []
          : ['Conformance OK.']
        : [`Conformance FAILED: ${failing.map(([gate]) => gate).join(', ')}.`]),
      ...(quiet ? [] : ['', 'JSON record:', JSON.stringify(record)]),
    ],
    exit,
  };
}

import { doctor as examineAll, type DoctorRow } from '../../../../relay/doctor/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';

export const doctor = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Checks environment, repository, configuration, data and agent hooks, and says what to do about what it finds.',
  flags: { fix: { kind: 'switch', about: 'Repair what can be repaired without losing anything.' } },
  examples: [
    { run: 'baton doctor', does: 'check everything, change nothing' },
    { run: 'baton doctor --fix', does: 'repair what can be repaired' },
  ],
  async run({ flags, globals, platform }) {
    const checks = await examineAll(await platform(), { fix: flags.fix && !globals.dryRun });
    const healthy = checks.every((row) => row.state === 'ok' || row.state === 'note');
    return {
      kind: 'value',
      data: { healthy, checks },
      text: (style) => [...checks.flatMap((row) => renderRow(row, style)), '', summarise(checks, style)].join('\n'),
      exit: healthy ? 0 : 1,
    };
  },
});

function renderRow(row: DoctorRow, style: Style): string[] {
  const marks = {
    ok: style.green('ok     '),
    note: style.cyan('note   '),
    warning: style.yellow('warning'),
    problem: style.red('problem'),
  };
  const lines = [`${marks[row.state]}  ${style.bold(row.title)}  ${row.found}`];
  if (row.fixed !== undefined) lines.push(`         ${style.green('fixed')}: ${row.fixed}`);
  if (row.remedy !== undefined) lines.push(`         ${style.dim('→')} ${row.remedy}`);
  return lines;
}

function summarise(checks: readonly DoctorRow[], style: Style): string {
  const count = (state: DoctorRow['state']): number => checks.filter((row) => row.state === state).length;
  const problems = count('problem');
  const warnings = count('warning');
  if (problems + warnings === 0) return style.green('All is well.');
  return `${problems} problem${problems === 1 ? '' : 's'}, ${warnings} warning${warnings === 1 ? '' : 's'}`;
}

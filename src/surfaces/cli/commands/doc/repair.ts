import { given, whenGiven } from '../../../../kernel/given.ts';
import { parseDuration } from '../../../../kernel/time.ts';
import { estimatingCounter } from '../../../../kernel/token-estimate.ts';
import { repairDocument, type RepairAttempt, type RepairOutcome } from '../../../../relay/document/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';
import { getInput } from './read-input.ts';
import { countOf, showFirst, showIssues } from './show-document.ts';

export const repair = defineCommand({
  operands: 'FILE|-',
  takes: [1, 1],
  about:
    'Repairs a document in at most three attempts: default values and conversions, compression, working context only. No data is invented; the input is not changed.',
  flags: {
    'repair-with': {
      kind: 'text',
      value: 'CMD',
      about: 'A command that gets the repair prompt on standard input and answers with JSON.',
    },
    timeout: { kind: 'text', value: 'TIME', about: 'How long that command may take; default 2m.' },
    'session-path': {
      kind: 'text',
      value: 'DIR',
      about: 'Where files go; default the session path if it is in this project, else the data dir.',
    },
    out: { kind: 'text', value: 'FILE', about: 'Write to this file, which must be new.' },
    estimate: { kind: 'switch', about: 'Count tokens as bytes / 4 instead of with the tokenizer.' },
  },
  examples: [
    { run: 'baton doc repair broken.json', does: 'write a repaired copy' },
    { run: 'baton doc repair broken.json --dry-run', does: 'see what would be changed' },
    { run: 'baton doc repair broken.json --repair-with "my-model --json"', does: 'ask a model before giving up' },
  ],
  async run({ operands, flags, globals, io, platform: loadPlatform }) {
    const platform = await loadPlatform();
    const bytes = await getInput(platform, io, operands[0] ?? '-');
    const outcome = await repairDocument(platform, bytes, {
      dryRun: globals.dryRun,
      ...given({
        repairWith: flags['repair-with'],
        repairTimeoutMs: whenGiven(flags.timeout, parseDuration),
        sessionPath: flags['session-path'],
        out: flags.out,
      }),
      ...(flags.estimate ? { counter: estimatingCounter } : {}),
    });
    for (const warning of outcome.warnings) io.remark(warning);
    return {
      kind: 'value',
      data: outcome,
      text: (style) => showOutcome(outcome, style),
      exit: outcome.repaired ? 0 : 1,
    };
  },
});

function showOutcome({ repaired, path, attempts, unresolved, errors }: RepairOutcome, style: Style): string {
  const isChanged = attempts.some(({ changes }) => changes.length > 0);
  if (repaired && errors.length === 0 && !isChanged)
    return `${style.green('nothing to repair')}${path === null ? '' : `  ${path}`}`;
  return [
    `${repaired ? style.green('repaired') : style.red('not repaired')}${path === null ? '' : `  ${path}`}`,
    ...attempts.flatMap((attempt) => showAttempt(attempt, style)),
    ...(repaired
      ? []
      : [`  ${countOf(unresolved.length, 'error')} left for a person:`, ...showIssues(unresolved, [], style)]),
  ].join('\n');
}

const showAttempt = ({ attempt, name, outcome, changes, reason }: RepairAttempt, style: Style): string[] => [
  `  attempt ${attempt}, ${name}: ${outcome}${reason === undefined ? '' : ` (${reason})`}`,
  ...showFirst(changes, 'change', ({ path, what }) => [`    ${style.dim(path)}  ${what}`]),
];

import { parseLevel, verify as verifyProject, type VerifyCheck } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { chooseFormat, formatFlag, renderFindings } from '../../findings/index.ts';
import type { Style } from '../../style.ts';

export const verify = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'The gate for hooks and CI, on what is staged: schema, guard, .aiignore, integrity, and code that changed without its handoff. Never changes a file.',
  flags: {
    level: {
      kind: 'text',
      value: 'LEVEL',
      about: 'precommit, prepush (also commit pointer and trust, as warnings) or ci; default ci.',
    },
    base: {
      kind: 'text',
      value: 'REV',
      about: 'What the change is compared with; default the base the pipeline names, the upstream, or the main branch.',
    },
    format: formatFlag,
  },
  examples: [
    { run: 'baton verify --level precommit', does: 'as the commit hook does' },
    { run: 'baton verify --level ci', does: 'in a pipeline' },
    { run: 'baton verify --format sarif', does: 'for a code scanning service' },
  ],
  async run({ flags, globals, platform, io }) {
    const options = { base: flags.base, candidates: readPipelineBases(process.env) };
    const result = await io.during(
      'checking the handoff files',
      verifyProject(await platform(), parseLevel(flags.level ?? 'ci'), options),
    );
    const format = chooseFormat(flags.format);
    return {
      kind: 'value',
      data: result,
      asIs: format !== 'text',
      text: (style) => {
        if (format !== 'text')
          return renderFindings(
            format,
            result.checks.flatMap(({ findings }) => findings),
            result,
            style,
          );
        return [
          ...result.checks
            .filter(({ state }) => !globals.quiet || state === 'failed')
            .flatMap((check) => renderCheck(check, style)),
          result.ok ? style.green(`verified (${result.level})`) : style.red(`not verified (${result.level})`),
        ].join('\n');
      },
      exit: result.ok ? 0 : 1,
    };
  },
});

/** What pipelines say about the base of a change, the surest first. */
export function readPipelineBases(environment: Readonly<Record<string, string | undefined>>): string[] {
  const { GITHUB_BASE_REF: branch = '', CI_MERGE_REQUEST_DIFF_BASE_SHA: commit = '' } = environment;
  return [...(commit === '' ? [] : [commit]), ...(branch === '' ? [] : [`origin/${branch}`, branch])];
}

function renderCheck({ name, state, note, findings }: VerifyCheck, style: Style): string[] {
  const marks = {
    ok: style.green('ok     '),
    warning: style.yellow('warning'),
    failed: style.red('failed '),
    skipped: style.dim('skipped'),
  };
  const shown = findings.filter(({ severity }) => severity !== 'note');
  const below =
    shown.length === 0
      ? []
      : renderFindings('text', shown, shown, style)
          .split('\n')
          .map((line) => `  ${line}`);
  return [`${marks[state]}  ${style.bold(name)}  ${note}`, ...below];
}

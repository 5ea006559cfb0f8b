import { given, whenGiven } from '../../../../kernel/given.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { estimatingCounter } from '../../../../kernel/token-estimate.ts';
import { TOKEN_LIMIT } from '../../../../protocols/document/index.ts';
import { compressDocument } from '../../../../relay/document/index.ts';
import { defineCommand } from '../../command.ts';
import { getInput } from './read-input.ts';
import { showLargest, showSteps } from './show-document.ts';

export const compress = defineCommand({
  operands: 'FILE|-',
  takes: [1, 1],
  about:
    'Shortens a document to 2,000 tokens. The whole document is first kept in a file, which the shortened one refers to; the input is not changed.',
  flags: {
    'session-path': {
      kind: 'text',
      value: 'DIR',
      about: 'Where files go; default the session path if it is in this project, else the data dir.',
    },
    out: { kind: 'text', value: 'FILE', about: 'Write to this file, which must be new.' },
    limit: { kind: 'text', value: 'TOKENS', about: 'Fit into fewer tokens than 2,000; at least 300.' },
    estimate: { kind: 'switch', about: 'Count tokens as bytes / 4 instead of with the tokenizer.' },
  },
  examples: [
    { run: 'baton doc compress handoff.json', does: 'write the shortened document beside its original' },
    { run: 'baton doc compress handoff.json --dry-run --json', does: 'see what would be left out' },
  ],
  async run({ operands, flags, globals, io, platform: loadPlatform }) {
    const platform = await loadPlatform();
    const bytes = await getInput(platform, io, operands[0] ?? '-');
    const outcome = await compressDocument(platform, bytes, {
      dryRun: globals.dryRun,
      ...given({ sessionPath: flags['session-path'], out: flags.out }),
      ...(flags.estimate ? { counter: estimatingCounter } : {}),
      ...given({ limit: whenGiven(flags.limit, parseLimit) }),
    });
    for (const warning of outcome.warnings) io.remark(warning);
    const { fits, tokens, path, original, document, largest, warnings } = outcome;
    // A refusal changed nothing, so it lists no changes.
    const steps = fits ? outcome.steps : [];
    const changes = steps.flatMap((step) => step.changes);
    const ofKind = (kind: string) => changes.filter((change) => change.kind === kind);
    return {
      kind: 'value',
      data: {
        fits,
        tokens,
        path,
        original,
        steps,
        removed: ofKind('removed'),
        moved: ofKind('moved'),
        shortened: ofKind('shortened'),
        largest,
        warnings,
        document: fits ? document : null,
      },
      text: (style) =>
        [
          `${fits ? style.green('fits') : style.red('does not fit')}  ${tokens.count} tokens (${tokens.method})`,
          ...(path === null ? [] : [`  document  ${path}`]),
          ...(original === null ? [] : [`  original  ${original}`]),
          ...(fits ? showSteps(outcome, style) : []),
          ...(fits ? [] : showLargest(outcome, style)),
        ].join('\n'),
      exit: fits ? 0 : 1,
    };
  },
});

const MIN_LIMIT = 300;

/** Below it not even the fields that every document has would fit. */
function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= MIN_LIMIT && limit <= TOKEN_LIMIT) return limit;
  throw new BatonError('USAGE_INVALID', `--limit must be a whole number from ${MIN_LIMIT} to ${TOKEN_LIMIT}`);
}

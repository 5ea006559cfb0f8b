import { given } from '../../../../kernel/given.ts';
import { BatonError, isBatonError } from '../../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../../kernel/json.ts';
import { CONFIDENCES, PROBLEM_TYPES } from '../../../../protocols/document/index.ts';
import { createDocument, type CreateOutcome } from '../../../../relay/document/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import { defineCommand } from '../../command.ts';
import type { Io } from '../../io.ts';
import type { Style } from '../../style.ts';
import { getInput } from './read-input.ts';
import { showIssues, showLargest, showSteps } from './show-document.ts';

export const create = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Writes a new handoff document: trace id, chain, token count and hash are filled in, and it is compressed if it does not fit its budget.',
  flags: {
    from: { kind: 'text', value: 'SKILL', about: 'Who hands off (required).' },
    to: { kind: 'text', value: 'SKILL', about: 'Who continues (required).' },
    summary: { kind: 'text', value: 'TEXT', about: 'What it is about, at most 500 characters (required).' },
    type: {
      kind: 'text',
      value: 'TYPE',
      choices: PROBLEM_TYPES,
      about: `Kind of problem (required): ${PROBLEM_TYPES.join(', ')}.`,
    },
    phase: { kind: 'text', value: 'NAME', about: 'The phase the sender is in.' },
    workflow: {
      kind: 'text',
      value: 'ID',
      about: "The sender's workflow; default the start of the trace id.",
    },
    working: {
      kind: 'text',
      value: 'JSON',
      about: 'The working context as a JSON object; - reads it from standard input.',
    },
    continues: { kind: 'text', value: 'FILE', about: 'The document this one continues, with its trace and chain.' },
    trace: { kind: 'text', value: 'ID', about: 'Use this trace id; default a new one.' },
    confidence: { kind: 'text', value: 'LEVEL', choices: CONFIDENCES, about: 'high, medium (default) or low.' },
    prompt: { kind: 'text', value: 'TEXT', about: 'What the user asked for originally.' },
    focus: { kind: 'list', value: 'TEXT', about: 'Something to look at first; may be repeated.' },
    gap: { kind: 'list', value: 'TEXT', about: 'Something known to be missing; may be repeated.' },
    success: { kind: 'list', value: 'TEXT', about: 'How to tell that it is done; may be repeated.' },
    file: { kind: 'list', value: 'PATH', about: 'A file to read, relative to the session path; may be repeated.' },
    reason: { kind: 'text', value: 'TEXT', about: 'Why a skill of the chain takes part again.' },
    approved: { kind: 'switch', about: 'The user has approved a chain longer than five.' },
    expires: { kind: 'text', value: 'TIME', about: 'When it expires: a duration such as 3d, or a date and time.' },
    unlisted: { kind: 'switch', about: 'The target need not be one of the skills that discovery knows.' },
    'session-path': {
      kind: 'text',
      value: 'DIR',
      about: "The sender's folder; default one per sender and trace in the data dir.",
    },
    out: { kind: 'text', value: 'FILE', about: 'Write to this file, which must be new.' },
  },
  examples: [
    {
      run: 'baton doc new --from planner --to coder --summary "Add login" --type implementation',
      does: 'start a chain',
    },
    {
      run: 'baton doc new --continues handoff.json --from coder --to tester --summary "Check login" --type verification',
      does: 'continue from a received document',
    },
  ],
  async run({ flags, globals, io, platform: loadPlatform }) {
    const platform = await loadPlatform();
    const type = PROBLEM_TYPES.find((one) => one === flags.type);
    if (type === undefined) throw missing('--type');
    const outcome = await createDocument(platform, {
      source: {
        skill: need(flags.from, '--from'),
        phase: flags.phase ?? '',
        ...given({ workflowId: flags.workflow }),
      },
      target: { skill: need(flags.to, '--to') },
      summary: need(flags.summary, '--summary'),
      problemType: type,
      confidence: CONFIDENCES.find((one) => one === flags.confidence) ?? 'medium',
      working: await readWorking(io, flags.working),
      focusAreas: flags.focus,
      knownGaps: flags.gap,
      successCriteria: flags.success,
      approved: flags.approved,
      dryRun: globals.dryRun,
      checkTarget: !flags.unlisted,
      ...(flags.file.length === 0 ? {} : { references: { files: flags.file.map((path) => ({ path })) } }),
      ...given({
        traceId: flags.trace,
        originalPrompt: flags.prompt,
        reason: flags.reason,
        expires: flags.expires,
        sessionPath: flags['session-path'],
        out: flags.out,
      }),
      ...(await readReceived(platform, io, flags.continues)),
    });
    for (const warning of outcome.warnings) io.remark(warning);
    const isDone = outcome.errors.length === 0 && outcome.compression.fits;
    return {
      kind: 'value',
      data: {
        path: outcome.path,
        document: outcome.document,
        errors: outcome.errors,
        findings: outcome.findings,
        warnings: outcome.warnings,
        tokens: outcome.compression.tokens,
        steps: outcome.compression.steps,
        largest: outcome.compression.largest,
      },
      text: (style) => showOutcome(outcome, style),
      exit: isDone ? 0 : 1,
    };
  },
});

const missing = (flag: string): BatonError => new BatonError('USAGE_INVALID', `${flag} is missing`);

function need(value: string | undefined, flag: string): string {
  if (value === undefined) throw missing(flag);
  return value;
}

async function readWorking(io: Io, said: string | undefined): Promise<JsonObject> {
  if (said === undefined) return {};
  const text = said === '-' ? (await io.readInput()).toString('utf8') : said;
  try {
    const value = parseJson(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!isBatonError(error)) throw error;
    throw new BatonError('INPUT_INVALID', `--working: ${error.message}`, {}, error);
  }
  throw new BatonError('INPUT_INVALID', '--working must be a JSON object', { hint: 'write it like {"done": ["a"]}' });
}

async function readReceived(
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  file: string | undefined,
): Promise<{ after?: Uint8Array }> {
  return file === undefined ? {} : { after: await getInput(platform, io, file) };
}

function showOutcome({ path, document, errors, findings, compression }: CreateOutcome, style: Style): string {
  const { trace_id, source, target, meta } = document.handoff;
  const head = `${source.skill} → ${target.skill}  ${meta.token_count} tokens  trace ${trace_id}`;
  if (errors.length > 0) return [`${style.red('refused')}  ${head}`, ...showIssues(errors, [], style)].join('\n');
  if (!compression.fits) return [`${style.red('too large')}  ${head}`, ...showLargest(compression, style)].join('\n');
  return [
    `${path === null ? style.yellow('would be written') : style.green('written')}  ${head}`,
    ...(path === null ? [] : [`  ${path}`]),
    ...showSteps(compression, style),
    ...showIssues([], findings, style),
  ].join('\n');
}

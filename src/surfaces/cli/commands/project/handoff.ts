import { BatonError } from '../../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json } from '../../../../kernel/json.ts';
import { handoff as handOver, type HandoffRequest, type HandoffResult } from '../../../../relay/project/index.ts';
import { defineCommand } from '../../command.ts';
import { describeCounts, renderFindings } from '../../findings/index.ts';
import type { Io } from '../../io.ts';
import { readSessionId, SESSION_FLAGS } from './flags.ts';

export const handoff = defineCommand({
  operands: '[-]',
  takes: [0, 1],
  about:
    'Hands over in one call: opens a session if none is open, writes the log entry, status, next actions and verified assertions, checks, commits and closes. If anything is refused, nothing changes. The shortest path for agents.',
  flags: {
    done: { kind: 'text', value: 'TEXT', about: 'What was done; its first sentence is the title of the log entry.' },
    status: { kind: 'text', value: 'TEXT', about: 'What is true now: the new summary of STATUS.md.' },
    finished: {
      kind: 'list',
      value: 'ITEM',
      about: 'A next action that is finished, by id, number or title; may be given several times.',
    },
    next: { kind: 'list', value: 'TEXT', about: 'A next action to add; may be given several times.' },
    verified: {
      kind: 'list',
      value: 'CLAIM',
      about: 'An assertion you verified; may be given several times.',
    },
    context: {
      kind: 'text',
      value: 'TEXT',
      about: 'The current situation, at most 500 characters; default the status.',
    },
    agent: { kind: 'text', value: 'NAME', about: 'Who works; default BATON_AGENT, or the open session.' },
    phase: { kind: 'text', value: 'PHASE', about: 'Phase of the project; default idle.' },
    tag: { kind: 'switch', about: 'Tag the commit as the next aahp/session-N.' },
    'no-commit': { kind: 'switch', about: 'Write the files, but do not commit.' },
    ...SESSION_FLAGS,
  },
  examples: [
    {
      run: 'baton handoff --done "Fixed the CORS header. 12 of 12 tests pass." --next "Deploy to staging"',
      does: 'what was done and what comes next, in one commit',
    },
    {
      run: 'baton handoff --done "Migrated the database" --status "Build green." --verified "Build passes"',
      does: 'with a new summary and a verified assertion',
    },
    { run: 'baton handoff --done "Deployed to staging" --finished 1', does: 'with the first next action finished' },
    { run: 'baton handoff -', does: 'the same as a JSON object on standard input: {"done": "...", "next": ["..."]}' },
  ],
  async run({ operands: [source], flags, globals, io, platform }) {
    const isInput = source === '-' || flags.done === undefined;
    if (source !== undefined && source !== '-')
      throw new BatonError('USAGE_INVALID', `unexpected argument ${source.slice(0, 40)}`);
    const input = isInput
      ? await readInput(io)
      : { done: flags.done ?? '', finished: flags.finished, next: flags.next, verified: flags.verified };
    const agent = flags.agent ?? (process.env['BATON_AGENT'] || undefined);
    const result = await handOver(await platform(), {
      status: flags.status,
      context: flags.context,
      phase: flags.phase,
      agent,
      sessionId: readSessionId(flags),
      ...input,
      tag: flags.tag,
      commit: !flags['no-commit'],
      dryRun: globals.dryRun,
    });
    if (!result.closed) {
      return {
        kind: 'value',
        data: result,
        text: (style) =>
          `${renderFindings('text', result.findings, result, style)}\n\nNot handed over, nothing changed: ${describeCounts(result.findings)}.`,
        exit: 1,
      };
    }
    return {
      kind: 'value',
      data: result,
      text: (style) => `${style.green(globals.dryRun ? 'would hand over' : 'handed over')}  ${describe(result)}`,
      exit: result.commit_failed ? 1 : 0,
    };
  },
});

function describe(result: Extract<HandoffResult, { closed: true }>): string {
  const { commit, note, next, added, adopted, standing, status_kept: isStatusKept } = result;
  return [
    commit === null ? (note ?? 'no commit') : `commit ${commit.slice(0, 7)}${note === null ? '' : ` (${note})`}`,
    ...(next.length === 0 ? [] : [describeAdded(next, added)]),
    ...(adopted.length === 0
      ? []
      : [
          `adopted as Assumed: ${adopted.slice(0, 3).join(', ')}${adopted.length > 3 ? ` and ${adopted.length - 3} more` : ''}`,
        ]),
    ...(isStatusKept ? ['STATUS.md as before: --status TEXT says what is true now'] : []),
    ...(standing.length === 0 ? [] : [`${standing.length} older errors: baton lint`]),
  ].join('; ');
}

function describeAdded(ids: readonly (string | null)[], added: number): string {
  const named = ids.filter((id) => id !== null);
  const known = added < ids.length ? `, ${ids.length - added} there already` : '';
  const what = `${added} next action${added === 1 ? '' : 's'} added${known}`;
  return named.length === 0 ? what : `${what} (${named.join(', ')})`;
}

const MAX_INPUT_BYTES = 4 * 1024 * 1024;

/** A JSON object with the names of the flags. */
async function readInput(io: Io): Promise<Omit<HandoffRequest, 'tag' | 'commit' | 'dryRun'>> {
  const text = (await io.readInput(MAX_INPUT_BYTES)).toString('utf8');
  if (text.trim() === '')
    throw new BatonError('USAGE_INVALID', 'missing --done TEXT, or a JSON object on standard input');
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new BatonError('INPUT_INVALID', 'standard input is not a JSON object');
  const known = ['done', 'status', 'finished', 'next', 'verified', 'context', 'agent', 'phase', 'session_id'];
  const other = Object.keys(value).find((key) => !known.includes(key));
  if (other !== undefined) throw new BatonError('INPUT_INVALID', `unknown field "${other.slice(0, 40)}"`, { known });
  return {
    done: readText(value['done'], 'done') ?? '',
    status: readText(value['status'], 'status'),
    finished: readTexts(value['finished'], 'finished'),
    next: readTexts(value['next'], 'next'),
    verified: readTexts(value['verified'], 'verified'),
    context: readText(value['context'], 'context'),
    phase: readText(value['phase'], 'phase'),
    ...(value['agent'] === undefined ? {} : { agent: readText(value['agent'], 'agent') }),
    ...(value['session_id'] === undefined ? {} : { sessionId: readText(value['session_id'], 'session_id') }),
  };
}

function readText(value: Json | undefined, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new BatonError('INPUT_INVALID', `"${name}" is not a text`, { name });
}

function readTexts(value: Json | undefined, name: string): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map((each) => readText(each, name) ?? '');
  const one = readText(value, name);
  return one === undefined ? undefined : [one];
}

import { given } from '../../kernel/given.ts';
import { stripVTControlCharacters } from 'node:util';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { GitResult, GitRunOptions, ProgramCall, ProgramResult } from '../../kernel/ports/index.ts';
import { runProgram } from '../process/index.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const MAX_SAID = 600;

/**
 * A repository's configuration can name programs: for a pager, a file-system monitor, signatures. None of them is
 * started. A folder that only looks like a bare repository is not one.
 */
const STEADY = [
  '--no-pager',
  ...[
    'core.fsmonitor',
    'color.ui',
    'color.diff',
    'color.status',
    'color.branch',
    'log.showSignature',
    'tag.gpgSign',
    'push.gpgSign',
  ].flatMap((key) => ['-c', `${key}=false`]),
  '-c',
  'safe.bareRepository=explicit',
] as const;

/** Hooks of the repository stay out too, except for the one command that asks for their folder. */
const WITHOUT_HOOKS = ['-c', 'core.hooksPath=/dev/null'] as const;

/** These compare contents, and would start what attributes and configuration name for that. */
const COMPARING = new Set(['diff', 'diff-files', 'diff-index', 'diff-tree', 'log', 'show']);

/** Filters decide what a file is for git (large files, encrypted ones): only what stores content runs them. */
const STORING = new Set(['add', 'update-index', 'hash-object']);

/** What a repository inside this one has changed is its own; to find out, git would run that one's filters. */
const ENTERING = new Set(['diff', 'status']);

const SWITCHED_OFF = { clean: '', smudge: '', process: '', required: 'false' } as const;

function planArguments({ args, filters = [] }: GitCall): string[] {
  const [verb = '', ...rest] = args;
  const hooks = verb === 'rev-parse' && rest.includes('--git-path') ? [] : WITHOUT_HOOKS;
  const unfiltered = listSwitches(verb, filters)
    .filter(([key]) => !key.includes('='))
    .flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const plain = [
    ...(COMPARING.has(verb) ? ['--no-ext-diff', '--no-textconv'] : []),
    ...(ENTERING.has(verb) ? ['--ignore-submodules=dirty'] : []),
  ];
  return [...STEADY, ...hooks, ...unfiltered, verb, ...plain, ...rest];
}

const listSwitches = (verb: string, filters: readonly string[]): (readonly [key: string, value: string])[] =>
  STORING.has(verb)
    ? []
    : filters.flatMap((name) =>
        Object.entries(SWITCHED_OFF).map(([end, value]) => [`filter.${name}.${end}`, value] as const),
      );

/** A name with an equals sign cannot be written with `-c`. */
function planSwitches({ args, filters = [] }: GitCall): Record<string, string> {
  const odd = listSwitches(args[0] ?? '', filters).filter(([key]) => key.includes('='));
  if (odd.length === 0) return {};
  const pairs = odd.flatMap(([key, value], n) => [
    [`GIT_CONFIG_KEY_${n}`, key],
    [`GIT_CONFIG_VALUE_${n}`, value],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(odd.length) };
}

export interface GitCall extends GitRunOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Filters that the repository's own configuration defines. */
  readonly filters?: readonly string[];
}

/** Runs git to its end or its limit. An exit code that is not allowed is a failure with what git said. */
export async function callGit(call: GitCall): Promise<GitResult> {
  const result = await start({
    command: call.command,
    args: planArguments(call),
    cwd: call.cwd,
    env: { ...call.environment, ...call.env, ...planSwitches(call) },
    timeoutMs: call.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    ...given({ input: call.input }),
  });
  const answer = { code: result.code ?? -1, stdout: result.stdout, stderr: result.stderr.toString() };
  const failure = explain(call, result, answer);
  if (failure !== undefined) throw failure;
  return answer;
}

async function start(call: ProgramCall): Promise<ProgramResult> {
  try {
    return await runProgram(call);
  } catch (cause) {
    if (!isBatonError(cause, 'PROCESS_NOT_STARTED')) throw cause;
    if (cause.details['reason'] === 'NO_FOLDER') {
      throw new BatonError('GIT_NOT_A_REPO', `the folder ${call.cwd} is gone`, { cwd: call.cwd }, cause);
    }
    if (cause.details['reason'] === 'ENOENT') {
      throw new BatonError('GIT_MISSING', `there is no program ${call.command}`, { command: call.command }, cause);
    }
    throw new BatonError('GIT_FAILED', cause.message, cause.details, cause);
  }
}

function explain(call: GitCall, result: ProgramResult, answer: GitResult): BatonError | undefined {
  const title = `git ${call.args[0] ?? ''}`;
  const details = {
    args: call.args,
    cwd: call.cwd,
    code: result.code,
    signal: result.signal,
    stderr: cut(answer.stderr),
  };
  if (result.timedOut) {
    const limitMs = call.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    return new BatonError('GIT_TIMED_OUT', `${title} did not finish within ${limitMs} ms`, { ...details, limitMs });
  }
  if (result.truncated) {
    return new BatonError('GIT_FAILED', `${title} printed more than ${MAX_OUTPUT_BYTES} bytes`, details);
  }
  if (result.code === 0 || (result.code !== null && call.okCodes?.includes(result.code))) return undefined;
  const said = cut(answer.stderr) || cut(answer.stdout.toString()) || `it was ended by ${result.signal ?? 'itself'}`;
  if (/not a git repository|safe\.bareRepository/.test(answer.stderr))
    return new BatonError('GIT_NOT_A_REPO', said, details);
  return new BatonError('GIT_FAILED', `${title} failed: ${said}`, { ...details, ...hintFor(answer.stderr) });
}

function hintFor(stderr: string): { hint?: string } {
  if (!/dubious ownership/.test(stderr)) return {};
  return { hint: 'the repository belongs to another user; if you trust it, name it in git’s safe.directory setting' };
}

/** Hooks print colours and bars; what stays is fit for one message. */
function cut(text: string): string {
  const plain = stripVTControlCharacters(text)
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  return plain.length <= MAX_SAID ? plain : `${plain.slice(0, MAX_SAID)}…`;
}

import { isJsonObject } from '../../kernel/json.ts';

/** How an agent of the command line is run, as `agents.json` says it. */
export interface CommandSettings {
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly input: 'stdin' | 'argument';
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number | undefined;
  readonly graceMs: number;
  readonly leaveChildren: boolean;
  /** Of what it prints, so much is kept; half of it of the beginning, half of the end. */
  readonly outputBytes: number;
}

export const BRIEF = '{brief}';
const GRACE_MS = 5_000;
const OUTPUT_BYTES = 2 * 1024 * 1024;

export function readCommandSettings(settings: Readonly<Record<string, unknown>>): CommandSettings {
  const { command, args, input, cwd, env, timeoutSeconds, graceSeconds, leaveChildren, outputBytes } = settings;
  const list = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [];
  const pairs = isJsonObject(env)
    ? Object.entries(env).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    : [];
  const isArgument = input === 'argument' || (input === undefined && list.some((arg) => arg.includes(BRIEF)));
  return {
    command: typeof command === 'string' && command !== '' ? command : undefined,
    args: list,
    input: isArgument ? 'argument' : 'stdin',
    cwd: typeof cwd === 'string' ? cwd : undefined,
    env: Object.fromEntries(pairs),
    timeoutMs: typeof timeoutSeconds === 'number' ? timeoutSeconds * 1_000 : undefined,
    graceMs: typeof graceSeconds === 'number' && graceSeconds >= 0 ? graceSeconds * 1_000 : GRACE_MS,
    leaveChildren: leaveChildren === true,
    outputBytes: typeof outputBytes === 'number' && outputBytes >= 2 ? Math.floor(outputBytes) : OUTPUT_BYTES,
  };
}

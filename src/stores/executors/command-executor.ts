import { dirname, join } from 'node:path';
import { given } from '../../kernel/given.ts';
import { isJsonObject } from '../../kernel/json.ts';
import type { Executor, Files, SessionRef, SessionState, SpawnCall, SpawnOutcome } from '../../kernel/ports/index.ts';
import type { RunExit } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import type { Launches, LaunchExit, LaunchState } from '../launcher/index.ts';

export interface CommandExecutorDeps {
  readonly launches: Launches;
  readonly files: Files;
}

/**
 * Runs any program that works as an agent, through the launcher. It gets its brief on standard input, or as the argument
 * `{brief}`; its task, run and data dir in the environment. It goes on when the daemon ends, and the next daemon finds
 * it again.
 */
export const createCommandExecutor = ({ launches, files }: CommandExecutorDeps): Executor => ({
  prepare: (ticket) => launches.prepare(ticket),
  start: (call) => start(launches, files, call),
  look: async ({ runId }) => toState(await launches.look(runId)),
  stop: async (session: SessionRef) =>
    toState(await launches.stop(session.runId, readCommandSettings(session.settings).graceMs)),
  list: () => launches.list(),
  takeMessages: (runId, take) => launches.takeMessages(runId, take),
  forget: (runId) => launches.forget(runId),
  attend: (wake) => launches.attend(wake),
});

async function start(launches: Launches, files: Files, call: SpawnCall): Promise<SpawnOutcome> {
  const settings = readCommandSettings(call.settings);
  const { command } = settings;
  if (command === undefined) return { kind: 'failed', permanent: true, reason: `agent ${call.agentId} has no command` };
  const briefPath = join(call.dataDir, 'runs', call.taskId, 'brief.md');
  await files.createFolder(join(call.folder, 'outputs'));
  await files.createFolder(dirname(briefPath));
  await files.writeAtomic(briefPath, call.brief);
  const outcome = await launches.start(toLaunchCall(call, { ...settings, command }, briefPath));
  if (outcome.kind === 'started') return { kind: 'started', sessionId: JSON.stringify(outcome.agent) };
  if (outcome.kind === 'failed') return outcome;
  return { kind: 'lost', reason: outcome.kind === 'silent' ? outcome.reason : 'its start was cancelled' };
}

const toLaunchCall = (
  call: SpawnCall,
  settings: CommandSettings & { readonly command: string },
  briefPath: string,
) => ({
  runId: call.runId,
  command: settings.command,
  args: settings.args.map((arg) => arg.replaceAll(BRIEF, call.brief)),
  cwd: settings.cwd ?? call.root,
  env: {
    ...settings.env,
    BATON_TASK_ID: call.taskId,
    BATON_RUN_ID: call.runId,
    BATON_AGENT: call.agentId,
    BATON_DATA_DIR: call.dataDir,
    BATON_STORE: call.store.address,
    BATON_STORE_SCHEMA: call.store.schema,
    BATON_TASK_DIR: call.folder,
    BATON_BRIEF: briefPath,
  },
  ...(settings.input === 'stdin' ? { inputPath: briefPath } : {}),
  outputPath: join(call.folder, 'outputs', `run-${call.runId}.log`),
  headBytes: Math.ceil(settings.outputBytes / 2),
  tailBytes: Math.floor(settings.outputBytes / 2),
  ...given({ timeoutMs: settings.timeoutMs }),
  graceMs: settings.graceMs,
  leaveChildren: settings.leaveChildren,
});

function toState(state: LaunchState): SessionState {
  switch (state.kind) {
    case 'ended':
      return { kind: 'ended', exit: toRunExit(state.exit) };
    case 'alive':
    case 'absent':
    case 'unstarted':
      return { kind: state.kind };
    case 'starting':
    case 'unknown':
      return { kind: 'unknown' };
  }
}

function toRunExit({ code, signal, atMs, timedOut, endedChildren, leftChildren, lastOutput }: LaunchExit): RunExit {
  return {
    at: renderIsoTime(atMs),
    code,
    signal,
    how: describeEnd(code, signal, timedOut),
    ...(lastOutput === '' ? {} : { lastOutput }),
    ...(endedChildren === 0 ? {} : { endedChildren }),
    ...(leftChildren.length === 0 ? {} : { leftChildren }),
  };
}

function describeEnd(code: number | null, signal: string | null, timedOut: boolean): string {
  if (timedOut) return 'it was stopped at its time limit';
  if (code !== null) return `exit code ${code}`;
  return signal === null ? 'it ended unseen' : `ended by ${signal}`;
}

/** How an agent of the command line is run, as `agents.json` says it. */
interface CommandSettings {
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

const BRIEF = '{brief}';
const GRACE_MS = 5_000;
const OUTPUT_BYTES = 2 * 1024 * 1024;

function readCommandSettings(settings: Readonly<Record<string, unknown>>): CommandSettings {
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

import { dirname, join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject } from '../../kernel/json.ts';
import type {
  Clock,
  Executor,
  Files,
  ProcessIdentity,
  Processes,
  SessionRef,
  SessionState,
  SpawnCall,
  SpawnOutcome,
} from '../../kernel/ports/index.ts';

export interface CommandExecutorDeps {
  readonly processes: Processes;
  readonly files: Files;
  readonly clock: Clock;
}

const BRIEF = '{brief}';

/**
 * Runs any program that works as an agent. It gets its brief on standard input, or as the argument `{brief}`; its task,
 * run and data dir in the environment; and it goes on when the daemon ends, whose successor finds it again.
 */
export function createCommandExecutor(deps: CommandExecutorDeps): Executor {
  /** How programs ended that this process has seen end. */
  const endings = new Map<string, string>();
  return {
    start: async (call) => await start(deps, call, endings),
    look: async (session) => await look(deps, session, endings),
    stop: async ({ sessionId }) => {
      const identity = parseSession(sessionId);
      if (identity !== undefined) await deps.processes.stop(identity);
    },
  };
}

async function start(deps: CommandExecutorDeps, call: SpawnCall, endings: Map<string, string>): Promise<SpawnOutcome> {
  const { command, args, input, cwd, env } = readSettings(call);
  if (command === undefined) return { kind: 'failed', permanent: true, reason: `agent ${call.agentId} has no command` };
  const briefPath = join(call.dataDir, 'runs', call.taskId, 'brief.md');
  await deps.files.createFolder(join(call.folder, 'outputs'));
  await deps.files.createFolder(dirname(briefPath));
  await deps.files.writeAtomic(briefPath, call.brief);
  try {
    const { identity, ended } = await deps.processes.start({
      command,
      args: args.map((arg) => arg.replaceAll(BRIEF, call.brief)),
      cwd: cwd ?? call.root,
      outputPath: join(call.folder, 'outputs', `run-${call.runId}.log`),
      ...(input === 'stdin' ? { inputPath: briefPath } : {}),
      env: {
        ...env,
        BATON_TASK_ID: call.taskId,
        BATON_RUN_ID: call.runId,
        BATON_AGENT: call.agentId,
        BATON_DATA_DIR: call.dataDir,
        BATON_STORE: call.store.address,
        BATON_STORE_SCHEMA: call.store.schema,
        BATON_TASK_DIR: call.folder,
        BATON_BRIEF: briefPath,
      },
    });
    const sessionId = JSON.stringify(identity);
    void ended.then(({ code, signal }) =>
      endings.set(sessionId, `its program ended with ${code ?? signal ?? 'unknown'}`),
    );
    return { kind: 'started', sessionId };
  } catch (error) {
    if (!isBatonError(error, 'PROCESS_NOT_STARTED')) throw error;
    // A program that is not there, or must not be run, will not be there the next time either.
    const permanent = ['ENOENT', 'EACCES', 'ENOTDIR', 'ENOEXEC'].includes(String(error.details['reason']));
    return { kind: 'failed', permanent, reason: error.message };
  }
}

async function look(
  deps: CommandExecutorDeps,
  session: SessionRef,
  endings: Map<string, string>,
): Promise<SessionState> {
  const identity = parseSession(session.sessionId);
  const how = endings.get(session.sessionId);
  if (how !== undefined) return { kind: 'ended', how };
  if (identity === undefined) return { kind: 'unknown' };
  const alive = await deps.processes.isAlive(identity);
  if (alive === undefined) return { kind: 'unknown' };
  if (!alive) return { kind: 'ended', how: 'its program has ended' };
  const { timeoutSeconds } = session.settings;
  if (typeof timeoutSeconds !== 'number' || deps.clock.now() - Date.parse(session.startedAt) < timeoutSeconds * 1_000)
    return { kind: 'alive' };
  await deps.processes.stop(identity);
  return { kind: 'ended', how: `it was stopped after its limit of ${timeoutSeconds} seconds` };
}

interface CommandSettings {
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly input: 'stdin' | 'argument';
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

function readSettings({ settings }: SpawnCall): CommandSettings {
  const { command, args, input, cwd, env } = settings;
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
  };
}

/** A session is the identity of its process, so that a recycled process id is not mistaken for it. */
function parseSession(sessionId: string): ProcessIdentity | undefined {
  try {
    const value: unknown = JSON.parse(sessionId);
    if (!isJsonObject(value)) return undefined;
    const { pid, host, started } = value;
    if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
    return { pid, host, ...(typeof started === 'string' ? { started } : {}) };
  } catch {
    return undefined;
  }
}

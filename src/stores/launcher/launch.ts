import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { createProcessIdentities, endRunMembers, findRunMembers, type RunMembers } from '../process/index.ts';
import { CappedLog, MessageScanner, writeOnce } from './program-log.ts';
import { findStartObstacle, spawnGated, type GatedProgram } from './gated-program.ts';
import { launchFiles, parseLaunchCall, type LaunchAnswer, type LaunchCall, type LaunchExit } from './launch-files.ts';
import { WAIT_FOR_FOLDER } from './start-launcher.ts';

/**
 * The program between the daemon and an agent: `node launch.cjs FOLDER`, or `-` for a
 * folder on standard input. It records the agent's process durably before
 * the agent runs, keeps what it prints, ends its process group, and records how it ended. It needs nothing from the
 * daemon and goes on when that is killed.
 */
async function launch(place: string): Promise<void> {
  const identities = createProcessIdentities();
  const launcher = await identities.self();
  const folder = place === WAIT_FOR_FOLDER ? await readFolder() : place;
  // Who would have named it is gone.
  if (folder === '') return;
  const files = launchFiles(folder);
  const call = parseLaunchCall(JSON.parse(readFileSync(files.call, 'utf8')));
  if (call === undefined) return answer({ kind: 'failed', permanent: true, reason: `${files.call} is not a call` });
  const obstacle = findStartObstacle(call.command, call.cwd, { ...process.env, ...call.env });
  if (obstacle !== undefined) return answer({ kind: 'failed', permanent: true, reason: obstacle });
  const log = new CappedLog(call.outputPath, call);
  const program = await spawnGated(call, files.started);
  const agent = (await identities.identify(program.child.pid ?? 0)) ?? { ...launcher, pid: program.child.pid ?? 0 };
  if (!writeOnce(files.launch, { kind: 'launched', launcher, agent, atMs: Date.now() })) {
    program.abandon();
    return answer({ kind: 'revoked' });
  }
  const printed = capture(program, log, files.messages);
  program.open();
  answer({ kind: 'started', agent });
  const run = { leader: agent, runId: call.runId };
  const exit = await follow(program, run, call);
  await Promise.race([printed, delay(DRAIN_MS)]);
  // Who sees that it has ended finds all that it printed.
  log.save();
  writeOnce(files.exit, { ...exit, lastOutput: log.last });
  // Processes that were left on request still print into this one.
  if (exit.leftChildren.length > 0) await printed;
  log.close();
}

/** One line of standard input, which is closed then: nothing of the daemon is needed from here on. */
async function readFolder(): Promise<string> {
  let text = '';
  for await (const piece of process.stdin) {
    text += String(piece);
    if (text.includes('\n')) break;
  }
  process.stdin.destroy();
  return text.includes('\n') ? text.slice(0, text.indexOf('\n')) : '';
}

/** For what is still in the pipes when the program has ended. */
const DRAIN_MS = 1_000;

function answer(value: LaunchAnswer): void {
  try {
    writeSync(1, `${JSON.stringify(value)}\n`);
  } catch (cause) {
    // Who asked may be gone; the run goes on.
    if (!(cause instanceof Error) || !('code' in cause)) throw cause;
  }
}

/** Keeps what is printed, and sets protocol messages aside for the daemon. Settles when nobody can print any more. */
async function capture({ child }: GatedProgram, log: CappedLog, messagesPath: string): Promise<void> {
  const scanner = new MessageScanner((text) => {
    appendFileSync(messagesPath, `${JSON.stringify({ text })}\n`, { mode: 0o600 });
  });
  const closed = [child.stdout, child.stderr].map(
    (stream) => new Promise<void>((settle) => (stream === null ? settle() : stream.once('close', () => settle()))),
  );
  child.stdout?.on('data', (piece: Buffer) => {
    log.add(piece);
    scanner.add(piece);
  });
  child.stderr?.on('data', (piece: Buffer) => log.add(piece));
  await closed[0];
  scanner.end();
  await closed[1];
}

/** Waits for the end of the program, or ends it when its time is over; nothing of its group is left then. */
async function follow(
  { ended }: GatedProgram,
  run: RunMembers,
  { timeoutMs, graceMs, leaveChildren }: LaunchCall,
): Promise<Omit<LaunchExit, 'lastOutput'>> {
  const asked = new Promise<'asked'>((settle) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => settle('asked'));
  });
  const limit = timeoutMs === undefined ? undefined : delay(timeoutMs).then(() => 'late' as const);
  const first = await Promise.race([ended, asked, ...(limit === undefined ? [] : [limit])]);
  const timedOut = first === 'late';
  if (first === 'late' || first === 'asked') await endRunMembers(run, graceMs);
  const { code, signal } = await ended;
  const children = await findRunMembers(run);
  if (!leaveChildren && children.length > 0) await endRunMembers(run, graceMs);
  return {
    code,
    signal,
    atMs: Date.now(),
    timedOut,
    endedChildren: leaveChildren ? 0 : children.length,
    leftChildren: leaveChildren ? children : [],
  };
}

/** Does not keep the process alive by itself. */
const delay = (ms: number): Promise<void> =>
  new Promise((settle) => void setTimeout(settle, Math.min(ms, 2 ** 31 - 1)).unref());

launch(process.argv[2] ?? '').catch((cause: unknown) => {
  answer({ kind: 'failed', permanent: false, reason: cause instanceof Error ? cause.message : String(cause) });
  process.exitCode = 1;
});

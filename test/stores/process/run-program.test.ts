import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProgramCall, ProgramResult } from '../../../src/kernel/ports/index.ts';
import { runProgram } from '../../../src/stores/process/run-program.ts';
import { isRunning } from './is-running.ts';

const LONG_MS = 20_000;
const node = (script: string, more: Partial<ProgramCall> = {}): Promise<ProgramResult> =>
  runProgram({ command: process.execPath, args: ['-e', script], timeoutMs: LONG_MS, ...more });
const sh = (script: string, more: Partial<ProgramCall> = {}): Promise<ProgramResult> =>
  runProgram({ command: script, args: [], shell: true, timeoutMs: LONG_MS, ...more });

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-run-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RUNNER = pathToFileURL(join(import.meta.dirname, '../../../src/stores/process/run-program.ts')).href;

/** A process that runs a program which starts another; `extra` is code of its own, `then` what it does once they run. */
async function startParent(extra: string, then = ''): Promise<{ parent: ChildProcess; grandchild: number }> {
  const script = `import { runProgram } from ${JSON.stringify(RUNNER)};
    ${extra}
    const onOutput = (piece) => process.stdout.write(piece, () => { ${then} });
    await runProgram({ command: 'sleep 30 & echo $!; wait', args: [], shell: true, timeoutMs: 60_000, onOutput });`;
  const file = join(mkdtempSync(join(folder, 'parent-')), 'parent.mts');
  writeFileSync(file, script);
  const parent = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(parent.stdout, 'data');
  return { parent, grandchild: Number(String(line).trim()) };
}

const throwEnough = (): never => {
  throw new RangeError('enough');
};

describe('how a program ended', () => {
  test('its exit code, with nothing else set', async () => {
    const { durationMs, ...result } = await sh('printf out; printf err >&2; exit 7');
    expect(result).toEqual({
      code: 7,
      signal: null,
      stdout: Buffer.from('out'),
      stderr: Buffer.from('err'),
      truncated: false,
      timedOut: false,
    });
    expect(durationMs).toBeGreaterThan(0);
  });

  test('a signal from elsewhere is not a time-out', async () => {
    expect(await sh('kill -9 $$')).toMatchObject({ code: null, signal: 'SIGKILL', timedOut: false });
  });

  test('a program that ended while this process was too busy to look is not late', async () => {
    const running = sh('exit 3', { timeoutMs: 50 });
    await sleep(0);
    const until = performance.now() + 200;
    while (performance.now() < until);
    expect(await running).toMatchObject({ code: 3, timedOut: false });
  });

  test('the limit ends it politely if it listens', async () => {
    const result = await sh('trap "echo bye; exit 5" TERM; while :; do sleep 0.01; done', { timeoutMs: 150 });
    expect(result).toMatchObject({ code: 5, signal: null, timedOut: true, stdout: Buffer.from('bye\n') });
  });

  test('and with SIGKILL if it does not', async () => {
    const result = await sh('trap "" TERM; echo begun; while :; do sleep 0.01; done', { timeoutMs: 150 });
    expect(result).toMatchObject({ code: null, signal: 'SIGKILL', timedOut: true, stdout: Buffer.from('begun\n') });
  });

  test('a limit beyond what a timer can hold is no limit of zero', async () => {
    expect(await sh('sleep 0.05; exit 2', { timeoutMs: Infinity })).toMatchObject({ code: 2, timedOut: false });
  });
});

describe('what a program starts in turn', () => {
  test('dies with it at the limit, even if it ignores the polite signal', async () => {
    const script = `trap '' TERM; sh -c 'trap "" TERM; echo $$; while :; do sleep 0.01; done' & wait`;
    const result = await sh(`sh -c '${script.replaceAll("'", `'\\''`)}'`, { timeoutMs: 200 });
    expect(result.timedOut).toBe(true);
    expect(await isRunning(Number(result.stdout.toString().trim()))).toBe(false);
  });

  test('does not delay the result by holding the pipes, and its own end is not awaited', async () => {
    const result = await sh('sleep 30 & echo $!; exit 4');
    expect(result).toMatchObject({ code: 4, timedOut: false, truncated: false });
    expect(result.durationMs).toBeLessThan(LONG_MS);
    const left = Number(result.stdout.toString().trim());
    expect(process.kill(left, 0)).toBe(true);
    process.kill(left, 'SIGKILL');
  });

  test('may write for ever without holding up the result', async () => {
    const result = await sh('(while :; do echo more; done) & echo $! >&2; exit 0');
    expect(result).toMatchObject({ code: 0, timedOut: false });
    // Its pipe is closed now: it ends at its next write.
    expect(await isRunning(Number(result.stderr.toString().trim()))).toBe(false);
  });
});

describe('output', () => {
  test('bytes that are no text come through unchanged', async () => {
    const { stdout } = await node(
      'process.stdout.write(Buffer.from(Array.from({length: 4096}, (_, i) => (i * 7) % 256)))',
    );
    expect(stdout).toEqual(Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7) % 256)));
  });

  test('exactly the limit is not cut, one byte more is', async () => {
    expect(await sh('printf 12345', { maxOutputBytes: 5 })).toMatchObject({
      stdout: Buffer.from('12345'),
      truncated: false,
    });
    expect(await sh('printf 123456', { maxOutputBytes: 5 })).toMatchObject({
      stdout: Buffer.from('12345'),
      truncated: true,
    });
  });

  test('each stream has its own limit, and a cut on either one shows', async () => {
    const result = await sh('printf 123456 >&2; printf 1234', { maxOutputBytes: 5 });
    expect(result).toMatchObject({ stdout: Buffer.from('1234'), stderr: Buffer.from('12345'), truncated: true });
  });

  test('what is over the limit is read and dropped, so that the program can finish', async () => {
    const result = await sh('head -c 300000000 /dev/zero; exit 6', { maxOutputBytes: 1000 });
    expect(result).toMatchObject({ code: 6, truncated: true });
    expect(result.stdout).toEqual(Buffer.alloc(1000));
  });

  test('listeners see every piece, also those over the limit', async () => {
    let seen = 0;
    await sh('head -c 3000000 /dev/zero', { maxOutputBytes: 10, onOutput: (piece) => void (seen += piece.length) });
    expect(seen).toBe(3_000_000);
  });

  test('a listener that is slow holds the program back, and still sees every piece', async () => {
    let [seen, busy, mostBusy] = [0, 0, 0];
    const onOutput = async (piece: Uint8Array): Promise<void> => {
      busy += 1;
      mostBusy = Math.max(mostBusy, busy);
      await sleep(5);
      seen += piece.length;
      busy -= 1;
    };
    await sh('head -c 3000000 /dev/zero; echo end >&2', { maxOutputBytes: 0, onOutput });
    // At its end Node hands over what is left in the pipes at once: a few pieces, however much was printed before.
    expect({ seen, isHeldBack: mostBusy <= 8 }).toEqual({ seen: 3_000_004, isHeldBack: true });
  });

  test('a listener whose promise fails ends the program and fails the call with its error', async () => {
    const onOutput = (): Promise<void> => Promise.reject(new RangeError('full'));
    await expect(sh('echo one; sleep 30', { onOutput })).rejects.toThrow(new RangeError('full'));
  });

  test('a listener that throws ends the program and fails the call with its error', async () => {
    await expect(sh('echo one; sleep 30', { onOutput: throwEnough })).rejects.toThrow(new RangeError('enough'));
  });
});

describe('input', () => {
  test('arrives whole, also if it is larger than a pipe', async () => {
    const input = Buffer.alloc(5_000_000, 'abc');
    const { stdout } = await runProgram({ command: 'cat', args: [], input, timeoutMs: LONG_MS, maxOutputBytes: 9e6 });
    expect(stdout.equals(input)).toBe(true);
  });

  test('text is sent as UTF-8', async () => {
    expect((await sh('cat', { input: 'Grüße 🎽' })).stdout.toString()).toBe('Grüße 🎽');
  });

  test('a program that does not read it is no failure', async () => {
    expect(await sh('exit 0', { input: Buffer.alloc(5_000_000) })).toMatchObject({ code: 0, timedOut: false });
  });

  test('none given means an empty one, not the terminal', async () => {
    expect(await sh('cat; echo end', { timeoutMs: LONG_MS })).toMatchObject({ code: 0, stdout: Buffer.from('end\n') });
  });
});

describe('environment', () => {
  test('names are added and taken away', async () => {
    process.env['BATON_TEST_GIVEN'] = 'here';
    const script = 'printf "%s|%s" "${BATON_TEST_GIVEN-unset}" "${BATON_TEST_ADDED-unset}"';
    const { stdout } = await sh(script, { env: { BATON_TEST_GIVEN: undefined, BATON_TEST_ADDED: 'a=b' } });
    delete process.env['BATON_TEST_GIVEN'];
    expect(stdout.toString()).toBe('unset|a=b');
  });

  test('the working folder is the one asked for', async () => {
    expect((await sh('pwd -P', { cwd: folder })).stdout.toString().trim()).toBe(folder);
  });
});

describe('a program that cannot be started', () => {
  test('one that is not there', async () => {
    await expect(runProgram({ command: 'baton-no-such-program', args: [], timeoutMs: LONG_MS })).rejects.toMatchObject({
      code: 'PROCESS_NOT_STARTED',
      message: 'cannot start baton-no-such-program: no such program',
      details: { command: 'baton-no-such-program', reason: 'ENOENT' },
    });
  });

  test('one that may not be run', async () => {
    const command = join(folder, 'plain.txt');
    writeFileSync(command, 'text');
    await expect(runProgram({ command, args: [], timeoutMs: LONG_MS })).rejects.toMatchObject({
      code: 'PROCESS_NOT_STARTED',
      details: { reason: 'EACCES' },
    });
  });

  test('one whose working folder is not there says so', async () => {
    const cwd = join(folder, 'nowhere');
    await expect(runProgram({ command: 'true', args: [], cwd, timeoutMs: LONG_MS })).rejects.toMatchObject({
      code: 'PROCESS_NOT_STARTED',
      message: `cannot start true: no folder ${cwd}`,
    });
  });

  test('one with arguments the system cannot take', async () => {
    const call = { command: 'true', args: ['a\0b'], timeoutMs: LONG_MS };
    await expect(runProgram(call)).rejects.toMatchObject({ code: 'PROCESS_NOT_STARTED' });
    await expect(runProgram({ ...call, args: ['x'.repeat(200_000)] })).rejects.toMatchObject({
      code: 'PROCESS_NOT_STARTED',
      details: { reason: 'E2BIG' },
    });
  });

  test('a shell command with separate arguments', async () => {
    await expect(sh('echo', { args: ['x'] })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});

describe('when Baton itself is told to end', () => {
  test('the program ends too, and Baton dies of the signal as usual', async () => {
    const { parent, grandchild } = await startParent('');
    parent.kill('SIGINT');
    expect(await once(parent, 'exit')).toEqual([null, 'SIGINT']);
    expect(await isRunning(grandchild)).toBe(false);
  });

  test('the program ends with a process that ends on its own', async () => {
    const { parent, grandchild } = await startParent('', 'process.exit(9)');
    expect(await once(parent, 'exit')).toEqual([9, null]);
    expect(await isRunning(grandchild)).toBe(false);
  });

  test('somebody else who listens for the signal decides', async () => {
    const { parent, grandchild } = await startParent("process.on('SIGTERM', () => console.log('closing'));");
    parent.kill('SIGTERM');
    const [said] = await once(parent.stdout ?? parent, 'data');
    expect(String(said)).toBe('closing\n');
    expect(process.kill(grandchild, 0)).toBe(true);
    process.kill(grandchild, 'SIGKILL');
    expect(await once(parent, 'exit')).toEqual([0, null]);
  });
});

test('a caller that cannot wait any longer ends a program as its limit would', async () => {
  const stop = new AbortController();
  const running = node('console.log("up"); setTimeout(() => {}, 60_000)', {
    signal: stop.signal,
    onOutput: () => stop.abort(),
  });
  expect(await running).toMatchObject({ timedOut: true, code: null, signal: 'SIGTERM' });
  expect(await node('setTimeout(() => {}, 60_000)', { signal: AbortSignal.abort() })).toMatchObject({ timedOut: true });
});

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { standardFiles } from '../probe/index.ts';
import { locateAnswer, look, placeOf, readAnswer, stampOf, type KeptAnswer } from './answer-file.ts';

const OUTPUT = 1;
const PAUSE_MS = 5;

/**
 * Prints what an earlier call printed, if nothing it was made of has changed since. Undefined if the command has to run.
 * A file of its own, beside the entry: it is loaded before anything else.
 */
export function answerAgain(program: string, { argv, cwd, env, version }: NodeJS.Process): number | undefined {
  try {
    const call = [program, version, cwd(), ...argv.slice(2)];
    const file = locateAnswer(env, call);
    if (file === undefined || !standardFiles.isPlain(OUTPUT)) return undefined;
    const answer = readAnswer(file);
    if (answer === undefined || !holds(answer, call, env)) return undefined;
    return printWhole(Buffer.from(answer.text, 'utf8')) ? answer.exit : undefined;
  } catch {
    // None yet, or none that can be read: the command knows what to do.
    return undefined;
  }
}

/** The same for `--help`, whose text the build wrote down; not for a terminal, or somebody who wants colours. */
export function answerHelp(program: string, { env }: NodeJS.Process): number | undefined {
  if (env['FORCE_COLOR'] !== undefined || !standardFiles.isPlain(OUTPUT)) return undefined;
  try {
    return printWhole(readFileSync(join(dirname(program), 'help.txt'))) ? 0 : undefined;
  } catch {
    // A reader that is gone, a full disk: the command says so.
    return undefined;
  }
}

function holds(answer: KeptAnswer, call: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const nowMs = Date.now();
  return (
    JSON.stringify(answer.call) === JSON.stringify(call) &&
    nowMs >= answer.madeMs &&
    (answer.untilMs === null || nowMs < answer.untilMs) &&
    answer.environment.every(([name, value]) => (env[name] ?? null) === value) &&
    answer.whole.every(([path, stamp]) => {
      const found = look(path);
      return found !== undefined && stampOf(found) === stamp;
    }) &&
    answer.folders.every(([path, stamp]) => {
      const found = look(path);
      return found !== undefined && placeOf(found) === stamp;
    }) &&
    answer.absent.every((path) => look(path) === undefined)
  );
}

/** False if nothing could be written, or not all of it: the command says why, in its own words. */
function printWhole(bytes: Buffer): boolean {
  for (let done = 0; done < bytes.length;) {
    const size = standardFiles.write(OUTPUT, bytes.subarray(done));
    if (size === undefined && done === 0) return false;
    // A pipe that is full and does not wait by itself: the rest must follow what is out.
    if (size === undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    done += size ?? 0;
  }
  return true;
}

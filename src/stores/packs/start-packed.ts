import type { Script } from 'node:vm';
import { locateCompiledCode } from './cache-folder.ts';
import { CompiledCode } from './compiled-code.ts';
import { createPackedRequire, type Module, type Packs, type Require } from './packed-require.ts';

/** What `answer.cjs` offers: the exit code if it has printed what the command would say. */
interface Answers {
  answerAgain(program: string, process: NodeJS.Process): number | undefined;
  answerHelp(program: string, process: NodeJS.Process): number | undefined;
}

/** Exit codes of a command that did its work: it succeeded, or it found something. */
const DONE = new Set([undefined, 0, 1]);

/**
 * Runs the entry of the built command line. `paths` are all commands, `kept` those whose answers are kept. Returns what is
 * loaded, by pack and chunk: tests look at that.
 */
export function startPacked(
  real: Require,
  packs: Packs,
  { paths, kept }: { readonly paths: readonly string[]; readonly kept: readonly string[] },
): ReadonlyMap<string, Module> {
  const loaded = new Map<string, Module>();
  const [word = '', ...more] = process.argv.slice(2);
  const isHelp = word === '--help' && more.length === 0;
  if (isHelp || kept.includes(word)) {
    const answers = real('./answer.cjs') as Answers;
    const exit = (isHelp ? answers.answerHelp : answers.answerAgain)(packs.filename, process);
    process.exitCode = exit;
    if (exit !== undefined) return loaded;
  }
  let compiled: CompiledCode | undefined;
  const open = (): CompiledCode => {
    const fresh = new CompiledCode(locateCompiledCode(process.env, packs.id, paths, process.argv.slice(2)));
    process.on('exit', (code) => {
      if (DONE.has(code)) fresh.save(Date.now());
    });
    return fresh;
  };
  // Opened with the first pack: the version is answered without one.
  const late = {
    find: (pack: string) => (compiled ??= open()).find(pack),
    add: (pack: string, script: Script) => compiled?.add(pack, script),
  };
  createPackedRequire(real, packs, late, loaded)('entry:baton');
  return loaded;
}

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Benchmark } from './benchmark.ts';

/** Names of the benchmarks in a folder: its files, without the runner. */
export const listBenchmarks = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
    .map((file) => basename(file, '.ts'))
    .sort();

export async function loadBenchmark(folder: string, name: string): Promise<Benchmark> {
  const loaded: { readonly benchmark?: Benchmark } = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
  if (loaded.benchmark === undefined) throw new Error(`bench/${name}.ts exports no \`benchmark\``);
  return loaded.benchmark;
}

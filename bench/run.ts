/**
 * npm run bench [-- NAME… --quick --check]: measures, prints a table for each benchmark and keeps the figures in
 * bench/results/NAME.json. `--check` ends with 1 if a target is missed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findNearest } from '../src/kernel/nearest.ts';
import { bold, dim } from '../scripts/support/terminal.ts';
import { findBuildReason } from '../scripts/test/build-state.ts';
import type { Benchmark } from './frame/benchmark.ts';
import { listBenchmarks, loadBenchmark } from './frame/find-benchmarks.ts';
import { measureCase, type CaseResult } from './frame/measure-case.ts';
import { renderTable } from './frame/render-table.ts';

process.exitCode = await main(process.argv.slice(2), process.cwd());

async function main(words: readonly string[], root: string): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { quick: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const folder = join(root, 'bench');
  const all = listBenchmarks(folder);
  const unknown = positionals.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    const nearest = findNearest(unknown, all);
    console.error(`there is no benchmark ${unknown}${nearest === undefined ? '' : `, did you mean ${nearest}?`}`);
    console.error(`there are: ${all.join(', ')}`);
    return 2;
  }
  const buildReason = findBuildReason(root);
  if (buildReason !== undefined) {
    console.error(`${buildReason}: run npm run build first, what is built is what is measured`);
    return 2;
  }
  console.log(dim(describeMachine()));
  let missed = 0;
  for (const name of positionals.length > 0 ? positionals : all) {
    const benchmark = await loadBenchmark(folder, name);
    console.log(`\n${bold(name)}: ${benchmark.about}\n`);
    const results = await measureAll(benchmark, values.quick);
    console.log(renderTable(results));
    writeResults(join(folder, 'results'), name, values.quick, results);
    missed += results.filter(({ target }) => target?.reached === false).length;
  }
  return values.check && missed > 0 ? 1 : 0;
}

async function measureAll(benchmark: Benchmark, quick: boolean): Promise<CaseResult[]> {
  const folder = mkdtempSync(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'baton-bench-'));
  try {
    const { cases, cleanUp } = await benchmark.prepare({ folder, quick });
    try {
      const results: CaseResult[] = [];
      for (const one of cases) results.push(await measureCase(quick ? { ...one, rounds: 3 } : one));
      return results;
    } finally {
      await cleanUp?.();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeResults(folder: string, name: string, quick: boolean, results: readonly CaseResult[]): void {
  mkdirSync(folder, { recursive: true });
  const report = { benchmark: name, machine: describeMachine(), quick, results };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(report, undefined, 2)}\n`);
}

function describeMachine(): string {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${cpu?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${memory}, ${process.platform}-${process.arch}, Node ${process.versions.node}`;
}

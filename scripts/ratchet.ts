/** Figures that may only go down. Each gauge compares the work tree with a list that is lowered and never raised. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareCounts, lowerCounts, type Change, type Counts } from './ratchet/compare-counts.ts';
import { countWords, findWords, readWords } from './ratchet/count-words.ts';
import { LIMITS, measureSizes, movedName } from './ratchet/measure-sizes.ts';
import { readRepoFiles, type RepoFiles } from './support/repo-files.ts';
import { dim, green, plural, red } from './support/terminal.ts';

interface Gauge {
  readonly name: string;
  /** The list, relative to the root. */
  readonly list: string;
  measure(files: RepoFiles): Counts;
  nameOf?(key: string): string;
  describe(change: Change): string;
}

const GAUGES: readonly Gauge[] = [
  {
    name: 'sizes',
    list: 'scripts/ratchet/sizes.json',
    measure: measureSizes,
    nameOf: movedName,
    describe: ({ key, allowed, now }) => {
      const limit = key.includes('#') ? LIMITS.function : LIMITS.file;
      return `${key} has ${now} lines; ${allowed === 0 ? `the limit is ${limit}` : `it may not exceed ${allowed}`}`;
    },
  },
  {
    name: 'words',
    list: 'scripts/ratchet/word-counts.json',
    measure: countWords,
    describe: ({ key, allowed, now }) =>
      `"${key}" occurs ${now} times and may occur ${allowed} times: npm run ratchet -- --show "${key}"`,
  },
];

const USAGE = `npm run ratchet [-- options] [${GAUGES.map(({ name }) => name).join('|')}]
  --update      lower the lists to what is there now; what has grown stays a failure. A missing list is made.
  --counts      print every figure
  --show WORD   print where a word of scripts/ratchet/words.json occurs, and what to write instead`;

process.exitCode = main(process.argv.slice(2), process.cwd());

function main(args: string[], root: string): number {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      update: { type: 'boolean' },
      counts: { type: 'boolean' },
      show: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const unknown = positionals.filter((name) => !GAUGES.some((gauge) => gauge.name === name));
  if (unknown.length > 0) {
    console.error(red(`there is no gauge ${unknown.join(', ')}\n${USAGE}`));
    return 2;
  }
  const wanted = GAUGES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const files = readRepoFiles(root);
  if (values.show !== undefined) return show(files, values.show);
  return Math.max(...wanted.map((gauge) => check(root, files, gauge, values)));
}

/** Where a word occurs, and what to write. */
function show(files: RepoFiles, wanted: string): number {
  const entry = readWords(files.root).find(({ word }) => word === wanted);
  if (entry === undefined) {
    console.error(red(`there is no word "${wanted}" in the list`));
    return 2;
  }
  const uses = findWords(files).filter(({ word }) => word === wanted);
  for (const { path, line, text } of uses) console.log(`${path}:${line}: ${dim(text)}`);
  console.log(`${plural(uses.length, 'use')} of "${wanted}"; write instead: ${entry.instead}`);
  return 0;
}

function check(root: string, files: RepoFiles, gauge: Gauge, options: { update?: boolean; counts?: boolean }): number {
  const now = gauge.measure(files);
  if (options.counts === true) printCounts(now);
  const allowed = readList(root, gauge, options.update === true ? now : {});
  const { grown, shrunk } = compareCounts(allowed, now, gauge.nameOf);
  if (options.update === true) writeList(root, gauge, lowerCounts(allowed, now, gauge.nameOf));
  else if (shrunk.length > 0) console.log(dim(`${gauge.name}: ${shrunk.length} can be lowered with --update`));
  for (const change of grown) console.error(red(gauge.describe(change)));
  if (grown.length > 0) return 1;
  console.log(green(`${gauge.name}: ${plural(Object.keys(now).length, 'entry', 'entries')}, none has grown`));
  return 0;
}

function printCounts(counts: Counts): void {
  const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
  for (const [key, count] of rows) console.log(`${String(count).padStart(6)}  ${key}`);
}

function readList(root: string, { list }: Gauge, otherwise: Counts): Counts {
  const path = join(root, list);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Counts) : otherwise;
}

function writeList(root: string, { list }: Gauge, counts: Counts): void {
  writeFileSync(join(root, list), `${JSON.stringify(counts, null, 2)}\n`);
}

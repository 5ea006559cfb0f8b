/** Measures the house: what three everyday commands run through, and the figures of `src` that should stay small. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSourceFigures, type SourceFigures } from './measure-house/source-figures.ts';
import { measureWalks, type Walk } from './measure-house/walks.ts';

const USAGE = `npm run measure:house [-- options]
  --json          print JSON
  --root DIR      measure another checkout of Baton, which has its own node_modules
  --calls NAME    also print how often functions of this name ran in each walk (may be repeated)
  --files         also print which files ran in each walk`;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      root: { type: 'string' },
      calls: { type: 'string', multiple: true, default: [] },
      files: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return console.log(USAGE);
  const root = resolve(values.root ?? process.cwd());
  const source = readSourceFigures(root);
  const walks = (await measureWalks(root)).map((walk) => describeWalk(walk, values));
  const lines = [...walks.flatMap(walkLines), '', ...sourceLines(source)];
  console.log(values.json === true ? JSON.stringify({ walks, source }, null, 2) : lines.join('\n'));
}

interface WalkFigures extends Omit<Walk, 'runs'> {
  readonly calls: Readonly<Record<string, number>>;
  readonly ran: readonly string[];
}

function describeWalk({ runs, ...figures }: Walk, options: { calls: string[]; files: boolean }): WalkFigures {
  const count = (name: string): number =>
    runs.filter((run) => run.name === name).reduce((sum, { calls }) => sum + calls, 0);
  return {
    ...figures,
    calls: Object.fromEntries(options.calls.map((name) => [name, count(name)])),
    ran: options.files ? [...new Set(runs.map(({ file }) => file))].sort() : [],
  };
}

function walkLines({ name, files, functions, gitProcesses, calls, ran }: WalkFigures): string[] {
  const [first, second, third] = [files, functions, gitProcesses].map((figure) => String(figure).padStart(5));
  return [
    `${name.padEnd(20)}${first} files${second} functions${third} git processes`,
    ...Object.entries(calls).map(([called, count]) => `  ${called} called ${count} times`),
    ...ran.map((file) => `  ${file}`),
  ];
}

function sourceLines(source: SourceFigures): string[] {
  const { lines, largestFolder, largestBarrel, verbImports, folderCycles } = source;
  const rows: [string, number, string?][] = [
    ['files of src', source.files],
    ['lines, without generated', lines.written],
    ['lines, with generated', lines.written + lines.generated],
    ['functions taking Platform', source.platformFunctions],
    ['files in largest folder', largestFolder.files, largestFolder.path],
    ['names of largest barrel', largestBarrel.names, largestBarrel.path],
    ['conditional spreads', source.conditionalSpreads],
    ['imports between verbs', verbImports.length],
    ['cycles between folders', folderCycles.length],
  ];
  return [
    ...rows.map(([label, count, note = '']) => `${label.padEnd(28)}${String(count).padStart(6)}  ${note}`.trimEnd()),
    ...verbImports.map((edge) => `  verb: ${edge}`),
    ...folderCycles.map((cycle) => `  cycle: ${cycle.join(' <-> ')}`),
  ];
}

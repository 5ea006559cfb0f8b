import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { FindingKind } from '../src/kernel/finding.ts';
import type { Scanner } from '../src/kernel/ports/index.ts';
import { MODEL } from '../src/guard/model/weights.gen.ts';
import {
  DATA_FOLDER,
  isCore,
  readSamples,
  readValueSamples,
  type Sample,
  type ValueSample,
} from '../scripts/guard/dataset.ts';
import { defineBenchmark, megabytesPerCpuSecond, type Case, type Contender } from './frame/index.ts';

type Flags = (text: string) => boolean | Promise<boolean>;

const SEED_GREP = /ignore.*instructions|system.*prompt|you are now|disregard/i;
const BUILT = 'dist/lib/guard.js';
const BUILT_COMMAND = 'dist/cli';
const GUARD_PACK = `${BUILT_COMMAND}/guard.pack`;

/** The package as people install it: the sources, translated while they run, are slower. */
const built: { createScanner(): Scanner } = await import(pathToFileURL(BUILT).href);
const scanner = built.createScanner();
const finds =
  (kinds: readonly FindingKind[], model: boolean): Flags =>
  (text) =>
    scanner.scan(text, { kinds, model }).some(({ severity }) => severity !== 'note');
const greps: Flags = (text) => text.split('\n').some((line) => SEED_GREP.test(line));

const SECRETLINT = {
  rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, rules: [] }],
};

const lints: Flags = async (content) => {
  const source = { content, filePath: 'page.md', ext: '.md', contentType: 'text' as const };
  return (await lintSource({ source, options: { config: SECRETLINT } })).messages.length > 0;
};

/** Speed on honest Markdown, with what is found and wrongly flagged in the development data beside it. */
export const benchmark = defineBenchmark({
  about: 'scanning Markdown on one core, beside the first handoff lint’s grep and secretlint’s recommended preset',
  async prepare({ quick }) {
    const hasData = existsSync(DATA_FOLDER);
    const samples = hasData ? readSamples() : [];
    const values = hasData ? readValueSamples() : [];
    const pages = readPages(samples, quick ? 1 : 8);
    const speed = (name: string, work: (text: string) => unknown, note: string): Contender => ({
      name,
      measure: () => megabytesPerCpuSecond(pages, work),
      note: () => note,
    });
    const instructions: readonly FindingKind[] = ['injection', 'structure'];
    const everything = (model: boolean) => (text: string) => scanner.scan(text, { model });
    const grep = speed('grep of the seed', greps, await describeAttacks(samples, greps));
    return {
      cases: [
        {
          title: 'secrets and rules',
          unit: 'MB/s',
          ours: speed(
            'no model',
            (text) => scanner.scan(text, { kinds: [...instructions, 'secret'], model: false }),
            await describeAttacks(samples, finds(instructions, false)),
          ),
          peers: [grep],
          target: { limit: 20 },
        },
        {
          title: 'secrets, rules and personal data',
          unit: 'MB/s',
          ours: speed('no model', everything(false), await describeAttacks(samples, finds(instructions, false))),
          peers: [grep],
        },
        {
          title: 'the same with the model',
          unit: 'MB/s',
          ours: speed('with model', everything(true), await describeAttacks(samples, finds(instructions, true))),
          peers: [grep],
          target: { limit: 5 },
        },
        {
          title: 'secrets alone',
          unit: 'MB/s',
          ours: speed(
            'baton',
            (text) => scanner.scan(text, { kinds: ['secret'], model: false }),
            await describeSecrets(values, finds(['secret'], false)),
          ),
          peers: [speed('secretlint, recommended preset', lints, await describeSecrets(values, lints))],
        },
        ...builtCases(samples, quick),
      ],
    };
  },
});

/** What the built package and command cost, beside the speed of the scanner itself. */
const builtCases = (samples: readonly Sample[], quick: boolean): Case[] => [
  {
    title: 'first scan of a process: tables and model',
    unit: 'ms',
    ours: { name: 'built package', measure: firstScanMs },
    target: { limit: 15 },
  },
  {
    title: 'loading the guard’s one file, as the commands do',
    unit: 'ms',
    ours: { name: 'built command', measure: loadMs },
  },
  {
    title: 'short texts through `baton scan --jsonl -`, start included',
    unit: 'MB/s',
    rounds: 3,
    ours: { name: 'built command', measure: () => streamRate(samples, quick ? 2 : 16) },
    target: { limit: 5 },
  },
  {
    title: 'model, compressed',
    unit: 'bytes',
    rounds: 1,
    ours: { name: 'words and runs of letters', measure: modelBytes },
    target: { limit: 500_000 },
  },
  {
    title: 'rules and model in the command',
    unit: 'bytes',
    rounds: 1,
    ours: { name: 'built command', measure: () => statSync(GUARD_PACK).size },
  },
];

/** Honest sections joined to pages as long as a long document; this repository's own if the data is missing. */
function readPages(samples: readonly Sample[], megabytes: number): string[] {
  const honest = samples.filter((sample) => isCore(sample) && sample.kind !== 'json').map((sample) => sample.text);
  const page = honest.length > 0 ? honest.join('\n\n') : readFileSync('docs/rules.md', 'utf8');
  return Array.from({ length: Math.ceil((megabytes * 1e6) / page.length) }, () => page);
}

/** Processor time of the first scan, with unpacking the model, in a process that did nothing before. */
const firstScanMs = (): number =>
  cpuMsOf(['--input-type=module'], `import { createScanner } from './${BUILT}';`, `createScanner().scan('x');`);

/** Processor time of loading the pack the commands take the guard from, compiled as at the first call. */
const loadMs = (): number =>
  cpuMsOf(
    [],
    `const { readFileSync } = require('fs'); const { runInThisContext } = require('vm');`,
    `runInThisContext(readFileSync('${GUARD_PACK}', 'latin1'));`,
  );

const LONGEST_SHORT = 400;
const MAX_OUTPUT = 1e9;
/** The process itself says on its way out what it used, in microseconds. */
const REPORT_CPU = `data:text/javascript,${encodeURIComponent(`process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(String(user + system));
});`)}`;

/** Processor time of the whole command on honest sections cut to short texts, one line each. */
function streamRate(samples: readonly Sample[], megabytes: number): number {
  const honest = samples.filter(isCore).map(({ text }) => text.slice(0, LONGEST_SHORT));
  const texts = honest.length > 0 ? honest : readFileSync('docs/rules.md', 'utf8').split('\n\n');
  const lines = texts.map((text, id) => `${JSON.stringify({ id, text })}\n`).join('');
  const input = lines.repeat(Math.ceil((megabytes * 1e6) / Buffer.byteLength(lines)));
  const { stderr } = spawnSync(
    process.execPath,
    ['--import', REPORT_CPU, `${BUILT_COMMAND}/baton.cjs`, 'scan', '--jsonl', '-'],
    {
      input,
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT,
    },
  );
  return Buffer.byteLength(input) / Number(stderr.trim().split('\n').at(-1));
}

const modelBytes = (): number =>
  [MODEL.weights, MODEL.runWeights].reduce((sum, packed) => sum + Buffer.byteLength(packed, 'base64'), 0);

function cpuMsOf(options: readonly string[], before: string, measured: string): number {
  const program = `
    ${before}
    const before = process.cpuUsage();
    ${measured}
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  return Number(execFileSync(process.execPath, [...options, '--eval', program], { encoding: 'utf8' }));
}

/** The shipped model saw this data: these figures say that nothing broke, docs/guard-evaluation.md says how good it is. */
const describeAttacks = (samples: readonly Sample[], flags: Flags): Promise<string> =>
  describe(
    samples.filter((sample) => sample.label === 'injection'),
    samples.filter(isCore),
    flags,
  );

const describeSecrets = (values: readonly ValueSample[], flags: Flags): Promise<string> =>
  describe(
    values.filter(({ label }) => label === 'secret'),
    values.filter(({ label }) => label === 'benign'),
    flags,
  );

async function describe(
  bad: readonly { readonly text: string }[],
  honest: readonly { readonly text: string }[],
  flags: Flags,
): Promise<string> {
  return `finds ${await share(bad, flags)}, wrongly ${await share(honest, flags)} (development data)`;
}

async function share(part: readonly { readonly text: string }[], flags: Flags): Promise<string> {
  if (part.length === 0) return '-';
  let found = 0;
  for (const { text } of part) if (await flags(text)) found += 1;
  return `${((100 * found) / part.length).toFixed(1)} %`;
}

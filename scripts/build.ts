/**
 * Builds what is published: `dist/cli` (one CommonJS entry with chunks that load on demand, for a fast start),
 * `dist/lib` (the library as modules with types) and `dist/board` (the web board as static files).
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { build as buildWithVite } from 'vite';
import { COMMANDS } from '../src/surfaces/cli/commands.ts';
import { packChunks, type PackedChunks } from './build/pack-chunks.ts';
import { buildTokenTable } from './build/token-table.ts';

/** What people import: the package itself and its subpaths. */
const LIBRARY: Readonly<Record<string, string>> = {
  index: 'index',
  kernel: 'kernel/index',
  guard: 'guard/index',
  output: 'api/output',
  document: 'api/document',
  tasks: 'api/tasks',
  governance: 'api/governance',
  project: 'api/project',
};

async function buildCli(): Promise<void> {
  const bundle = await rolldown({
    input: { baton: 'src/surfaces/cli/bin.ts' },
    platform: 'node',
    // Some packages ship a CommonJS wrapper that no bundler can follow, beside proper modules.
    resolve: { mainFields: ['module', 'main'] },
    // A command pays only for what it uses: a folder's index re-exports everything, and loading it must not.
    treeshake: { moduleSideEffects: false },
    preserveEntrySignatures: 'allow-extension',
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    // A file costs more to open than its kilobyte costs to read: what nearly every command needs is one chunk.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        // Apart from the entry, which starts a command when it is loaded.
        { name: 'terminal', test: /\/src\/(?:surfaces\/cli\/terminal|kernel\/version)\.ts$/ },
        // Apart from what is done with a block in the form Baton writes, without reading YAML.
        {
          name: 'load-yaml',
          test: /\/node_modules\/js-yaml\/|\/src\/kernel\/frontmatter\/(?:edit|load-yaml|render|yaml-tree)\.ts$/,
        },
        { name: 'disk', test: /\/src\/stores\/(?:fs\/(?!tasks)|process|git|system|authority)/ },
        { debugName: 'room', name: roomOf, test: /\/src\/relay\/(?:project|govern)\/[a-z-]+\// },
      ],
    },
    minify: { compress: true, mangle: false, codegen: true },
  });
  await bundle.close();
  const packed = packChunks(output.filter((file) => file.type === 'chunk'));
  mkdirSync('dist/cli', { recursive: true });
  for (const [name, text] of packed.files) writeFileSync(join('dist/cli', name), text);
  writeFileSync('dist/cli/baton.cjs', renderEntry(await bundleLoader(), packed));
  chmodSync('dist/cli/baton.cjs', 0o755);
}

/** What runs before anything else: it finds chunks in packs and keeps what V8 made of them. */
async function bundleLoader(): Promise<string> {
  const bundle = await rolldown({
    input: { loader: 'src/stores/packs/start-packed.ts' },
    platform: 'node',
    treeshake: { moduleSideEffects: false },
  });
  // Every call reads and compiles it.
  const { output } = await bundle.generate({ format: 'cjs', minify: true });
  await bundle.close();
  return output[0].code;
}

function renderEntry(loader: string, { entryTable, id }: PackedChunks): string {
  const paths = COMMANDS.flatMap(({ path }) =>
    path === 'hook' ? [path, ...HOOKS.map((verb) => `hook ${verb}`)] : path,
  );
  const kept = COMMANDS.filter(({ isKept }) => isKept === true).map(({ path }) => path);
  return [
    '#!/usr/bin/env node',
    `const{startPacked}=(exports=>{${loader};return exports})({});`,
    `const entry=${entryTable};`,
    `const packs={folder:__dirname,filename:__filename,id:${JSON.stringify(id)},entry};`,
    `module.exports=startPacked(require,packs,${JSON.stringify({ paths, kept })});`,
    '',
  ].join('\n');
}

/** The events that hosts call for at every turn; others share what is compiled for `hook`. */
const HOOKS = ['session-start', 'pre-compact', 'subagent-start', 'subagent-stop', 'stop', 'session-end'];

/** `relay/project/reading` and the like: what is in one room is mostly needed together. */
const roomOf = (id: string): string | null =>
  /\/src\/relay\/([a-z-]+\/[a-z-]+)\//.exec(id)?.[1]?.replace('/', '-') ?? null;

/** The launcher of agents is one small file of its own, beside the code that starts it: it runs once per agent. */
async function buildLauncher(): Promise<void> {
  const bundle = await rolldown({
    input: { launch: 'src/stores/launcher/launch.ts' },
    platform: 'node',
    treeshake: { moduleSideEffects: false },
  });
  const minify = { compress: true, mangle: false, codegen: true } as const;
  await bundle.write({ dir: 'dist/cli', format: 'cjs', entryFileNames: '[name].cjs', minify });
  await bundle.write({ dir: 'dist/lib/parts', format: 'es', entryFileNames: '[name].js', minify });
  await bundle.close();
}

/** What gives an answer again is one small file of its own: nothing else is loaded then. */
async function buildAnswer(): Promise<void> {
  const bundle = await rolldown({
    input: { answer: 'src/stores/answers/answer-again.ts' },
    platform: 'node',
    treeshake: { moduleSideEffects: false },
  });
  const minify = { compress: true, mangle: false, codegen: true } as const;
  await bundle.write({ dir: 'dist/cli', format: 'cjs', entryFileNames: '[name].cjs', minify });
  await bundle.close();
}

/** `--help` as it is printed to a file or a pipe. */
function writeHelp(): void {
  // A variable that only asks for no colours: with it the command line does not look for this file.
  const env = { ...process.env, FORCE_COLOR: '0', NODE_OPTIONS: '' };
  writeFileSync('dist/cli/help.txt', execFileSync(process.execPath, ['dist/cli/baton.cjs', '--help'], { env }));
}

/** With its dependencies inside: an installation is this package alone, and only what is used of them. */
async function buildLibrary(): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(LIBRARY).map(([name, file]) => [name, `src/${file}.ts`])),
    platform: 'node',
    resolve: { mainFields: ['module', 'main'] },
    treeshake: { moduleSideEffects: false },
    preserveEntrySignatures: 'allow-extension',
    // The library is one part; only what comes from packages is loaded late.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({
    dir: 'dist/lib',
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'baton', test: /\/src\// }] },
    minify: { compress: true, mangle: false, codegen: false },
  });
  await bundle.close();
  writeLicenses(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
}

/** The packages whose code or data is inside, with their licences, as those ask for. */
function writeLicenses(modules: readonly string[]): void {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
  folders.add(join(process.cwd(), 'node_modules/gpt-tokenizer'));
  const notices = [...folders].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly version: string;
      readonly license?: string;
    };
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    return `## ${name} ${version} (${license ?? 'see its repository'})\n${text}`;
  });
  writeFileSync('dist/third-party.md', `# Third-party code in this package\n\n${notices.join('\n')}`);
}

/** One file of types per entry, and what they share. */
async function buildTypes(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-types-'));
  try {
    execFileSync(
      process.execPath,
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', folder],
      {
        stdio: 'inherit',
      },
    );
    // Generated validators are plain JavaScript: their declarations lie beside them in the sources.
    const generated = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.gen.d.ts'),
    );
    for (const file of generated) cpSync(join('src', file), join(folder, file));
    const input = Object.fromEntries(Object.entries(LIBRARY).map(([name, file]) => [name, `${folder}/${file}.d.ts`]));
    const bundle = await rolldown({
      input,
      external: (id) => !id.startsWith('.') && !isAbsolute(id),
      plugins: [dts({ dtsInput: true, tsconfig: false })],
      checks: { pluginTimings: false },
    });
    await bundle.write({
      dir: 'dist/lib',
      format: 'es',
      chunkFileNames: 'parts/types-[hash].d.ts',
      codeSplitting: { groups: [{ name: 'types', test: /\.d\.ts$/ }] },
    });
    await bundle.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buildBoard(): Promise<void> {
  await buildWithVite({ configFile: 'board/vite.config.ts', logLevel: 'warn' });
}

/** Says what is built while it is, since a silent minute looks like a hang. */
async function step(what: string, build: () => Promise<void> | void): Promise<void> {
  const began = performance.now();
  process.stderr.write(`building ${what} … `);
  await build();
  process.stderr.write(`${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
}

rmSync('dist', { recursive: true, force: true });
await step('command line', buildCli);
await step('launcher', buildLauncher);
await step('answers', buildAnswer);
await step('help', writeHelp);
await step('table of tokens', () => writeFileSync('dist/o200k.bin', buildTokenTable()));
await step('board', buildBoard);
await step('library', buildLibrary);
await step('types', buildTypes);

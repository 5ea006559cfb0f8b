import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { Breach, Rule } from './rule.ts';
import { placeOf, targetOf, type SourceFile, type SourceTree } from './source-tree.ts';

/** Which layers a layer may import: surfaces → relay → protocols → kernel; guard and stores → kernel. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  kernel: ['kernel'],
  guard: ['guard', 'kernel'],
  protocols: ['protocols', 'kernel'],
  stores: ['stores', 'kernel'],
  relay: ['relay', 'protocols', 'kernel'],
  surfaces: ['surfaces', 'relay', 'protocols', 'kernel', 'compose.ts', 'compose-probe.ts', 'compose-pager.ts'],
  // What the package offers beside the running system, one file per subpath.
  api: ['protocols'],
  'index.ts': ['compose.ts', 'relay', 'protocols', 'guard', 'stores', 'kernel'],
  // The one question that is asked before anything is composed.
  'compose-probe.ts': ['stores', 'kernel'],
  'compose-pager.ts': ['stores'],
  'compose-trust.ts': ['relay', 'stores', 'kernel'],
  'compose-codec.ts': ['protocols'],
  'compose-sources.ts': ['stores', 'kernel'],
  'compose-stores.ts': ['compose-codec.ts', 'relay', 'protocols', 'stores', 'kernel'],
  'compose.ts': [
    'compose-sources.ts',
    'compose-trust.ts',
    'compose-stores.ts',
    'relay',
    'protocols',
    'guard',
    'stores',
    'kernel',
    'surfaces',
  ],
};

/** Layers that decide and never act: the same input gives the same result on every machine. */
export const DECIDING_LAYERS: readonly string[] = ['kernel', 'guard', 'protocols', 'relay'];

/** Node modules a deciding layer may use: they compute, and know neither disk nor clock nor network. */
const COMPUTING_MODULES = new Set(
  ['buffer', 'crypto', 'path', 'path/posix', 'string_decoder', 'url', 'util', 'zlib'].map((name) => `node:${name}`),
);

const DISK_AND_PROCESS_MODULES = new Set(['node:fs', 'node:fs/promises', 'node:child_process']);

export const importRules: readonly Rule[] = [
  {
    name: 'layers',
    why: 'Dependencies point one way, so that a layer can be read, tested and replaced without those above it.',
    check: (file, tree) => [
      ...unknownLayer(file),
      ...relativeImports(file, tree).flatMap(({ line, target }) => {
        const { layer } = placeOf(target);
        if ((MAY_IMPORT[file.layer] ?? []).includes(layer)) return [];
        return [{ line, what: `${file.layer} must not import ${layer}` }];
      }),
    ],
  },
  {
    name: 'protocols-apart',
    why: 'Protocols meet only in the relay; one that imports another cannot be used alone.',
    check: (file, tree) =>
      file.layer === 'protocols'
        ? relativeImports(file, tree)
            .filter(({ target }) => placeOf(target).layer === 'protocols' && placeOf(target).unit !== file.unit)
            .map(({ line, target }) => ({ line, what: `imports ${target} of another protocol` }))
        : [],
  },
  {
    name: 'front-door',
    why: 'What a folder offers stands in its index.ts; everything else may change without asking.',
    check: (file, tree) =>
      relativeImports(file, tree).flatMap(({ line, target }) => {
        const door = doorOf(file, target, tree);
        return door === undefined || door === target ? [] : [{ line, what: `imports ${target}; use ${door}` }];
      }),
  },
  {
    name: 'inside-src',
    why: 'The product must not depend on tests, scripts or anything else outside src/.',
    check: (file) =>
      file.imports
        .filter(({ source }) => source.startsWith('.') && !targetOf(file, source).startsWith('src/'))
        .map(({ line, source }) => ({ line, what: `imports ${source}` })),
  },
  {
    name: 'disk-in-stores',
    why: 'Every write passes one file layer, so that tests can record, drop and stop it; the same for child processes.',
    check: (file) =>
      file.layer === 'stores' ? [] : builtinImports(file).filter(({ module }) => DISK_AND_PROCESS_MODULES.has(module)),
  },
  {
    name: 'deciding-layers-compute',
    why: 'A decision that asks the machine cannot be repeated in a test or a simulation.',
    check: (file) =>
      DECIDING_LAYERS.includes(file.layer)
        ? builtinImports(file).filter(({ module }) => !COMPUTING_MODULES.has(module))
        : [],
  },
];

interface RelativeImport {
  readonly line: number;
  readonly target: string;
}

function relativeImports(file: SourceFile, tree: SourceTree): RelativeImport[] {
  return file.imports
    .filter(({ source }) => source.startsWith('.'))
    .map(({ line, source }) => ({ line, target: targetOf(file, source) }))
    .filter(({ target }) => target.startsWith('src/') && (tree.has(target) || target.endsWith('.ts')));
}

function builtinImports(file: SourceFile): (Breach & { module: string })[] {
  return file.imports
    .filter(({ source }) => isBuiltin(source))
    .map(({ line, source }) => {
      const module = source.startsWith('node:') ? source : `node:${source}`;
      return { line, module, what: `imports ${module}` };
    });
}

const unknownLayer = (file: SourceFile): Breach[] =>
  Object.hasOwn(MAY_IMPORT, file.layer) ? [] : [{ line: 1, what: `src/${file.layer} is not a layer` }];

/** The index.ts of the innermost folder that the import enters from outside; undefined where it enters none. */
function doorOf(file: SourceFile, target: string, tree: SourceTree): string | undefined {
  const { unit } = placeOf(target);
  // The kernel is a shelf of tools: each is taken from its own file, or from its room's index.ts.
  if (posix.dirname(target) === 'src/kernel')
    return target === 'src/kernel/index.ts' ? 'the file that defines it' : undefined;
  for (let folder = posix.dirname(target); folder.length >= unit.length; folder = posix.dirname(folder)) {
    if (file.path.startsWith(`${folder}/`)) return undefined;
    const door = `${folder}/index.ts`;
    if (folder === unit || tree.has(door)) return unit.endsWith('.ts') ? undefined : door;
  }
  return undefined;
}

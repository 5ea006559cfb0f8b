import { readFileSync } from 'node:fs';
import type * as path from 'node:path';
import { Script } from 'node:vm';
import type { CompiledCode } from './compiled-code.ts';
import { quickenPaths } from './quick-paths.ts';

/** A module of the bundle, as a function that fills in `module.exports`. */
type Chunk = (exports: object, require: Require, module: Module, filename: string, dirname: string) => void;

export interface Module {
  exports: object;
}

export type Require = (name: string) => unknown;

/** What the built entry knows about the files beside it. */
export interface Packs {
  /** The folder with the packs. */
  readonly folder: string;
  /** Of the entry: what chunks take for their own. */
  readonly filename: string;
  /** A hash of all packs: compiled code of another build is of no use. */
  readonly id: string;
  /** Chunks of the entry itself, which are there without opening a pack. */
  readonly entry: Readonly<Record<string, Chunk>>;
}

/** `pack:chunk`, as the build writes it. */
const PACKED = /^([a-z0-9-]+):(.+)$/;

/** Packs that commands seldom use of what they might need: opened with the first use. */
const LATE_PACKS = new Set(['yaml']);

/** Parts of Node that take milliseconds to load and that many commands never use. */
const LATE = new Set(
  ['child_process', 'crypto', 'fs/promises', 'os', 'perf_hooks', 'readline', 'timers/promises', 'zlib'].map(
    (name) => `node:${name}`,
  ),
);

/**
 * The `require` of the built command line. A few files hold all chunks, as functions in a table: one file is found and
 * read much faster than a hundred. What V8 made of them is kept in the user's cache folder, so that the next call of the
 * same command does not compile again.
 */
export function createPackedRequire(
  real: Require,
  packs: Packs,
  compiled: Pick<CompiledCode, 'find' | 'add'>,
  loaded: Map<string, Module> = new Map(),
): Require {
  const tables = new Map<string, Readonly<Record<string, Chunk>>>([['entry', packs.entry]]);
  const late = new Map<string, object>([['node:path', quickenPaths(real('node:path') as typeof path)]]);
  const table = (pack: string): Readonly<Record<string, Chunk>> => {
    const open = tables.get(pack) ?? openPack(pack, packs, compiled);
    tables.set(pack, open);
    return open;
  };
  const require: Require = (name) => {
    const before = loaded.get(name);
    if (before !== undefined) return before.exports;
    const known = late.get(name);
    if (known !== undefined) return known;
    if (LATE.has(name)) return keep(late, name, loadLate(real, name));
    const [, pack, chunk] = (name.startsWith('node:') ? undefined : PACKED.exec(name)) ?? [];
    if (pack === undefined || chunk === undefined) return real(name);
    const load: Require = () => {
      const module: Module = { exports: {} };
      loaded.set(name, module);
      table(pack)[chunk]?.(module.exports, require, module, packs.filename, packs.folder);
      return module.exports;
    };
    return LATE_PACKS.has(pack) ? keep(late, name, loadLate(load, name)) : load(name);
  };
  return require;
}

function keep<Value>(map: Map<string, Value>, name: string, value: Value): Value {
  map.set(name, value);
  return value;
}

function openPack(
  pack: string,
  { folder }: Packs,
  compiled: Pick<CompiledCode, 'find' | 'add'>,
): Readonly<Record<string, Chunk>> {
  const file = `${folder}/${pack}.pack`;
  const cachedData = compiled.find(pack);
  // The build writes nothing but ASCII: one byte is one character, and V8 keeps the text as it is.
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  compiled.add(pack, script);
  return script.runInThisContext() as Readonly<Record<string, Chunk>>;
}

/** Bundled code reads members of a module when it uses them: so the module is loaded with the first of them. */
function loadLate(load: Require, name: string): object {
  let module: object | undefined;
  return new Proxy({}, { get: (_, key) => Reflect.get((module ??= load(name) as object), key) as unknown });
}

import type { OutputChunk } from 'rolldown';

/** What commands of several areas need. */
const COMMON = 'common';
/** The same for what few of them need: not every command has to read it. */
const SHARED = 'shared';

/** What fewer parts of the program than this begin with is not in the pack that every command reads. */
const FEW_USES = 6;

/** What every command loads, or nearly every one. */
const EVERY_COMMAND = /\/src\/(?:surfaces\/cli\/main|compose|compose-probe|stores\/fs\/tasks\/index)\.ts$/;

/** Above this a chunk is a pack of its own, so that only those who need it read it. */
const LARGE_BYTES = 100 * 1024;

/** The pack of each chunk; one without a pack stays a file. */
export function choosePacks(chunks: readonly OutputChunk[]): ReadonlyMap<string, string | undefined> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const areas = findAreas(byName);
  const uses = countUses(byName);
  const choose = ({ fileName, code, name }: OutputChunk): string | undefined => {
    if (code.length > LARGE_BYTES) return name;
    const [area = COMMON, ...others] = areas.get(fileName) ?? [];
    if (others.length === 0) return area;
    return (uses.get(fileName) ?? 0) < FEW_USES ? SHARED : COMMON;
  };
  return new Map(chunks.filter(({ isEntry }) => !isEntry).map((chunk) => [chunk.fileName, choose(chunk)]));
}

type Chunks = ReadonlyMap<string, OutputChunk>;

/** In which areas of the command line a chunk is needed, at once or later. */
function findAreas(chunks: Chunks): Map<string, Set<string>> {
  const areas = new Map<string, Set<string>>();
  const visit = (fileName: string, area: string): void => {
    const known = areas.get(fileName) ?? new Set<string>();
    const chunk = chunks.get(fileName);
    if (known.has(area) || chunk === undefined) return;
    areas.set(fileName, known.add(area));
    const needed = [...chunk.imports, ...chunk.dynamicImports];
    for (const next of needed) if (areaOf(chunks.get(next)) === undefined) visit(next, area);
  };
  for (const chunk of chunks.values()) {
    const area = chunk.isEntry ? COMMON : areaOf(chunk);
    if (area !== undefined) visit(chunk.fileName, area);
  }
  return areas;
}

/** `tasks` for the chunk that a command of the tasks area begins with. */
const areaOf = (chunk: OutputChunk | undefined): string | undefined =>
  /\/src\/surfaces\/cli\/commands\/([a-z-]+)\//.exec(chunk?.facadeModuleId ?? '')?.[1];

/** How many parts that are loaded on demand need a chunk as soon as they are loaded. */
function countUses(chunks: Chunks): Map<string, number> {
  const uses = new Map<string, number>();
  for (const chunk of chunks.values()) {
    const isUsual = chunk.moduleIds.some((id) => EVERY_COMMAND.test(id));
    if (!chunk.isDynamicEntry && !isUsual) continue;
    const weight = isUsual ? FEW_USES : 1;
    for (const name of closureOf(chunks, chunk.fileName)) uses.set(name, (uses.get(name) ?? 0) + weight);
  }
  return uses;
}

/** A chunk and all that is loaded with it. */
function closureOf(chunks: Chunks, fileName: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(fileName)) return seen;
  seen.add(fileName);
  for (const next of chunks.get(fileName)?.imports ?? []) closureOf(chunks, next, seen);
  return seen;
}

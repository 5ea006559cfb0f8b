import type { OutputChunk } from 'rolldown';

/** What commands of several areas need. */
const COMMON = 'common';
/** The same for what few of them need: not every command has to read it. */
const SHARED = 'shared';

/** What fewer parts of the program than this begin with is not in the pack that every command reads. */
const FEW_USES = 6;

/**
 * What nearly every command loads, one pack after the other: help needs the first alone, commands on handoff files need
 * the second, those on tasks the third, and handing a task on the fourth: document, governance and audit log.
 */
const LAYERS = [
  { pack: 'start', begins: /\/src\/(?:surfaces\/cli\/main|compose-probe)\.ts$/ },
  {
    pack: 'platform',
    begins:
      /\/src\/(?:compose|surfaces\/cli\/command|kernel\/(?:tasks|data-dir|finding|frame|generated-form|markdown\/(?:scan|list-items))|protocols\/project\/(?:names|session\/lock|log\/provenance)|relay\/(?:scan\/scan|project\/drafts\/draft-store)|stores\/tokens\/o200k)\.ts$/,
  },
  {
    pack: 'task-store',
    begins:
      /\/src\/(?:compose-codec|kernel\/yaml|stores\/(?:fs\/tasks|notify)\/index|(?:relay|surfaces\/cli\/commands)\/tasks\/(?:claim|heartbeat|task-show|show-task))\.ts$/,
  },
  {
    pack: 'delegation',
    begins: /\/src\/(?:relay\/(?:tasks\/delegate|delegation\/pass-handoff|govern\/send)|stores\/audit\/audit-log)\.ts$/,
  },
] as const;

/** Above this a chunk is a pack of its own, so that only those who need it read it. */
const LARGE_BYTES = 100 * 1024;

/** The pack of each chunk; one without a pack stays a file. */
export function choosePacks(chunks: readonly OutputChunk[]): ReadonlyMap<string, string | undefined> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const areas = findAreas(byName);
  const uses = countUses(byName);
  const layers = findLayers(byName);
  const choose = ({ fileName, code, name }: OutputChunk): string | undefined => {
    const layer = layers.get(fileName);
    if (layer !== undefined) return layer;
    if (code.length > LARGE_BYTES) return name;
    const [area = COMMON, ...others] = areas.get(fileName) ?? [];
    if (others.length === 0) return area;
    return (uses.get(fileName) ?? 0) < FEW_USES ? SHARED : COMMON;
  };
  return new Map(chunks.filter(({ isEntry }) => !isEntry).map((chunk) => [chunk.fileName, choose(chunk)]));
}

type Chunks = ReadonlyMap<string, OutputChunk>;

/** The layer of each chunk that is in one: the first that needs it. */
function findLayers(chunks: Chunks): Map<string, string> {
  const layers = new Map<string, string>();
  for (const { pack, begins } of LAYERS) {
    for (const { fileName, moduleIds } of chunks.values()) {
      if (!moduleIds.some((id) => begins.test(id))) continue;
      for (const name of closureOf(chunks, fileName)) layers.set(name, layers.get(name) ?? pack);
    }
  }
  return layers;
}

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
    if (!chunk.isDynamicEntry) continue;
    for (const name of closureOf(chunks, chunk.fileName)) uses.set(name, (uses.get(name) ?? 0) + 1);
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

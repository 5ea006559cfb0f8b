import type { OutputChunk } from 'rolldown';

/** What commands of several areas need, by how many parts of the program load it: a command reads whole packs. */
const SHARED = [
  { pack: 'common', uses: 30 },
  { pack: 'several', uses: 6 },
  { pack: 'shared', uses: 0 },
] as const;

/** What only some commands need is a pack of its own above this. */
const LARGE_SHARED_BYTES = 16 * 1024;

/** The area of what is needed by the entry itself. */
const ENTRY = 'entry';

/**
 * What nearly every command loads, one pack after the other: help needs the first alone, commands on handoff files need
 * the second, those on tasks the third, and those that report on a run the fourth. Handing a task on needs document,
 * governance and audit log too.
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
      /\/src\/(?:compose-codec|kernel\/yaml|stores\/(?:fs\/tasks|notify)\/index|(?:relay|surfaces\/cli\/commands)\/tasks\/(?:claim|heartbeat|task-list|task-show|show-task))\.ts$/,
  },
  { pack: 'reports', begins: /\/src\/(?:relay|surfaces\/cli\/commands)\/tasks\/complete\.ts$/ },
  { pack: 'audit-log', begins: /\/src\/stores\/audit\/audit-log\.ts$/ },
  { pack: 'delegation', begins: /\/src\/relay\/(?:tasks\/delegate|delegation\/pass-handoff|govern\/send)\.ts$/ },
  { pack: 'common', begins: /\/src\/(?:relay\/project\/next|surfaces\/cli\/commands\/project\/(?:next|orient))\.ts$/ },
] as const;

/** Most commands on tasks might read YAML, and few do: the loader opens this pack with the first use. */
const YAML = /\/js-yaml\//;

/** Above this a chunk is a pack of its own, so that only those who need it read it. */
const LARGE_BYTES = 100 * 1024;

/** The pack of each chunk; one without a pack stays a file. */
export function choosePacks(chunks: readonly OutputChunk[]): ReadonlyMap<string, string | undefined> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const areas = findAreas(byName);
  const uses = countUses(byName);
  const layers = findLayers(byName);
  const choose = ({ fileName, moduleIds, code, name }: OutputChunk): string | undefined => {
    if (moduleIds.some((id) => YAML.test(id))) return 'yaml';
    const layer = layers.get(fileName);
    if (layer !== undefined) return layer;
    if (code.length > LARGE_BYTES) return name;
    const [area = ENTRY, ...others] = areas.get(fileName) ?? [];
    if (area !== ENTRY && others.length === 0) return area;
    const shared = SHARED.find((one) => (uses.get(fileName) ?? 0) >= one.uses)?.pack;
    return shared === 'common' || code.length <= LARGE_SHARED_BYTES ? shared : `${shared}-${name}`;
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
    const area = chunk.isEntry ? ENTRY : areaOf(chunk);
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

import { dirname, join, relative, resolve } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { equalHex, sha256Hex } from '../../kernel/hash.ts';
import type { Files, Platform } from '../../kernel/ports/index.ts';
import {
  MAX_REGISTRY_BYTES,
  parseBoundaryData,
  parseLock,
  parseManifest,
  type Evidence,
  type Found,
  type Lock,
  type Manifest,
  type Prompt,
} from '../../protocols/governance/index.ts';

/** Where a registry is, as the user said or as it was found. */
export interface RegistryPlace {
  /** Entries of the registry are relative to this folder and may not lead out of it. */
  readonly root: string;
  readonly manifest: string;
  readonly lock: string;
  readonly boundaries: string;
  /** In the audit log. The usual places below one root are one registry: to move it is no way to begin again. */
  readonly name: string;
  /** What blocks and holds are bound to: the root, seen from the project; empty for the project itself. */
  readonly scope: string;
}

export interface RegistryOptions {
  readonly root?: string;
  readonly manifest?: string;
  readonly lock?: string;
}

const MANIFEST = 'prompt-manifest.json';

/** Searched in this order, below the root. */
const FOLDERS = ['', 'versions', join('.baton', 'governance')] as const;

export async function findRegistry(
  platform: Pick<Platform, 'files' | 'project'>,
  options: RegistryOptions = {},
): Promise<RegistryPlace> {
  const root = options.root === undefined ? platform.project.root : resolve(platform.project.folder, options.root);
  const find = async (named: string | undefined, name: string): Promise<string | undefined> => {
    if (named !== undefined) return resolve(platform.project.folder, named);
    for (const folder of FOLDERS) {
      const path = join(root, folder, name);
      if ((await platform.files.stat(path)) !== undefined) return path;
    }
    return undefined;
  };
  const manifest = (await find(options.manifest, MANIFEST)) ?? join(root, MANIFEST);
  // A lock that is not there yet belongs beside its manifest.
  const lock = (await find(options.lock, 'prompt-lock.json')) ?? join(dirname(manifest), 'prompt-lock.json');
  const scope = relative(platform.project.root, root);
  const isUsual = FOLDERS.some((folder) => join(root, folder, MANIFEST) === manifest);
  const name = isUsual ? join(scope, MANIFEST) : relative(platform.project.root, manifest);
  return { root, manifest, lock, boundaries: join(dirname(manifest), 'boundaries.json'), name, scope };
}

/** For commands that make no sense without a registry. */
export async function getRegistry(
  platform: Pick<Platform, 'files' | 'project'>,
  options: RegistryOptions = {},
): Promise<RegistryPlace> {
  const place = await findRegistry(platform, options);
  if ((await platform.files.stat(place.manifest)) !== undefined) return place;
  throw new BatonError('REGISTRY_NOT_FOUND', `no registry below ${place.root}`, { path: place.manifest });
}

const MAX_PROMPT_BYTES = 4 * 1024 * 1024;

/** The registry, and the prompts of these agents (or of all), as they are on disk now. Faults are evidence too. */
export async function readEvidence(
  files: Files,
  place: RegistryPlace,
  wanted: readonly string[] | 'all',
): Promise<Evidence> {
  const manifest = await readRegistryFile(files, place, place.manifest, parseManifest);
  const locked = await readRegistryFile(files, place, place.lock, (text) => ({
    lock: parseLock(text),
    sha256: sha256Hex(text),
  }));
  const lock: Found<Lock> = locked.kind === 'fault' ? locked : { kind: 'found', value: locked.value.lock };
  return {
    manifest,
    lock,
    ...(locked.kind === 'fault' ? {} : { lockSha256: locked.value.sha256 }),
    boundaryData: await readBoundaryData(files, place, lock),
    prompts: await readPrompts(files, place, manifest, wanted),
  };
}

/** The same registry with the prompts of further agents, or of all: its files are not read again. */
export const addPrompts = async (
  files: Files,
  place: RegistryPlace,
  evidence: Evidence,
  wanted: readonly string[] | 'all',
): Promise<Evidence> => ({
  ...evidence,
  prompts: new Map([...evidence.prompts, ...(await readPrompts(files, place, evidence.manifest, wanted))]),
});

async function readRegistryFile<T>(
  files: Files,
  place: RegistryPlace,
  path: string,
  parse: (text: string) => T,
): Promise<Found<T>> {
  try {
    return { kind: 'found', value: parse(await files.readText(path, { maxBytes: MAX_REGISTRY_BYTES })) };
  } catch (error) {
    return toFault(error, place, path);
  }
}

async function readBoundaryData(
  files: Files,
  place: RegistryPlace,
  lock: Found<Lock>,
): Promise<Evidence['boundaryData']> {
  const locked = lock.kind === 'found' ? lock.value.boundaries : undefined;
  const isThere = (await files.stat(place.boundaries)) !== undefined;
  if (!isThere && locked === undefined) return undefined;
  if (!isThere) return { kind: 'fault', reason: 'boundaries.json is locked but missing' };
  if (locked === undefined) return { kind: 'fault', reason: 'boundaries.json exists but is not locked' };
  const text = await readRegistryFile(files, place, place.boundaries, (content) => content);
  if (text.kind === 'fault') return text;
  if (!equalHex(sha256Hex(text.value), locked.hash)) {
    return { kind: 'fault', reason: 'boundaries.json is not the locked one' };
  }
  try {
    return { kind: 'found', value: parseBoundaryData(text.value) };
  } catch (error) {
    return toFault(error, place, place.boundaries);
  }
}

async function readPrompts(
  files: Files,
  place: RegistryPlace,
  manifest: Found<Manifest>,
  wanted: readonly string[] | 'all',
): Promise<ReadonlyMap<string, Found<Prompt>>> {
  if (manifest.kind === 'fault') return new Map();
  const { agents } = manifest.value;
  const ids = wanted === 'all' ? [...agents.keys()] : wanted;
  const prompts = new Map<string, Found<Prompt>>();
  for (const id of ids) {
    const agent = agents.get(id);
    if (agent !== undefined) prompts.set(id, await readPrompt(files, place, agent.file));
  }
  return prompts;
}

/** The hash is over the bytes as they are, final newline included. */
async function readPrompt(files: Files, place: RegistryPlace, file: string): Promise<Found<Prompt>> {
  try {
    const path = await files.resolveInside(place.root, file);
    const bytes = await files.readBytes(path, { maxBytes: MAX_PROMPT_BYTES });
    return { kind: 'found', value: { sha256: sha256Hex(bytes), text: bytes.toString('utf8') } };
  } catch (error) {
    return toFault(error, place, file);
  }
}

function toFault(error: unknown, place: RegistryPlace, path: string): { kind: 'fault'; reason: string } {
  if (!isBatonError(error)) throw error;
  const name = path.startsWith(place.root) ? relative(place.root, path) : path;
  const reasons: Partial<Record<typeof error.code, string>> = {
    FILE_NOT_FOUND: `${name} is not there`,
    FILE_OUTSIDE_ROOT: `${name} leads out of the root`,
    FILE_IS_DIRECTORY: `${name} is a folder`,
    FILE_NOT_TEXT: `${name} is not text`,
    INPUT_TOO_LARGE: `${name} is too large`,
  };
  return { kind: 'fault', reason: reasons[error.code] ?? error.message };
}

import { relative } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { equalHex, sha256Hex } from '../../kernel/hash.ts';
import type { Files } from '../../kernel/ports/index.ts';
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
import type { RegistryPlace } from './registry-place.ts';

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

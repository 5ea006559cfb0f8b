/**
 * Reads manifest, lock and boundary data: complete and valid, or an error that says what is wrong and where. What a
 * verification rests on: the registry and the prompts as they were found, faults included.
 */

import { isPublicKey } from '../../kernel/audit/index.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { equalHex, sha256Hex } from '../../kernel/hash.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import { parseBoundaries } from './parse-boundaries.ts';
import { describeSchemaErrors } from './parse.ts';
import type { AgentType, BoundaryReading, Lock, LockEntry, Manifest, RegisteredAgent } from './schema.ts';
import { validate as isBoundaries } from './validators/boundaries.gen.js';
import { validate as isLock } from './validators/lock.gen.js';
import { validate as isManifest } from './validators/manifest.gen.js';

/** Larger registry files are refused unread. */
export const MAX_REGISTRY_BYTES = 8 * 1024 * 1024;
const LIMITS = { maxBytes: MAX_REGISTRY_BYTES, maxDepth: 32 };

const SECTIONS = [
  ['domains', 'domain'],
  ['archetypes', 'archetype'],
  ['orchestrators', 'orchestrator'],
] as const satisfies readonly (readonly [string, AgentType])[];

/** Reads prompt-manifest.json; fails with the reason if it is invalid. */
export function parseManifest(text: string): Manifest {
  const value = parseChecked(text, 'prompt-manifest.json', isManifest);
  const agents = new Map<string, RegisteredAgent>();
  for (const [section, type] of SECTIONS) {
    for (const [id, row] of Object.entries(objectAt(value, section))) {
      if (agents.has(id)) throw invalid('prompt-manifest.json', `${id} is in two sections`);
      if (isJsonObject(row)) agents.set(id, toAgent(id, type, row));
    }
  }
  const reviewers = Object.entries(objectAt(objectAt(value, 'governance'), 'reviewers')).filter(isReviewer);
  return {
    version: textAt(value, 'version'),
    agents,
    hash: sha256Hex(canonicalJson(value)),
    reviewers: new Map(reviewers),
  };
}

const isReviewer = (entry: [string, Json]): entry is [string, string] =>
  typeof entry[1] === 'string' && isPublicKey(entry[1]);

function toAgent(id: string, type: AgentType, row: JsonObject): RegisteredAgent {
  const scope = row['scope'];
  return {
    id,
    type,
    canonicalId: textAt(row, 'canonical_id'),
    name: textAt(row, 'name'),
    file: textAt(row, 'file'),
    version: textAt(row, 'version'),
    scope: typeof scope === 'string' ? [scope] : textsOf(scope),
    composition: new Map(type === 'archetype' ? Object.entries(objectAt(row, 'composition')) : []),
  };
}

/** Reads prompt-lock.json; fails with the reason if it is invalid. */
export function parseLock(text: string): Lock {
  const value = parseChecked(text, 'prompt-lock.json', isLock);
  const prompts = new Map<string, LockEntry>();
  for (const [id, row] of Object.entries(objectAt(value, 'prompts'))) {
    if (!isJsonObject(row)) continue;
    const type = SECTIONS.find(([, known]) => known === row['type'])?.[1] ?? 'domain';
    prompts.set(id, { file: textAt(row, 'file'), hash: textAt(row, 'hash'), type, version: textAt(row, 'version') });
  }
  return {
    version: textAt(value, 'version'),
    algorithm: textAt(value, 'algorithm'),
    prompts,
    manifest: fileHashAt(value, 'manifest'),
    boundaries: fileHashAt(value, 'boundaries'),
  };
}

function fileHashAt(value: JsonObject, key: string): { file: string; hash: string } | undefined {
  const member = value[key];
  return isJsonObject(member) ? { file: textAt(member, 'file'), hash: textAt(member, 'hash') } : undefined;
}

/** Boundaries as data; an agent listed here is not looked up in its prompt. */
export function parseBoundaryData(text: string): ReadonlyMap<string, BoundaryReading> {
  const value = parseChecked(text, 'boundaries.json', isBoundaries);
  const readings = new Map<string, BoundaryReading>();
  for (const [id, row] of Object.entries(objectAt(value, 'boundaries'))) {
    if (isJsonObject(row)) readings.set(id, toReading(row));
  }
  return readings;
}

function toReading(row: JsonObject): BoundaryReading {
  const lines = Array.isArray(row['out_of_scope']) ? row['out_of_scope'].filter(isJsonObject) : [];
  return {
    kind: 'stated',
    with: new Set(textsOf(row['with'])),
    inScope: textsOf(row['in_scope']),
    outOfScope: lines.map((line) => ({
      text: textAt(line, 'text'),
      ...(typeof line['target'] === 'string' ? { target: line['target'] } : {}),
    })),
  };
}

function parseChecked(text: string, file: string, validate: typeof isManifest): JsonObject {
  const value = parse(text, file);
  if (validate(value) && isJsonObject(value)) return value;
  const [first] = describeSchemaErrors(validate.errors ?? []);
  throw invalid(file, first === undefined ? 'it is not an object' : `${first.path} ${first.message}`.trim());
}

function parse(text: string, file: string): Json {
  try {
    return parseJson(text, LIMITS);
  } catch (cause) {
    throw invalid(file, cause instanceof Error ? cause.message : 'it cannot be read', cause);
  }
}

const invalid = (file: string, reason: string, cause?: unknown): BatonError =>
  new BatonError('REGISTRY_INVALID', `${file}: ${reason}`, { file }, cause);

function objectAt(value: JsonObject, key: string): JsonObject {
  const member = value[key];
  return isJsonObject(member) ? member : {};
}

function textAt(value: JsonObject, key: string): string {
  const member = value[key];
  return typeof member === 'string' ? member : '';
}

const textsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** Both spellings occur in registries; every other algorithm is refused. */
export const isKnownAlgorithm = (name: string): boolean => name === 'SHA-256' || name === 'sha256';

/** A registry as it was read: what a judgement rests on. */
export interface Evidence {
  readonly manifest: Found<Manifest>;
  readonly lock: Found<Lock>;
  /** Of the lock file's bytes, for the record. */
  readonly lockSha256?: string;
  /** Boundaries as data; undefined if the registry has none. */
  readonly boundaryData: Found<ReadonlyMap<string, BoundaryReading>> | undefined;
  /** By agent id: at least every agent the verification is about. */
  readonly prompts: ReadonlyMap<string, Found<Prompt>>;
}

/** Something that was read, or why it could not be. */
export type Found<T> =
  | { readonly kind: 'found'; readonly value: T }
  /** In words that may be shown to the sender. */
  | { readonly kind: 'fault'; readonly reason: string };

/** The text of a prompt with its hash. */
export interface Prompt {
  readonly sha256: string;
  readonly text: string;
}

/** Why nothing in this registry can be verified: it is not, as a whole, the one that was locked. */
export function findRegistryFault({ manifest, lock, boundaryData }: Evidence): string | undefined {
  if (boundaryData?.kind === 'fault') return boundaryData.reason;
  if (manifest.kind === 'fault' || lock.kind === 'fault') return undefined;
  const locked = lock.value.manifest;
  if (locked === undefined) return 'the lock file does not cover the manifest; run baton govern lock';
  return equalHex(locked.hash, manifest.value.hash) ? undefined : 'the manifest is not the locked one';
}

/** Own entries of the manifest only, letter for letter: no alias, no prototype, no other case. */
export const findAgent = ({ manifest }: Evidence, id: string): RegisteredAgent | undefined =>
  manifest.kind === 'found' ? manifest.value.agents.get(id) : undefined;

export function listAgents({ manifest }: Evidence): RegisteredAgent[] {
  return manifest.kind === 'found' ? [...manifest.value.agents.values()] : [];
}

const listDomainIds = (evidence: Evidence): string[] =>
  listAgents(evidence)
    .filter(({ type }) => type === 'domain')
    .map(({ id }) => id);

/** The data file wins over the prompt. */
export function readBoundaries(evidence: Evidence, agent: RegisteredAgent): BoundaryReading {
  const { boundaryData } = evidence;
  if (boundaryData?.kind === 'fault') return { kind: 'unparsable', reason: boundaryData.reason };
  const stated = boundaryData?.value.get(agent.id);
  if (stated !== undefined) return stated;
  const prompt = evidence.prompts.get(agent.id);
  if (prompt?.kind !== 'found') return { kind: 'unparsable', reason: prompt?.reason ?? 'its prompt was not read' };
  return parseBoundaries(prompt.value.text, agent.type, listDomainIds(evidence));
}

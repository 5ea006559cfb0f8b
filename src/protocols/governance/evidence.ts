/** What a verification rests on: the registry and the prompts as they were found, faults included. */
import { equalHex } from '../../kernel/hash.ts';
import { parseBoundaries } from './parse-boundaries.ts';
import type { BoundaryReading, Lock, Manifest, RegisteredAgent } from './schema.ts';

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

/** From bytes to a document: limits first, then JSON, then its shape, every fault with its place. */
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import { findIsoTime } from '../../kernel/time.ts';
import { describeSchemaErrors } from './schema-errors.ts';
import type { AgentClaim, GovernedResponse, Handoff, Violation } from './schema.ts';
import { validate as isHandoffShape } from './validators/handoff.gen.js';
import { validate as isResponseShape } from './validators/response.gen.js';

export interface DocumentLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

export const DEFAULT_LIMITS: DocumentLimits = { maxBytes: 1024 * 1024, maxDepth: 32 };

/** Fails with INPUT_TOO_LARGE or INPUT_INVALID; what cannot be read is audited by its hash and size. */
export function parseDocument(bytes: Uint8Array, limits: DocumentLimits = DEFAULT_LIMITS): JsonObject {
  if (bytes.byteLength > limits.maxBytes) {
    throw new BatonError('INPUT_TOO_LARGE', `the document is larger than ${limits.maxBytes} bytes`);
  }
  const value = parseJson(decode(bytes), limits);
  if (!isJsonObject(value)) throw new BatonError('INPUT_INVALID', 'the document is not a JSON object');
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new BatonError('INPUT_INVALID', 'the document is not UTF-8 text', {}, cause);
  }
}

export const isUnreadable = (error: unknown): error is BatonError =>
  isBatonError(error, 'INPUT_TOO_LARGE') || isBatonError(error, 'INPUT_INVALID');

/** A document with a response_id is an answer; everything else is taken for a handoff. */
export const isResponseDocument = (document: JsonObject): boolean => Object.hasOwn(document, 'response_id');

export const isHandoff = (document: unknown): document is Handoff => findHandoffFaults(document).length === 0;

export function findHandoffFaults(document: unknown): Violation[] {
  const faults = isHandoffShape(document) ? [] : describeSchemaErrors(isHandoffShape.errors ?? []);
  return [...faults.map(toViolation), ...findTimeFault(document, faults)];
}

export const isResponse = (document: unknown): document is GovernedResponse =>
  findResponseFaults(document).length === 0;

export function findResponseFaults(document: unknown): Violation[] {
  const faults = isResponseShape(document) ? [] : describeSchemaErrors(isResponseShape.errors ?? []);
  return [...faults.map(toViolation), ...findTimeFault(document, faults)];
}

const toViolation = ({ path, message }: { path: string; message: string }): Violation => ({
  code: 'INVALID_STRUCTURE',
  path,
  message: `${path === '' ? 'the document' : path} ${message}`,
});

/** A form that a pattern can describe says nothing about the 30th of February. */
function findTimeFault(document: unknown, known: readonly { path: string }[]): Violation[] {
  const time = isJsonObject(document) ? document['timestamp'] : undefined;
  if (typeof time !== 'string' || known.some(({ path }) => path === '/timestamp')) return [];
  if (findIsoTime(time) !== undefined) return [];
  return [toViolation({ path: '/timestamp', message: 'must be an ISO 8601 time with a zone, of a day that exists' })];
}

/** The claims of both agents, where they are sound even though something else in the document is not. */
export function findClaims(
  document: JsonObject,
  faults: readonly Violation[],
): { source: AgentClaim; target: AgentClaim } | undefined {
  const [source, target] = [document['source_agent'], document['target_agent']];
  const isAtFault = faults.some(({ path }) => path.startsWith('/source_agent') || path.startsWith('/target_agent'));
  return !isAtFault && isClaim(source) && isClaim(target) ? { source, target } : undefined;
}

const isClaim = (value: unknown): value is AgentClaim =>
  isJsonObject(value) &&
  ['agent_type', 'agent_id', 'agent_version', 'prompt_hash'].every((key) => typeof value[key] === 'string');

/** From bytes to a document: limits first, then JSON, then its shape, every fault with its place. */
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import { findIsoTime } from '../../kernel/time.ts';
import type { AgentClaim, GovernedResponse, Handoff, Violation } from './schema.ts';
import { validate as isHandoffShape, type SchemaError } from './validators/handoff.gen.js';
import { validate as isResponseShape } from './validators/response.gen.js';

/** How large and how deep a governed document may be. */
export interface DocumentLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** How large and how deep a governed document may be, unless the caller says otherwise. */
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

/** The same for an object of this process: what is no JSON is left out, and the limits hold as for text. */
export function takeDocument(document: object, limits: DocumentLimits = DEFAULT_LIMITS): JsonObject {
  const value = copyJson(document, limits.maxDepth);
  if (!isJsonObject(value)) throw new BatonError('INPUT_INVALID', 'the document is not a JSON object');
  if (Buffer.byteLength(JSON.stringify(value), 'utf8') > limits.maxBytes) {
    throw new BatonError('INPUT_TOO_LARGE', `the document is larger than ${limits.maxBytes} bytes`);
  }
  return value;
}

function copyJson(value: unknown, depthLeft: number): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (typeof value !== 'object') return undefined;
  if (depthLeft === 0) throw new BatonError('INPUT_INVALID', 'the document is nested too deeply');
  if (Array.isArray(value)) return value.map((item: unknown) => copyJson(item, depthLeft - 1) ?? null);
  const members = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
    const copied = copyJson(member, depthLeft - 1);
    return copied === undefined ? [] : [[key, copied]];
  });
  return Object.fromEntries(members);
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

/** A document with a response_id is an answer; everything else is treated as a handoff. */
export const isResponseDocument = (document: JsonObject): boolean => Object.hasOwn(document, 'response_id');

/** The faults of a document's structure, and the document itself if there are none: looked at once. */
export function checkHandoffShape(document: unknown): {
  readonly faults: readonly Violation[];
  readonly handoff: Handoff | undefined;
} {
  const faults = findHandoffFaults(document);
  return { faults, handoff: isSound(document, faults) ? document : undefined };
}

const isSound = (_document: unknown, faults: readonly Violation[]): _document is Handoff => faults.length === 0;

/** True for a governed handoff of sound structure. */
export const isHandoff = (document: unknown): document is Handoff => findHandoffFaults(document).length === 0;

function findHandoffFaults(document: unknown): Violation[] {
  const faults = isHandoffShape(document) ? [] : describeSchemaErrors(isHandoffShape.errors ?? []);
  return [...faults.map(toViolation), ...findTimeFault(document, faults)];
}

/** True for a governed response of sound structure. */
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

/** The claims of both agents, if they are valid even though something else in the document is not. */
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

interface SchemaFault {
  /** JSON Pointer of the value at fault; of a missing one, where it belongs. */
  readonly path: string;
  readonly message: string;
}

/** Ajv's errors in words for people, one per place. */
export function describeSchemaErrors(errors: readonly SchemaError[]): SchemaFault[] {
  const faults = new Map<string, SchemaFault>();
  for (const error of errors) {
    const fault = describe(error);
    if (!faults.has(fault.path)) faults.set(fault.path, fault);
  }
  return [...faults.values()];
}

function describe({ instancePath, keyword, params, message }: SchemaError): SchemaFault {
  const at = (name: unknown): string => `${instancePath}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  switch (keyword) {
    case 'required':
      return { path: at(params['missingProperty']), message: 'is missing' };
    case 'additionalProperties':
      return { path: at(params['additionalProperty']), message: 'is not a field of this document' };
    case 'type':
      return { path: instancePath, message: `must be ${String(params['type']).replaceAll(',', ' or ')}` };
    case 'enum':
      return { path: instancePath, message: `must be one of ${listOf(params['allowedValues'])}` };
    case 'const':
      return { path: instancePath, message: `must be ${String(params['allowedValue'])}, the supported version` };
    case 'pattern':
      return { path: instancePath, message: `has the wrong form: ${formOf(instancePath)}` };
    default:
      return { path: instancePath, message: message ?? 'is not valid' };
  }
}

const listOf = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : String(values));

function formOf(path: string): string {
  if (path.endsWith('_id')) return 'a UUID of version 4 is expected';
  if (path.endsWith('hash')) return '64 lower-case hex digits are expected';
  return 'a semantic version such as 1.0.0 is expected, three numbers and no leading v';
}

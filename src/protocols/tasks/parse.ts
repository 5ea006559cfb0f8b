import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJsonPrefix, type Json, type JsonObject } from '../../kernel/json.ts';
import { describeErrors, type CompletionReportPayload, type ProtocolEnvelope } from './schema.ts';
import { validate as isReport } from './validators/aof-completion-report.gen.js';
import { validate } from './validators/aof-envelope.gen.js';

/**
 * What arrived: a parsed object, or text. `none` is ordinary chat or JSON and no business of ours; `broken` wanted to
 * be a message and is not one.
 */
export type ProtocolParseResult =
  | { readonly kind: 'message'; readonly message: ProtocolEnvelope }
  | { readonly kind: 'broken'; readonly reason: string; readonly taskId?: string; readonly fromAgent?: string }
  | { readonly kind: 'none' };

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_DEPTH = 64;
const PREFIX = 'AOF/1 ';

/** In the order of the protocol: an object with `protocol: "aof"`; JSON; text beginning `AOF/1 `. */
export function readProtocolMessage(event: unknown): ProtocolParseResult {
  if (isJsonObject(event)) {
    if (event['protocol'] === 'aof') return checkEnvelope(event);
    const { content, payload } = event;
    if (isJsonObject(payload) && payload['protocol'] === 'aof') return checkEnvelope(payload);
    if (isJsonObject(content) && content['protocol'] === 'aof') return checkEnvelope(content);
    return typeof content === 'string' ? readText(content) : { kind: 'none' };
  }
  return typeof event === 'string' ? readText(event) : { kind: 'none' };
}

/** The message, or null for everything else. */
export function parseProtocolMessage(event: unknown): ProtocolEnvelope | null {
  const result = readProtocolMessage(event);
  return result.kind === 'message' ? result.message : null;
}

function readText(text: string): ProtocolParseResult {
  const content = text.trimStart();
  const isMarked = content.startsWith(PREFIX);
  const json = isMarked ? content.slice(PREFIX.length).trimStart() : (findFenced(content) ?? content);
  if (!json.startsWith('{'))
    return isMarked ? { kind: 'broken', reason: 'no JSON object follows AOF/1' } : { kind: 'none' };
  try {
    const { value } = parseJsonPrefix(json, { maxBytes: MAX_BYTES, maxDepth: MAX_DEPTH });
    if (isJsonObject(value) && value['protocol'] === 'aof') return checkEnvelope(value);
    return isMarked ? { kind: 'broken', reason: 'the JSON is not an AOF message' } : { kind: 'none' };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return isMarked || LOOKS_LIKE_OURS.test(json) ? { kind: 'broken', reason: error.message } : { kind: 'none' };
  }
}

const LOOKS_LIKE_OURS = /"protocol"\s*:\s*"aof"/;

/** JSON that an agent put into a code fence, with or without words before it. */
function findFenced(text: string): string | undefined {
  const open = /^(?:`{3,}|~{3,})[ \t]*(?:json|aof)?[ \t]*\r?\n/m.exec(text);
  if (open === null || (open.index > 0 && !text.includes('"aof"'))) return undefined;
  return text.slice(open.index + open[0].length).trimStart();
}

function checkEnvelope(value: JsonObject): ProtocolParseResult {
  if (validate(value) && isPlain(value)) return { kind: 'message', message: value };
  const reason = describeErrors(validate.errors);
  const { taskId, fromAgent } = value;
  return {
    kind: 'broken',
    reason,
    ...(typeof taskId === 'string' ? { taskId: taskId.slice(0, 100) } : {}),
    ...(typeof fromAgent === 'string' ? { fromAgent: fromAgent.slice(0, 200) } : {}),
  };
}

/** An object handed over by a host was not measured by the JSON reader. */
function isPlain(value: Json, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH)
    throw new BatonError('INPUT_TOO_LARGE', `a message is nested deeper than ${MAX_DEPTH}`, { maxDepth: MAX_DEPTH });
  return (Array.isArray(value) ? value : Object.values(value)).every((inner: Json) => isPlain(inner, depth + 1));
}

/** One payload against its schema; fails with INPUT_INVALID. */
export function parsePayload<T>(
  payload: unknown,
  check: { (data: unknown): data is T; errors?: Parameters<typeof describeErrors>[0] },
): T {
  if (check(payload)) return payload;
  throw new BatonError('INPUT_INVALID', `the payload is not valid: ${describeErrors(check.errors)}`);
}

/** A completion report that came as a file; fails with INPUT_INVALID. */
export const parseReport = (value: JsonObject): CompletionReportPayload => parsePayload(value, isReport);

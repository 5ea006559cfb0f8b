import type { IncomingMessage } from 'node:http';
import {
  A2A_ERROR_CODE,
  A2AError,
  ContentTypeNotSupportedError,
  JsonRpcRequestMalformedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  toJsonRpcError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import { BatonError, ERRORS, isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import { findUtf8 } from '../../kernel/text.ts';
import { PARAMS, type Shape } from './shapes.ts';

const METHODS: ReadonlyMap<string, Shape> = new Map(Object.entries(PARAMS));

/** The id to answer with: null for one that no request can have. */
export const rpcIdOf = (body: Json | undefined): Json => {
  const id = isJsonObject(body) ? body['id'] : undefined;
  return typeof id === 'string' || Number.isInteger(id) ? (id ?? null) : null;
};

/** A request without an id; `null` is one. What is no request at all is none either. */
export const isRpcNotification = (body: Json | undefined): boolean =>
  isJsonObject(body) && body['jsonrpc'] === '2.0' && typeof body['method'] === 'string' && body['id'] === undefined;

/** A request as JSON-RPC 2.0 defines it, for a method of A2A, with what that method takes. */
export function parseRpcCall(body: Json | undefined): JsonObject {
  if (!isJsonObject(body)) throw invalidRequest('a request is one JSON object');
  const { jsonrpc, id = null, method, params } = body;
  if (jsonrpc !== '2.0') throw invalidRequest('jsonrpc must be "2.0"');
  if (id !== null && typeof id !== 'string' && !Number.isInteger(id))
    throw invalidRequest('id must be a string, a whole number or null');
  if (typeof method !== 'string' || method === '') throw invalidRequest('method must be a string');
  const shape = METHODS.get(method);
  if (shape === undefined)
    throw new JsonRpcRequestMalformedError({
      message: `there is no method ${method}`,
      envelopeCode: A2A_ERROR_CODE.METHOD_NOT_FOUND,
    });
  if (method !== 'GetExtendedAgentCard' || params !== undefined) shape(params ?? null, 'params');
  return body;
}

export const invalidRequest = (message: string): JsonRpcRequestMalformedError =>
  new JsonRpcRequestMalformedError({ message, envelopeCode: A2A_ERROR_CODE.INVALID_REQUEST });

const RESERVED: ReadonlySet<number> = new Set([
  A2A_ERROR_CODE.PARSE_ERROR,
  A2A_ERROR_CODE.INVALID_REQUEST,
  A2A_ERROR_CODE.METHOD_NOT_FOUND,
]);

/** Errors of JSON-RPC itself have no reason of A2A. */
export function toRpcError(error: unknown): object {
  const { data, ...plain } = toJsonRpcError(error);
  return RESERVED.has(plain.code) || data === undefined ? plain : { ...plain, data };
}

const MAX_BYTES = 10 * 1024 * 1024;
const TYPES = new Set(['application/json', 'application/a2a+json']);

/** The JSON a request brings; undefined for one that brings nothing. */
export async function readJson(request: IncomingMessage): Promise<Json | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  // The connection stays open if reading ends early: the answer goes out on it.
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BYTES) throw new RequestMalformedError(`a request may have ${MAX_BYTES} bytes`);
    pieces.push(piece);
  }
  if (size === 0) return undefined;
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!TYPES.has(type)) throw new ContentTypeNotSupportedError(`"${type}" is not application/json`);
  const text = findUtf8(Buffer.concat(pieces));
  if (text === undefined) throw notJson('the request is not UTF-8');
  try {
    return parseJson(text, { maxBytes: MAX_BYTES });
  } catch (error) {
    throw isBatonError(error) ? notJson(error.message) : error;
  }
}

/** JSON-RPC has a code of its own for it; for HTTP+JSON it is a bad request like any other. */
const notJson = (message: string): JsonRpcRequestMalformedError =>
  new JsonRpcRequestMalformedError({ message, envelopeCode: A2A_ERROR_CODE.PARSE_ERROR });

/** An error of Baton in the words of A2A; anything else stays what it is. */
export function toA2aError(error: unknown, doing: 'send' | 'cancel' | 'read' = 'read'): unknown {
  if (!isBatonError(error) || error instanceof A2AError) return error;
  switch (error.code) {
    case 'TASK_NOT_FOUND':
      return new TaskNotFoundError(error.message);
    case 'TASK_ENDED':
    case 'TASK_MOVE_REFUSED':
      return doing === 'cancel'
        ? new TaskNotCancelableError(error.message)
        : new UnsupportedOperationError(error.message);
    case 'MESSAGE_REFUSED':
    case 'INPUT_INVALID':
    case 'INPUT_TOO_LARGE':
      return new RequestMalformedError(error.message);
    default:
      return error;
  }
}

/** What failed on this machine is no business of a caller outside: it gets the kind of failure, without a path. */
export function withoutPlaces(error: unknown): unknown {
  if (error instanceof A2AError) return error;
  const code = isBatonError(error) ? error.code : 'INTERNAL';
  return new BatonError(code, `${ERRORS[code].meaning} (${code})`);
}

import { A2A_ERROR_CODE, JsonRpcRequestMalformedError, toJsonRpcError } from '@a2a-js/sdk/errors';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
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

import type { IncomingMessage } from 'node:http';
import {
  A2A_ERROR_CODE,
  ContentTypeNotSupportedError,
  JsonRpcRequestMalformedError,
  RequestMalformedError,
} from '@a2a-js/sdk/errors';
import { isBatonError } from '../../kernel/errors/index.ts';
import { parseJson, type Json } from '../../kernel/json.ts';
import { findUtf8 } from '../../kernel/text.ts';

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

/** Ids in the forms other tracing systems use. */
import { sha256Hex } from '../../kernel/hash.ts';

const HEX_32 = /^[0-9a-f]{32}$/;
const HEX_16 = /^[0-9a-f]{16}$/;
const NOTHING = /^0+$/;

/** The 32 hex digits of a trace id; text that is no UUID is hashed to as many. */
export function traceIdHex(traceId: string): string {
  const hex = traceId.toLowerCase().replaceAll('-', '');
  return HEX_32.test(hex) && !NOTHING.test(hex) ? hex : sha256Hex(traceId).slice(0, 32);
}

/** The 16 hex digits of a span id; longer ids of other tools (a UUID) are hashed to as many. */
export function spanIdHex(spanId: string): string {
  const hex = spanId.toLowerCase();
  return HEX_16.test(hex) && !NOTHING.test(hex) ? hex : sha256Hex(spanId).slice(0, 16);
}

/** W3C Trace Context, version 00, sampled. */
export const renderTraceparent = (traceId: string, spanId: string): string =>
  `00-${traceIdHex(traceId)}-${spanIdHex(spanId)}-01`;

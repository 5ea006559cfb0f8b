/** Hashes and checksums, and comparing them without telling by time how much of them agrees. */
import { createHash, hash, timingSafeEqual } from 'node:crypto';
import { crc32 as zlibCrc32 } from 'node:zlib';

const CARRIAGE_RETURN = 0x0d;
const SHA256_HEX = /^[0-9a-f]{64}$/;
const SHA256_PREFIX = 'sha256:';

/** Text is hashed as UTF-8. */
export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex');

/** The form project state and documents use; governance uses the bare one. */
export const sha256Tagged = (data: string | Uint8Array): string => SHA256_PREFIX + sha256Hex(data);

export const isSha256Hex = (text: string): boolean => SHA256_HEX.test(text);

export const isSha256Tagged = (text: string): boolean =>
  text.startsWith(SHA256_PREFIX) && isSha256Hex(text.slice(SHA256_PREFIX.length));

/**
 * Checksum of a handoff file: tagged SHA-256 with every CR left out, so that a checkout with CRLF has the sum of the
 * one with LF. For files without CR it equals `sha256sum`.
 */
export function fileChecksum(data: string | Uint8Array): string {
  if (typeof data === 'string') return sha256Tagged(data.replaceAll('\r', ''));
  let cr = data.indexOf(CARRIAGE_RETURN);
  if (cr === -1) return sha256Tagged(data);
  const digest = createHash('sha256');
  let start = 0;
  for (; cr !== -1; cr = data.indexOf(CARRIAGE_RETURN, start)) {
    digest.update(data.subarray(start, cr));
    start = cr + 1;
  }
  return SHA256_PREFIX + digest.update(data.subarray(start)).digest('hex');
}

/** In a time that depends on the lengths alone. */
export function equalHex(a: string, b: string): boolean {
  const left = Buffer.from(a, 'utf8');
  const right = Buffer.from(b, 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Up to this length a checksum takes less time than loading the part of Node with a faster one. */
const SHORT_BYTES = 64;
const CRC_POLYNOMIAL = 0xedb88320;

export const crc32 = (data: string | Uint8Array): number =>
  typeof data !== 'string' && data.length <= SHORT_BYTES ? shortCrc32(data) : zlibCrc32(data);

/** The checksum of half a byte. */
const HALF_BYTES = Int32Array.from({ length: 16 }, (_, half) => {
  let crc = half;
  for (let bit = 0; bit < 4; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ CRC_POLYNOMIAL : crc >>> 1;
  return crc;
});

function shortCrc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    crc = (crc >>> 4) ^ (HALF_BYTES[crc & 15] ?? 0);
    crc = (crc >>> 4) ^ (HALF_BYTES[crc & 15] ?? 0);
  }
  return ~crc >>> 0;
}

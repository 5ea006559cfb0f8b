/** Bytes from anywhere as the text a reader would see in them. */
import { isUtf8 } from 'node:buffer';

export interface DecodedText {
  readonly text: string;
  /** False if the bytes are those of a picture or a program, and the text is what happens to be readable in them. */
  readonly isText: boolean;
}

/**
 * One broken byte hides nothing: it is read as far as it goes, as agents and editors do. With zero bytes besides, it is
 * UTF-16 or no text at all.
 */
export function decodeText(bytes: Buffer): DecodedText {
  const wide = findUtf16(bytes);
  if (wide !== undefined) return { text: wide, isText: true };
  return { text: bytes.toString('utf8'), isText: !bytes.includes(0) || isUtf8(bytes) };
}

/** How much is looked at to tell the order of bytes. */
const SAMPLE = 4_096;
/** So much of a text in Latin letters is zero bytes, nearly all of them on one side. */
const LEAST_ZEROS = 0.3;
const MAX_STRAY = 0.02;

function findUtf16(bytes: Buffer): string | undefined {
  const order = findByteOrder(bytes);
  if (order === undefined) return undefined;
  const text = new TextDecoder(order).decode(bytes);
  // What people write holds a blank, a line break or a Latin letter somewhere; other bytes rarely do.
  return /[\n -~]/.test(text) ? text : undefined;
}

function findByteOrder(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  if (first + second < sample.length * LEAST_ZEROS) return undefined;
  const stray = sample.length * MAX_STRAY;
  if (first <= stray) return 'utf-16le';
  return second <= stray ? 'utf-16be' : undefined;
}

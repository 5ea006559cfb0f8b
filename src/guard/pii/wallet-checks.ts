/** Checksums of wallet addresses: base58 with a hash of the rest, bech32 with a polynomial. */
import { sha256Hex } from '../../kernel/hash.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** One byte of version, twenty of the key's hash, four of the checksum. */
const ADDRESS_BYTES = 25;

function isBase58Address(text: string): boolean {
  const bytes = new Uint8Array(ADDRESS_BYTES);
  for (const letter of text) {
    let carry = BASE58.indexOf(letter);
    for (let i = ADDRESS_BYTES - 1; i >= 0; i -= 1) {
      carry += (bytes[i] ?? 0) * 58;
      bytes[i] = carry & 0xff;
      carry >>= 8;
    }
    if (carry !== 0) return false;
  }
  const once = Buffer.from(sha256Hex(bytes.slice(0, -4)), 'hex');
  return sha256Hex(once).startsWith(Buffer.from(bytes.slice(-4)).toString('hex'));
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** What the polynomial of a right address leaves: the first form, and the later one of Taproot. */
const RIGHT_ENDS = new Set([1, 0x2bc830a3]);

function isBech32Address(text: string): boolean {
  const [head = '', data = ''] = text.toLowerCase().split(/(?<=^[a-z]+)1/);
  const letters = [...head].map((letter) => letter.charCodeAt(0));
  const values = [...letters.map((unit) => unit >> 5), 0, ...letters.map((unit) => unit & 31)];
  let state = 1;
  for (const value of [...values, ...[...data].map((letter) => BECH32.indexOf(letter))]) {
    const top = state >>> 25;
    state = ((state & 0x1ffffff) << 5) ^ value;
    for (const [bit, term] of GENERATOR.entries()) if (((top >> bit) & 1) === 1) state ^= term;
  }
  return RIGHT_ENDS.has(state);
}

export const isWallet = (text: string): boolean => (/^bc1/i.test(text) ? isBech32Address(text) : isBase58Address(text));

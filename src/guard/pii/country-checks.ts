/**
 * Check digits of numbers that states give to people and to who works for themselves, as the states publish them.
 * Checksums of wallet addresses: base58 with a hash of the rest, bech32 with a polynomial.
 */

import { sha256Hex } from '../../kernel/hash.ts';
import { digitsOf, passesLuhn, passesVerhoeff, weigh } from './validators.ts';

type Check = (text: string) => boolean;

const compactOf = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
const isOneDigit = (digits: readonly number[]): boolean => new Set(digits).size === 1;
/** Descending weights, the last of them for the last digit before the check. */
const descending = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, i) => from - i);

const isDay = (month: number, day: number): boolean => month >= 1 && month <= 12 && day >= 1 && day <= 31;

/** The given number of digits, not all the same, and the last is the check digit of the others. */
const endsWith =
  (length: number, checkOf: (digits: readonly number[]) => number): Check =>
  (text) => {
    const digits = digitsOf(text);
    return digits.length === length && !isOneDigit(digits) && checkOf(digits) === digits[length - 1];
  };

/** Passes if each of the rules gives the digit after those it weighs. */
const endsWithTwo =
  (length: number, weights: readonly (readonly number[])[], reduce: (sum: number) => number): Check =>
  (text) => {
    const digits = digitsOf(text);
    return (
      digits.length === length &&
      !isOneDigit(digits) &&
      weights.every((row) => reduce(weigh(digits, row)) === digits[row.length])
    );
  };

const modulo11 = (sum: number): number => (11 - (sum % 11)) % 11;
const tenIsNone = (sum: number): number => (sum % 11) % 10;

export const isCpf = endsWithTwo(11, [descending(10, 2), descending(11, 2)], (sum) => ((sum * 10) % 11) % 10);
const CNPJ = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
export const isCnpj = endsWithTwo(14, [CNPJ, [6, ...CNPJ]], (sum) => ((sum * 10) % 11) % 10);
export const isNorwegian = endsWithTwo(
  11,
  [
    [3, 7, 6, 1, 8, 9, 4, 5, 2],
    [5, 4, 3, 2, 7, 6, 5, 4, 3, 2],
  ],
  modulo11,
);
const INN = [2, 4, 10, 3, 5, 9, 4, 6, 8];
export const isInn: Check = (text) =>
  endsWith(10, (digits) => tenIsNone(weigh(digits, INN)))(text) ||
  endsWithTwo(
    12,
    [
      [7, ...INN],
      [3, 7, ...INN],
    ],
    tenIsNone,
  )(text);

export const isEan = endsWith(13, (digits) => (10 - (weigh(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10);
export const isThai = endsWith(13, (digits) => (11 - (weigh(digits, descending(13, 2)) % 11)) % 10);
export const isCuit = endsWith(11, (digits) => modulo11(weigh(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2])));
export const isBsn: Check = (text) => {
  const digits = digitsOf(text);
  return digits.length === 9 && !isOneDigit(digits) && weigh(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
};
export const isPortuguese = endsWith(9, (digits) => modulo11(weigh(digits, descending(9, 2))) % 10);
export const isMyNumber = endsWith(12, (digits) => {
  const rest = weigh(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return rest <= 1 ? 0 : 11 - rest;
});
export const isAcn = endsWith(9, (digits) => (10 - (weigh(digits, descending(8, 1)) % 10)) % 10);
export const isBrn = endsWith(10, (digits) => {
  const sum = weigh(digits, [1, 3, 7, 1, 3, 7, 1, 3, 5]) + Math.floor(((digits[8] ?? 0) * 5) / 10);
  return (10 - (sum % 10)) % 10;
});
export const isNip = endsWith(10, (digits) => weigh(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11);
export const isRegon = endsWith(9, (digits) => tenIsNone(weigh(digits, [8, 9, 2, 3, 4, 5, 6, 7])));
export const isEgn = endsWith(10, (digits) => tenIsNone(weigh(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6])));
export const isBaltic = endsWith(11, (digits) => {
  const rest = weigh(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  return rest < 10 ? rest : tenIsNone(weigh(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]));
});
export const isOib = endsWith(11, (digits) => {
  let product = 10;
  for (const digit of digits.slice(0, 10)) product = (((digit + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10;
});
export const isCnp = endsWith(13, (digits) => {
  const rest = weigh(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return rest === 10 ? 1 : rest;
});
export const isTurkish = endsWith(11, (digits) => {
  const tenth = ((weigh(digits, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10) + 10) % 10;
  const sum = digits.slice(0, 10).reduce((total, digit) => total + digit, 0);
  return digits[0] !== 0 && tenth === digits[9] ? sum % 10 : -1;
});
export const isMedicare: Check = (text) => {
  const digits = digitsOf(text);
  return /^[2-6]/.test(compactOf(text)) && weigh(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === digits[8];
};
export const isAbn: Check = (text) => {
  const digits = digitsOf(text);
  // The first digit counts one less; none begins with zero.
  const first = (digits[0] || 99) - 1;
  return digits.length === 11 && weigh([first, ...digits.slice(1)], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
};
export const isRouting: Check = (text) =>
  /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(text) &&
  weigh(digitsOf(text), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 &&
  !isOneDigit(digitsOf(text));
export const isNpi: Check = (text) => /^[12]/.test(text) && passesLuhn(`80840${compactOf(text)}`);
export const isDea: Check = (text) => {
  const digits = digitsOf(text.slice(2));
  return weigh(digits, [1, 2, 1, 2, 1, 2]) % 10 === digits[6] && !isOneDigit(digits);
};
export const isLuhn =
  (length: number): Check =>
  (text) => {
    const digits = digitsOf(text);
    return digits.length === length && !isOneDigit(digits) && passesLuhn(text);
  };
export const isSouthAfrican: Check = (text) =>
  isLuhn(13)(text) && isDay(Number(text.slice(2, 4)), Number(text.slice(4, 6))) && /^\d{10}[01]/.test(text);
export const isNigerian: Check = (text) => digitsOf(text).length === 11 && passesVerhoeff(digitsOf(text));

export const isChinese: Check = (text) => {
  const compact = compactOf(text);
  const sum = weigh(digitsOf(compact.slice(0, 17)), [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return (
    /^[1-8]\d{5}(?:19|20)/.test(compact) &&
    isDay(Number(compact.slice(10, 12)), Number(compact.slice(12, 14))) &&
    '10X98765432'[sum % 11] === compact[17]
  );
};
/** Departments of Corsica have a letter, which counts as a number. */
export const isNir: Check = (text) => {
  const compact = compactOf(text)
    .replace(/^(.{5})2A/, '$119')
    .replace(/^(.{5})2B/, '$118');
  return /^\d{15}$/.test(compact) && 97 - (Number(compact.slice(0, 13)) % 97) === Number(compact.slice(13));
};
export const isBelgian: Check = (text) => {
  const compact = compactOf(text);
  const key = Number(compact.slice(9));
  const body = compact.slice(0, 9);
  return compact.length === 11 && ['', '2'].some((century) => 97 - (Number(century + body) % 97) === key);
};
export const isRut: Check = (text) => {
  const compact = compactOf(text);
  const digits = digitsOf(compact.slice(0, -1)).toReversed();
  const rest = modulo11(weigh(digits, [2, 3, 4, 5, 6, 7, 2, 3]));
  return (rest === 10 ? 'K' : String(rest)) === compact.at(-1);
};
export const isSnils: Check = (text) => {
  const digits = digitsOf(text);
  return !isOneDigit(digits) && (weigh(digits, descending(9, 1)) % 101) % 100 === Number(compactOf(text).slice(9));
};
export const isCzech: Check = (text) => {
  const compact = compactOf(text);
  return Number(compact) % 11 === 0 && isDay((Number(compact.slice(2, 4)) % 50) % 20, Number(compact.slice(4, 6)));
};
export const isAustrian: Check = (text) => {
  const digits = digitsOf(text);
  return digits.length === 10 && weigh(digits, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === digits[3];
};
export const isPps: Check = (text) => {
  const compact = compactOf(text);
  const extra = compact[8] === undefined || compact[8] === 'W' ? 0 : compact.charCodeAt(8) - 64;
  const sum = weigh(digitsOf(compact.slice(0, 7)), descending(8, 2)) + extra * 9;
  return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === compact[7];
};
export const isTaiwanese: Check = (text) => {
  const area = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(text.charAt(0)) + 10;
  const digits = [Math.floor(area / 10), area % 10, ...digitsOf(text)];
  return weigh(digits, [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]) % 10 === 0;
};
const valueOf = (letter: string): number => Number.parseInt(letter, 36);
export const isHongKong: Check = (text) => {
  const compact = compactOf(text).padStart(9, ' ');
  const values = [...compact].map((letter) => (letter === ' ' ? 36 : valueOf(letter)));
  return (weigh(values, descending(9, 2)) + (values[8] ?? 0)) % 11 === 0;
};
/** Weights 7, 3, 1 over digits and letters: the readable line of passports and cards. */
export const isMachineRead: Check = (text) => {
  const values = [...compactOf(text)].map(valueOf);
  return weigh(values, [7, 3, 1, 7, 3, 1, 7, 3, 1]) % 10 === values[9] && /\d.*\d.*\d/.test(text);
};
export const isPolishCard: Check = (text) =>
  weigh([...compactOf(text)].map(valueOf), [7, 3, 1, 9, 7, 3, 1, 7, 3]) % 10 === 0;
export const isGermanHealth: Check = (text) => {
  const digits = digitsOf(String(text.charCodeAt(0) - 64).padStart(2, '0') + text.slice(1));
  const sum = digits.slice(0, 10).reduce((total, digit, index) => {
    const product = digit * (index % 2 === 0 ? 1 : 2);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return sum % 10 === digits[10];
};
export const isGstin: Check = (text) => {
  let sum = 0;
  for (let i = 0; i < 14; i += 1) {
    const product = valueOf(text.charAt(i)) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return (36 - (sum % 36)) % 36 === valueOf(text.charAt(14));
};
export const isMalaysian: Check = (text) => isDay(Number(text.slice(2, 4)), Number(text.slice(4, 6)));

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

/** Check digits and calendars: what tells a number of a person from any other number. */

import { once } from '../once.ts';

export const digitsOf = (text: string): number[] => [...text].filter((c) => c >= '0' && c <= '9').map(Number);
export const weigh = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0);

export function passesLuhn(text: string): boolean {
  const digits = digitsOf(text).toReversed();
  let sum = 0;
  for (const [index, digit] of digits.entries()) {
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 1 && sum % 10 === 0;
}

const IBAN_LENGTHS =
  'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29BY28CH21CR22CY28CZ24DE22DK18DO28EE20EG29ES24FI18FO18FR27GB22GE22GI23GL18GR27GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MR27MT31MU30NL18NO15PK24PL28PS29PT25QA29RO24RS22SA24SC31SE24SI19SK24SM27ST25SV28TL23TN24TR26UA29VA22VG24XK20';

/** By country. */
const getLengths = once(
  () =>
    new Map(Array.from(IBAN_LENGTHS.matchAll(/(..)(..)/g), ([, country = '', length]) => [country, Number(length)])),
);

export function isIban(text: string): boolean {
  const compact = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (getLengths().get(compact.slice(0, 2)) !== compact.length) return false;
  let rest = 0;
  for (const letter of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

export function isCard(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits) && !/^(\d)\1+$/.test(digits);
}

/** Area, group and serial are never zero; 666 and 9xx are no areas; some numbers were printed in advertisements. */
export function isSsn(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length !== 9 || /^(?:000|666|9)/.test(digits) || digits.slice(3, 5) === '00' || digits.endsWith('0000'))
    return false;
  return !['078051120', '219099999', '123456789', '987654321'].includes(digits) && !/^(\d)\1+$/.test(digits);
}

export function isItin(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  const group = Number(digits.slice(3, 5));
  return (
    digits.length === 9 &&
    digits.startsWith('9') &&
    ((group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group !== 93 && group <= 99))
  );
}

export function isNhs(text: string): boolean {
  const digits = digitsOf(text);
  const check = (11 - (weigh(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return digits.length === 10 && check === digits[9] && !/^(\d)\1+$/.test(digits.join(''));
}

export const isSin = (text: string): boolean => digitsOf(text).length === 9 && !/^[08]/.test(text) && passesLuhn(text);

export function isTfn(text: string): boolean {
  const digits = digitsOf(text);
  return digits.length === 9 && weigh(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;
}

export function isPesel(text: string): boolean {
  const digits = digitsOf(text);
  const check = (10 - (weigh(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10;
  const month = ((digits[2] ?? 0) * 10 + (digits[3] ?? 0)) % 20;
  return digits.length === 11 && check === digits[10] && month >= 1 && month <= 12;
}

export function isGermanTaxId(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || digits[0] === 0 || new Set(digits.slice(0, 10)).size < 8) return false;
  let product = 10;
  for (const digit of digits.slice(0, 10)) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === digits[10];
}

/** Two letters of the area, birth date, initial, serial, check digit. */
export function isGermanPension(text: string): boolean {
  const compact = text.replaceAll(/\s/g, '').toUpperCase();
  const day = Number(compact.slice(2, 4));
  const month = Number(compact.slice(4, 6));
  if (!(day >= 1 && (day <= 31 || (day > 50 && day <= 81))) || month < 1 || month > 12) return false;
  const letter = String(compact.charCodeAt(8) - 64).padStart(2, '0');
  const digits = digitsOf(compact.slice(0, 8) + letter + compact.slice(9, 11));
  const sum = weightsOfPension.reduce((total, weight, index) => {
    const product = weight * (digits[index] ?? 0);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % 10 === Number(compact[11]);
}
const weightsOfPension = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];

const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
export function isNif(text: string): boolean {
  const compact = text.replaceAll(/[\s-]/g, '').toUpperCase();
  const number = Number(compact.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter))));
  return NIF_LETTERS[number % 23] === compact.at(-1);
}

const HETU = '0123456789ABCDEFHJKLMNPRSTUVWXY';
export function isHetu(text: string): boolean {
  const [day, month] = [Number(text.slice(0, 2)), Number(text.slice(2, 4))];
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(2000, month, 0)).getUTCDate()) return false;
  const serial = text.slice(7, 10);
  return (
    serial !== '000' &&
    serial !== '001' &&
    HETU[Number(text.slice(0, 6) + serial) % 31] === text.slice(10).toUpperCase()
  );
}

export function isSwedish(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').slice(-10);
  const month = Number(digits.slice(2, 4));
  const day = Number(digits.slice(4, 6));
  return (
    digits.length === 10 &&
    month >= 1 &&
    month <= 12 &&
    ((day >= 1 && day <= 31) || (day > 60 && day <= 91)) &&
    passesLuhn(digits)
  );
}

/** The last digit was random after 2020, so date and century are all that can be checked. */
export function isKorean(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  const month = Number(digits.slice(2, 4));
  const day = Number(digits.slice(4, 6));
  return digits.length === 13 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && /[1-8]/.test(digits[6] ?? '');
}

const D = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
];
const P = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
];

export function passesVerhoeff(digits: readonly number[]): boolean {
  let state = 0;
  for (const [index, digit] of digits.toReversed().entries()) state = D[state]?.[P[index % 8]?.[digit] ?? 0] ?? 0;
  return state === 0;
}

export function isAadhaar(text: string): boolean {
  const digits = digitsOf(text);
  return digits.length === 12 && (digits[0] ?? 0) >= 2 && passesVerhoeff(digits);
}

export const isNino = (text: string): boolean =>
  !/^(?:BG|GB|KN|NK|NT|TN|ZZ|[DFIQUV]|.[DFIQUVO])/i.test(text.replaceAll(/\s/g, '')) &&
  !/^..(?:000000)/.test(text.replaceAll(/\s/g, ''));

const PRIVATE_V4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|192\.0\.[02]|198\.51\.100|203\.0\.113|198\.1[89]|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|2(?:2[4-9]|[345]\d))\.|^(?:8\.8\.[48]\.[48]|1\.[01]\.[01]\.1|9\.9\.9\.9|1\.2\.3\.4|208\.67\.22[02]\.22[02]|4\.4\.4\.4)$/;

/** A machine in the public internet: not private, reserved, for documentation or a well-known resolver. */
export const isPublicIpv4 = (text: string): boolean =>
  text.split('.').every((part) => Number(part) <= 255 && String(Number(part)) === part) && !PRIVATE_V4.test(text);

const OF_A_DEVICE = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./;

/** A machine in somebody's own network. */
export const isPrivateIpv4 = (text: string): boolean =>
  text.split('.').every((part) => Number(part) <= 255) && OF_A_DEVICE.test(text) && !/\.(?:0|255)$/.test(text);

/** Any address of somebody's own network, the network itself included. */
export const isOwnNetworkIpv4 = (text: string): boolean =>
  text.split('.').every((part) => Number(part) <= 255) && OF_A_DEVICE.test(text);

export function isPublicIpv6(text: string): boolean {
  const [head = '', tail, extra] = text.split('::');
  const groups = [...head.split(':'), ...(tail ?? '').split(':')].filter((group) => group !== '');
  if (extra !== undefined || (tail === undefined ? groups.length !== 8 : groups.length > 7 || groups.length < 3))
    return false;
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) || !/[0-9]/.test(text)) return false;
  return !/^(?:fe[89ab]|f[cd]|ff|2001:0?db8|64:ff9b|0{1,4}:)/i.test(text);
}

export const isMac = (text: string): boolean => {
  const pairs = text.toUpperCase().split(/[:-]/);
  return (
    text.toLowerCase().replaceAll('-', ':') !== 'aa:bb:cc:dd:ee:ff' &&
    new Set(pairs).size > 1 &&
    new Set(text.replaceAll(/[^:-]/g, '')).size === 1
  );
};

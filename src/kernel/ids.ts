/** Every kind of id Baton makes or reads, and names that are safe as part of a file name. */
import { BatonError } from './errors/index.ts';
import { sha256Hex } from './hash.ts';
import type { Clock, Random } from './ports/index.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const ULID_TIME_DIGITS = 10;
const ULID_RANDOM_DIGITS = 16;

/** True for a ULID in its canonical upper-case form. */
export const isUlid = (text: string): boolean => ULID.test(text);

/**
 * A maker of ULIDs that sort in the order they were made, also within one millisecond and when the clock steps back:
 * then the last time stays and the random part counts up.
 */
export function createUlidSource(clock: Clock, random: Random): () => string {
  let lastMs = -1;
  let digits: number[] = [];
  return () => {
    const now = clock.now();
    if (now > lastMs) {
      lastMs = now;
      digits = randomDigits(random);
    } else if (!increment(digits)) {
      // All 2^80 ids of this millisecond are used up; borrow the next one.
      lastMs += 1;
      digits = randomDigits(random);
    }
    return renderUlidTime(lastMs) + digits.map((digit) => CROCKFORD[digit]).join('');
  };
}

/** A ULID after `last`, whichever process made that one: the order of a shared log does not depend on clocks. */
export function createUlidAfter(last: string | undefined, nowMs: number, random: Random): string {
  const lastMs = last === undefined ? -1 : parseUlidTime(last);
  if (last === undefined || nowMs > lastMs) return createUlidSource({ now: () => nowMs }, random)();
  for (let at = last.length - 1; at >= ULID_TIME_DIGITS; at -= 1) {
    const digit = CROCKFORD.indexOf(last.charAt(at));
    if (digit < 31) return last.slice(0, at) + CROCKFORD.charAt(digit + 1) + '0'.repeat(last.length - 1 - at);
  }
  return createUlidSource({ now: () => lastMs + 1 }, random)();
}

const randomDigits = (random: Random): number[] => Array.from(random.bytes(ULID_RANDOM_DIGITS), (byte) => byte & 31);

/** Adds one in place; false if all digits were at their highest. */
function increment(digits: number[]): boolean {
  for (let i = digits.length - 1; i >= 0; i -= 1) {
    const digit = digits[i] ?? 0;
    if (digit < 31) {
      digits[i] = digit + 1;
      return true;
    }
    digits[i] = 0;
  }
  return false;
}

function renderUlidTime(epochMs: number): string {
  let rest = epochMs;
  let text = '';
  for (let i = 0; i < ULID_TIME_DIGITS; i += 1) {
    text = `${CROCKFORD[rest % 32]}${text}`;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** The time a ULID was made at. */
export function parseUlidTime(ulid: string): number {
  if (!isUlid(ulid)) throw new BatonError('INPUT_INVALID', `"${ulid.slice(0, 40)}" is not a ULID`);
  return Array.from(ulid.slice(0, ULID_TIME_DIGITS)).reduce((ms, digit) => ms * 32 + CROCKFORD.indexOf(digit), 0);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Either case, as RFC 9562 reads them: compare ids only after lowering the case. */
export const isUuid = (text: string): boolean => UUID.test(text);
/** True for a UUID of version 4. */
export const isUuidV4 = (text: string): boolean => UUID_V4.test(text);

export function createUuid(random: Random): string {
  const bytes = Uint8Array.from(random.bytes(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** For span ids, frame delimiters, tokens: `sizeBytes` of randomness in lower hex. */
export const createRandomHex = (random: Random, sizeBytes: number): string =>
  Buffer.from(random.bytes(sizeBytes)).toString('hex');

export const createSessionId = (random: Random): string => `sess_${createRandomHex(random, 8)}`;

export interface TaskIdParts {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly number: number;
}

const TASK_ID = /^TASK-(\d{4}-\d\d-\d\d)-(\d{3,15})$/;

/** True for an id such as TASK-2026-02-09-001. */
export const isTaskId = (text: string): boolean => TASK_ID.test(text);

/** The day and the number of a task id. */
export function parseTaskId(text: string): TaskIdParts {
  const match = TASK_ID.exec(text);
  if (match === null) {
    throw new BatonError('INPUT_INVALID', `"${text.slice(0, 60)}" is not a task id`, {
      hint: 'task ids look like TASK-2026-02-09-001',
    });
  }
  return { date: match[1] ?? '', number: Number(match[2]) };
}

/** Three digits, more if the day has more than 999 tasks. */
export const renderTaskId = ({ date, number }: TaskIdParts): string =>
  `TASK-${date}-${String(number).padStart(3, '0')}`;

/** By day, then by number: the thousandth task of a day comes after the 999th. */
export function compareTaskIds(a: string, b: string): number {
  const left = parseTaskId(a);
  const right = parseTaskId(b);
  if (left.date !== right.date) return left.date < right.date ? -1 : 1;
  return left.number - right.number;
}

const RESERVED_ON_WINDOWS = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A readable part of a file name on any system. Different texts may give the same name; see distinctName. */
export function safeName(text: string, maxLength = 80): string {
  const name = text
    .slice(0, maxLength * 4)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^A-Za-z0-9._]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[-.]+/g, '')
    .slice(0, maxLength)
    .replaceAll(/[-.]+$/g, '');
  if (name === '') return 'unnamed';
  return RESERVED_ON_WINDOWS.test(name) ? `_${name}` : name;
}

/**
 * A safe name that differs if the text differs, also on file systems that ignore case: anything safeName had to
 * change, and anything with capitals, carries a piece of its hash.
 */
export function distinctName(text: string, maxLength = 80): string {
  const name = safeName(text, maxLength);
  const isKept = name === text && name === name.toLowerCase() && !HASH_ENDING.test(name);
  return isKept ? name : `${safeName(text, maxLength - 17).toLowerCase()}-${sha256Hex(text).slice(0, 16)}`;
}

/** A name that looks as if it already carried a hash gets its own, so that it cannot be mistaken for another's. */
const HASH_ENDING = /-[0-9a-f]{16}$/;

import type { Json, JsonObject } from '../../../src/kernel/json.ts';
import type { HandoffDocument } from '../../../src/protocols/document/index.ts';
import { smallDocument } from './sample-document.ts';

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SYLLABLES =
  'ka ro mi te lun sor vak 表示 示す за чем ü ñ 🙂 👩‍👩‍👧 e\u0301 עב م 한국 _ - . / "quoted" \\ \n \t 0 17 2026'.split(' ');
const ENDS = ['. ', '! ', '? ', '。', '\n', ' ', ', '];

/** A document of about so many bytes; the seed decides whether it is deep, wide, long, of records or of all. */
export function generateDocument(seed: number, sizeBytes: number): HandoffDocument {
  const next = randomNumbers(seed);
  const upTo = (limit: number): number => Math.floor(next() * limit);
  const word = (): string => Array.from({ length: 1 + upTo(4) }, () => SYLLABLES[upTo(SYLLABLES.length)]).join('');
  const text = (size: number): string => {
    let made = '';
    while (made.length < size) made += word() + (ENDS[upTo(ENDS.length * 2)] ?? ' ');
    return made;
  };
  const name = (): string => `${word()}${upTo(1_000)}`.replace('__proto__', 'proto');
  const value = (size: number, depth: number): Json => {
    const kind = size < 40 ? 5 + upTo(3) : depth > 60 ? 0 : upTo(8);
    if (kind === 0) return text(size);
    if (kind <= 2) return records(size);
    if (kind === 3) return members(size, 1 + upTo(depth < 50 && next() < 0.5 ? 2 : 40), depth);
    if (kind === 4) return Array.from({ length: 1 + upTo(30) }, () => value(size / 30, depth + 1));
    if (kind === 5) return upTo(1_000_000) / 100;
    return kind === 6 ? text(Math.min(size, 600)) : next() < 0.5;
  };
  const members = (size: number, count: number, depth: number): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, () => [name(), value(size / count, depth + 1)]));
  const records = (size: number): Json => {
    const columns = Array.from({ length: 1 + upTo(7) }, name);
    const row = (): JsonObject =>
      Object.fromEntries(columns.map((column) => [column, next() < 0.5 ? word() : upTo(999)]));
    return Array.from({ length: Math.ceil(size / (columns.length * 16)) }, row);
  };
  const { handoff } = smallDocument();
  const share = sizeBytes / 3;
  return {
    handoff: {
      ...handoff,
      context: {
        ...handoff.context,
        summary: [...`S${text(20 + upTo(600))}`].slice(0, 500).join(''),
        ...(next() < 0.3 ? { known_gaps: Array.from({ length: upTo(20) }, () => text(80)) } : {}),
        ...(next() < 0.3 ? { original_prompt: text(share / 2) } : {}),
      },
      payload: {
        working: members(share * 2, 1 + upTo(next() < 0.2 ? 2_000 : 12), 0),
        ...(next() < 0.5 ? { session: { state: members(share, 4, 0) } } : {}),
      },
    },
  };
}

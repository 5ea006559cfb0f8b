/** A handoff file in the parts that labels are kept for: its sections, else its level-2 headings, else all of it. */
import { sha256Hex } from '../../../kernel/hash.ts';
import { listSections, outlineMarkdown } from '../../../kernel/markdown/index.ts';
import { findProvenance } from '../log/provenance.ts';

export interface LabelledPart {
  /** Empty for the text above the first section. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Of the words alone: line endings, blank lines around them and provenance blocks are left out. */
  readonly hash: string;
}

const HASH_DIGITS = 16;

export function listParts(text: string): LabelledPart[] {
  const starts = [{ name: '', start: 0 }, ...listStarts(text)];
  const used = new Map<string, number>();
  return starts.flatMap(({ name, start }, index) => {
    const end = starts[index + 1]?.start ?? text.length;
    const words = text.slice(start, end);
    if (index === 0 && bare(words) === '') return [];
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return [{ name: count === 1 ? name : `${name} (${count})`, start, end, hash: hashPart(words) }];
  });
}

function listStarts(text: string): { name: string; start: number }[] {
  const { sections, problems } = listSections(text);
  if (sections.length > 0 && problems.length === 0)
    return sections.map(({ name, start }) => ({ name, start })).toSorted((a, b) => a.start - b.start);
  return outlineMarkdown(text)
    .filter(({ heading }) => heading.level === 2)
    .map(({ heading, start }) => ({ name: heading.text, start }));
}

const hashPart = (words: string): string => sha256Hex(bare(words)).slice(0, HASH_DIGITS);

function bare(words: string): string {
  const text = words.replaceAll('\r', '').replace(/^\uFEFF/, '');
  const block = findProvenance(text);
  return (block === undefined ? text : text.slice(0, block.start) + text.slice(block.end))
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
}

/** What the commands of a session wrote, as hashes of parts. Kept in HANDOFF.lock, so that nobody else's edit passes for it. */

/**
 * `NEW` for a part the session wrote whole, `OLD>NEW` for one it changed in places and did not vouch for as a whole,
 * `~NEW` for one that Baton put together itself: no session stands for its words, but they came through the protocol.
 */
export type Ledger = readonly string[];

/** A session of a thousand commands; the newest count. */
const MAX_ENTRIES = 1_000;
const ENTRY = /^~?[0-9a-f]{16}(?:>[0-9a-f]{16})?$/;

export const parseLedger = (value: unknown): Ledger =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string' && ENTRY.test(each)) : [];

export const joinLedgers = (before: Ledger, more: Ledger): Ledger =>
  [...new Set([...before, ...more])].slice(-MAX_ENTRIES);

/**
 * What a command did to a file. `owned` are names of parts it wrote whole; every other part that changed keeps the
 * label it had.
 */
export function recordChange(before: string, after: string, owned: (name: string) => boolean): Ledger {
  const old = listParts(before);
  const known = new Set(old.map(({ hash }) => hash));
  const byName = new Map(old.map((part) => [part.name, part.hash]));
  return listParts(after).flatMap(({ name, hash }) => {
    if (owned(name)) return [hash];
    if (known.has(hash)) return [];
    const from = byName.get(name);
    return [from === undefined ? hash : `${from}>${hash}`];
  });
}

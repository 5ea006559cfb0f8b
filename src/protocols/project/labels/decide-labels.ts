/**
 * How far each part of a file can be trusted after a session: its own words, words it found, words of unknown origin.
 * A handoff file in the parts that labels are kept for: its sections, else its level-2 headings, else all of it.
 */

import { sha256Hex } from '../../../kernel/hash.ts';
import { keepRecent } from '../../../kernel/keep-recent.ts';
import { listSections, outlineMarkdown } from '../../../kernel/markdown/index.ts';
import { findProvenance } from '../log/index.ts';
import type { FileTrust, PartTrust } from '../schema.ts';

interface LabelInput {
  readonly text: string;
  /** The file as the last handoff left it; undefined if that is not known. */
  readonly base: string | undefined;
  /** Hashes of parts that were as the last manifest says when the session began. */
  listStood(): readonly string[];
  /** What the last manifest said of it; undefined if it did not list the file. */
  readonly old: FileTrust | undefined;
  readonly ledger: Ledger;
  /** True if the whole file is the session's own: it said so when it began, and the file was intact then. */
  readonly isDeclared: boolean;
  readonly session: string;
}

interface DecidedLabels {
  readonly trust: FileTrust;
  /** Parts that were changed outside the protocol since the last handoff; `''` is the text above the first section. */
  readonly adopted: readonly string[];
}

/** More labels than this say no more than one for the whole file. */
const MAX_PARTS = 12;

export function decideLabels(input: LabelInput): DecidedLabels {
  const listed = listParts(input.text);
  const resolve = createResolver(input, input.base === input.text ? listed : undefined);
  const parts = listed.map(({ name, hash }) => ({ name, label: resolve(hash, name) }));
  const adopted = parts.filter(({ label }) => label?.isNew === true).map(({ name }) => name);
  return {
    trust: summarise(parts.map(({ name, label }) => ({ name, trust: label?.trust }))),
    adopted: adopted.length > MAX_PARTS ? [''] : adopted,
  };
}

/** After a recovery: what a dead session wrote is Unknown part by part, the rest keeps the label it had. */
export function labelUnknown(text: string, base: string | undefined, old: FileTrust | undefined): FileTrust {
  const before = new Map((base === undefined ? [] : listParts(base)).map(({ name, hash }) => [hash, name]));
  const labelOf = (name: string): PartTrust | undefined =>
    old?.sections?.[name] ??
    (old?.trust === undefined ? undefined : { trust: old.trust, ...adoptedBy(old.adopted_by) });
  return summarise(
    listParts(text).map(({ name, hash }) => {
      const known = before.get(hash);
      return { name, trust: known === undefined ? { trust: 'unknown' as const } : labelOf(known) };
    }),
  );
}

/** The label of one part of a file; undefined if it is verified. */
export const findPartTrust = (trust: FileTrust | undefined, part: string): PartTrust | undefined =>
  trust?.sections?.[part] ??
  (trust?.trust === undefined ? undefined : { trust: trust.trust, ...adoptedBy(trust.adopted_by) });

interface Label {
  readonly trust: PartTrust | undefined;
  readonly isNew?: boolean;
}

function createResolver(
  { base, listStood, old, ledger, isDeclared, session }: LabelInput,
  baseParts = base === undefined ? [] : listParts(base),
): (hash: string, name: string) => Label {
  let stood: ReadonlySet<string> | undefined;
  const hasStood = (hash: string): boolean => (stood ??= new Set(listStood())).has(hash);
  const own = new Set(ledger.filter((each) => /^[^~>]+$/.test(each)));
  const automatic = new Set(ledger.flatMap((each) => (each.startsWith('~') ? [each.slice(1)] : [])));
  const from = new Map(ledger.flatMap((each) => (each.includes('>') ? [toPair(each)] : [])));
  const before = new Map(baseParts.map(({ name, hash }) => [hash, name]));
  const labelOf = (name: string): PartTrust | undefined =>
    old?.sections?.[name] ??
    (old?.trust === undefined ? undefined : { trust: old.trust, ...adoptedBy(old.adopted_by) });
  return (hash, name) => {
    const seen = new Set<string>();
    for (let at: string | undefined = hash; at !== undefined && !seen.has(at); at = from.get(at)) {
      seen.add(at);
      if (own.has(at)) return { trust: undefined };
      if (automatic.has(at)) return { trust: { trust: 'assumed' } };
      const known = before.get(at);
      if (known !== undefined || hasStood(at)) return { trust: labelOf(known ?? name) };
    }
    if (isDeclared) return { trust: undefined };
    const kept = labelOf(name);
    if (kept?.trust === 'unknown') return { trust: kept };
    return { trust: { trust: 'assumed', adopted_by: session }, isNew: true };
  };
}

const toPair = (entry: string): [string, string] => {
  const [from = '', to = ''] = entry.split('>');
  return [to, from];
};

const adoptedBy = (session: string | undefined): { adopted_by?: string } =>
  session === undefined ? {} : { adopted_by: session };

/** One label if all parts have the same, none if all are verified. */
function summarise(parts: readonly { readonly name: string; readonly trust: PartTrust | undefined }[]): FileTrust {
  const labelled = parts.flatMap(({ name, trust }) => (trust === undefined ? [] : [{ name, trust }]));
  const [first] = labelled;
  if (first === undefined) return {};
  const isOne = labelled.every(
    ({ trust }) => trust.trust === first.trust.trust && trust.adopted_by === first.trust.adopted_by,
  );
  if (isOne && labelled.length === parts.length) return first.trust;
  if (labelled.length > MAX_PARTS) return labelled.find(({ trust }) => trust.trust === 'unknown')?.trust ?? first.trust;
  return { sections: Object.fromEntries(labelled.map(({ name, trust }) => [name, trust])) };
}

interface LabelledPart {
  /** Empty for the text above the first section. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Of the words alone: line endings, blank lines around them and provenance blocks are left out. */
  readonly hash: string;
}

const HASH_DIGITS = 16;

/** The text that a session found is asked about for its label, for what was changed, and for what stood there. */
export const listParts = keepRecent((text: string): readonly LabelledPart[] => {
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
});

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

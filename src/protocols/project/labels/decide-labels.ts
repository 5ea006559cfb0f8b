/** How far each part of a file can be trusted after a session: its own words, words it found, words of unknown origin. */
import type { FileTrust, PartTrust } from '../schema.ts';
import { listParts, type Ledger } from './parts.ts';

export interface LabelInput {
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

export interface DecidedLabels {
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

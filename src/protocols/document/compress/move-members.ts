/** Moving members to the file of the original, the largest first, until the rest fits. */
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { weighName, wordsOfName } from '../extract/weigh.ts';
import { escapePart, findAt, withoutValuesAt, withValueAt } from '../pointer.ts';
import type { HandoffDocument } from '../types.ts';
import { describeBriefly, memberField, type ExtractField, type Field } from './fields.ts';
import { asDocument, asJson, listDroppable, REST, sizeOf, WORKING, type Change, type Changed } from './strategies.ts';

export interface Moved extends Changed {
  /** What the members are now shown as. */
  readonly fields: readonly Field[];
}

/** Whether a document is within the limit. */
export type Fits = (document: HandoffDocument) => Promise<boolean>;

/** A smaller member is not made shorter by describing it. */
const MIN_BYTES = 80;

interface Candidate {
  readonly path: string;
  readonly bytes: number;
  /** The member of the working context that it is. */
  readonly name?: string;
}

/** `original` has the values as the sender wrote them: they are what is described. */
export async function moveLargest(
  document: HandoffDocument,
  original: HandoffDocument,
  extractField: ExtractField,
  fits: Fits,
): Promise<Moved> {
  const candidates = listCandidates(document);
  const mover = new Mover(document, original, extractField, candidates);
  let low = 1;
  let high = candidates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (await fits(mover.move(middle).document)) high = middle;
    else low = middle + 1;
  }
  return mover.move(low);
}

function listCandidates(document: HandoffDocument): Candidate[] {
  const working = Object.entries(document.handoff.payload.working).map(([name, value]) => ({
    path: `${WORKING}/${escapePart(name)}`,
    bytes: sizeOf(value),
    name,
  }));
  const others = listDroppable(document).map((path) => ({ path, bytes: sizeOf(findAt(document, path)) }));
  return [...working.filter(({ bytes }) => bytes > MIN_BYTES), ...others].sort((a, b) => b.bytes - a.bytes);
}

interface Described {
  readonly field: Field;
  readonly brief: string;
}

class Mover {
  readonly #document: HandoffDocument;
  readonly #original: HandoffDocument;
  readonly #extractField: ExtractField;
  readonly #candidates: readonly Candidate[];
  readonly #described = new Map<string, Described>();

  constructor(
    document: HandoffDocument,
    original: HandoffDocument,
    extractField: ExtractField,
    candidates: readonly Candidate[],
  ) {
    this.#document = document;
    this.#original = original;
    this.#extractField = extractField;
    this.#candidates = candidates;
  }

  /** The document without the largest `count` members. */
  move(count: number): Moved {
    const moved = this.#candidates.slice(0, count);
    const briefs: [string, string][] = [];
    const changes: Change[] = [];
    const fields: Field[] = [];
    for (const { path, bytes, name } of moved) {
      const { field, brief } = this.#describe(path, name !== undefined);
      fields.push(field);
      if (name !== undefined) briefs.push([name, brief]);
      changes.push({ kind: 'moved', path, bytesBefore: bytes, bytesAfter: name === undefined ? 0 : sizeOf(brief) });
    }
    const dropped = moved.filter(({ name }) => name === undefined).map(({ path }) => path);
    const rest = withoutValuesAt(asJson(this.#document), dropped);
    // A name that is assigned again keeps its place among the others.
    const working = { ...this.#document.handoff.payload.working, ...Object.fromEntries(briefs) };
    return { document: asDocument(withValueAt(rest, WORKING, working)), changes, fields };
  }

  #describe(path: string, isWorking: boolean): Described {
    const known = this.#described.get(path);
    if (known !== undefined) return known;
    // Outside the working context nothing was shortened, and places in a list may have changed.
    const value = (findAt(isWorking ? this.#original : this.#document, path) ?? null) as Json;
    const field = isWorking ? memberField(path, value) : this.#extractField(path, value);
    const described = { field, brief: isWorking ? describeBriefly(field) : '' };
    this.#described.set(path, described);
    return described;
  }
}

const KEPT_MEMBERS = [24, 12, 6, 3, 1, 0];
const MAX_NAME = 120;

/** So many members that even their names do not fit: a few keep their place, the others become one. */
export async function collapseMembers(moved: Moved, original: HandoffDocument, fits: Fits): Promise<Moved> {
  const { working } = original.handoff.payload;
  const names = Object.keys(working).filter((name) => name.length <= MAX_NAME && name !== REST);
  const ranked = names
    .map((name, index) => ({ name, index, weight: weighName(wordsOfName(name)) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index);
  let collapsed = moved;
  for (const count of KEPT_MEMBERS) {
    collapsed = collapseTo(moved, working, new Set(ranked.slice(0, count).map(({ name }) => name)));
    if (await fits(collapsed.document)) break;
  }
  return collapsed;
}

function collapseTo(moved: Moved, working: JsonObject, kept: ReadonlySet<string>): Moved {
  const rest = Object.entries(working).filter(([name]) => !kept.has(name));
  const path = `${WORKING}/${REST}`;
  const field = memberField(path, Object.fromEntries(rest));
  const shown = findAt(moved.document, WORKING);
  const members = Object.entries(isJsonObject(shown) ? shown : {}).filter(([name]) => kept.has(name));
  const paths = new Set([...kept].map((name) => `${WORKING}/${escapePart(name)}`));
  const isKept = (one: string): boolean => !one.startsWith(`${WORKING}/`) || paths.has(one);
  const change: Change = {
    kind: 'moved',
    path: WORKING,
    bytesBefore: rest.reduce((sum, entry) => sum + sizeOf(entry), 0),
    bytesAfter: 0,
  };
  return {
    document: asDocument(
      withValueAt(asJson(moved.document), WORKING, { ...Object.fromEntries(members), [REST]: describeBriefly(field) }),
    ),
    changes: [...moved.changes.filter((one) => isKept(one.path)), change],
    fields: [...moved.fields.filter((one) => isKept(one.path)), field],
  };
}

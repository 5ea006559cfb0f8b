/** The protocol's three strategies, and what else of a document may be left to its file: pure steps that say what they changed. */
import { isJsonObject, type Json } from '../../../kernel/json.ts';
import type { TokenCounter } from '../../../kernel/ports/index.ts';
import { codePointLength } from '../../../kernel/text.ts';
import { utf8Length } from '../../../kernel/token-estimate.ts';
import { shortenChain } from '../checks/chain.ts';
import { ELLIPSIS, shortenText } from '../extract/shorten-text.ts';
import { escapePart, findAt, renderPointer, withoutValuesAt, withValueAt } from '../pointer.ts';
import type { HandoffDocument } from '../types.ts';

/** What one strategy of compression did to which field. */
export interface Change {
  readonly kind: 'removed' | 'moved' | 'shortened';
  readonly path: string;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export interface Changed {
  readonly document: HandoffDocument;
  readonly changes: readonly Change[];
}

const OPTIONAL = [
  '/handoff/expires_at',
  '/handoff/target/invocation',
  '/handoff/target/expected_phase',
  '/handoff/context/original_prompt',
  '/handoff/context/success_criteria',
  '/handoff/tracing/tags',
];

export const removeOptional = (document: HandoffDocument): Changed => dropAll(document, OPTIONAL, 'removed');

/** Only for documents whose original is already in its file. */
export const moveSession = (document: HandoffDocument): Changed =>
  dropAll(document, ['/handoff/payload/session'], 'moved');

function dropAll(document: HandoffDocument, paths: readonly string[], kind: 'removed' | 'moved'): Changed {
  const changes = paths.flatMap((path): Change[] => {
    const found = findAt(document, path);
    return found === undefined ? [] : [{ kind, path, bytesBefore: sizeOf(found), bytesAfter: 0 }];
  });
  return { document: asDocument(withoutValuesAt(asJson(document), paths)), changes };
}

export const SUMMARY = '/handoff/context/summary';
export const REASON = '/handoff/meta/handoff_reason';
export const WORKING = '/handoff/payload/working';
const SUMMARY_TOKENS = 100;
const LONG_TEXT = 500;
/** Half of what 500 characters of the densest text take. */
const MIN_EXTRACT_TOKENS = 40;

/** The summary in fewer than 100 tokens, and every long text of the working context as an extract of itself. */
export async function summarize(document: HandoffDocument, counter: TokenCounter, limit: number): Promise<Changed> {
  const summary = await condenseSummary(document, counter);
  // So many extracts cannot fit whatever they say: the members they are in have to move as a whole.
  if (countLongTexts(document.handoff.payload.working) * MIN_EXTRACT_TOKENS > limit) return summary;
  const working = shortenWorking(summary.document);
  return { document: working.document, changes: [...summary.changes, ...working.changes] };
}

async function condenseSummary(document: HandoffDocument, counter: TokenCounter): Promise<Changed> {
  const { summary } = document.handoff.context;
  let shorter = summary;
  for (let limit = codePointLength(summary); limit > 4; limit = Math.floor(limit * 0.8)) {
    shorter = shortenText(summary, limit);
    if ((await counter.count(shorter)) < SUMMARY_TOKENS) break;
  }
  return shorter === summary ? { document, changes: [] } : putText(document, SUMMARY, summary, shorter);
}

const countLongTexts = (value: Json): number => {
  if (typeof value === 'string') return value.length > LONG_TEXT ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + countLongTexts(item as Json), 0);
};

/** Strings longer than 500 characters, at any depth. Parts without any are shared with the document as it came. */
function shortenWorking(document: HandoffDocument): Changed {
  const changes: Change[] = [];
  const place: string[] = [];
  const shorten = (value: Json): Json => {
    if (typeof value === 'string') return shortenLong(value);
    if (typeof value !== 'object' || value === null) return value;
    const before = changes.length;
    const members = Object.entries(value).map(([name, item]): [string, Json] => {
      place.push(name);
      const shorter = shorten(item as Json);
      place.pop();
      return [name, shorter];
    });
    if (changes.length === before) return value;
    return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members);
  };
  const shortenLong = (text: string): string => {
    if (text.length <= LONG_TEXT || codePointLength(text) <= LONG_TEXT) return text;
    const shorter = shortenText(text, LONG_TEXT);
    const path = `${WORKING}${renderPointer(place)}`;
    changes.push({ kind: 'shortened', path, bytesBefore: utf8Length(text), bytesAfter: utf8Length(shorter) });
    return shorter;
  };
  const working = shorten(document.handoff.payload.working);
  return { document: asDocument(withValueAt(asJson(document), WORKING, working)), changes };
}

const putText = (document: HandoffDocument, path: string, before: string, after: string): Changed => ({
  document: asDocument(withValueAt(asJson(document), path, after)),
  changes: [{ kind: 'shortened', path, bytesBefore: utf8Length(before), bytesAfter: utf8Length(after) }],
});

/** What the schema or the rules of the chain need; everything else may be left to the file. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  '/handoff/source': ['skill', 'workflow_id', 'session_path', 'phase'],
  '/handoff/target': ['skill'],
  '/handoff/context': ['summary', 'problem_type'],
  '/handoff/payload': ['working', 'references'],
  '/handoff/payload/references': ['files'],
  '/handoff/meta': [
    'token_count',
    'confidence',
    'handoff_chain',
    'handoff_reason',
    'payload_hash',
    'payload_size_bytes',
    'user_approved',
  ],
};

/** Every optional member that is left, and every file reference but the last, which leads to the original. */
export function listDroppable({ handoff }: HandoffDocument): string[] {
  const root = { handoff };
  const members = Object.entries(KEPT).flatMap(([path, kept]) => {
    const value = findAt(root, path);
    const names = isJsonObject(value) ? Object.keys(value) : [];
    return names.filter((name) => !kept.includes(name)).map((name) => `${path}/${escapePart(name)}`);
  });
  const files = (handoff.payload.references?.files ?? []).slice(0, -1);
  return [
    ...members,
    ...['/handoff/tracing', '/handoff/expires_at'].filter((path) => findAt(root, path) !== undefined),
    ...files.map((_, index) => `${FILES}/${index}`),
  ];
}

const FILES = '/handoff/payload/references/files';
/** About what the section of references may take, beside the one to the original. */
const FILES_BYTES = 400;
const RELEVANCE = ['critical', 'important', undefined, 'optional'];

/** A list of references that is too long keeps the most relevant ones, and the last, which leads to the original. */
export function trimReferences(document: HandoffDocument): Changed {
  const files = document.handoff.payload.references?.files ?? [];
  let left = FILES_BYTES;
  const ranked = files
    .slice(0, -1)
    .map((file) => ({ file, rank: RELEVANCE.indexOf(file.relevance) }))
    .sort((a, b) => a.rank - b.rank);
  const kept = new Set(files.slice(-1));
  for (const { file } of ranked) {
    left -= sizeOf(file);
    if (left < 0) break;
    kept.add(file);
  }
  if (kept.size === files.length) return { document, changes: [] };
  const rest = files.filter((file) => kept.has(file));
  return {
    document: asDocument(withValueAt(asJson(document), FILES, rest as unknown as Json)),
    changes: [{ kind: 'moved', path: FILES, bytesBefore: sizeOf(files), bytesAfter: sizeOf(rest) }],
  };
}

/** The member under which those without a place of their own are described together. */
export const REST = '...';

/** In the last resort not even what a reader can derive: a chain of the sender alone, what the reference says of itself, names. */
export function leaveOutDerived(document: HandoffDocument): Changed {
  const { source, meta, payload } = document.handoff;
  const last = `${FILES}/${(payload.references?.files ?? []).length - 1}`;
  const isBareChain = meta.handoff_chain?.length === 1 && meta.handoff_chain[0] === source.skill;
  const paths = [`${last}/description`, `${last}/relevance`, ...(isBareChain ? ['/handoff/meta/handoff_chain'] : [])];
  const bare = dropAll(document, paths, 'removed');
  const rest = `${WORKING}/${REST}`;
  if (findAt(document, rest) === undefined) return bare;
  return { document: asDocument(withValueAt(asJson(bare.document), rest, ELLIPSIS)), changes: bare.changes };
}

const LAST_RESORT_REASON = 200;

/** The chain to its origin and newest entries, the reason to a sentence or two. */
export function tightenChain(document: HandoffDocument): Changed {
  const { handoff_chain: chain, handoff_reason: reason } = document.handoff.meta;
  const short = chain === undefined ? undefined : shortenChain(chain);
  const changed =
    chain !== undefined && short !== undefined && short.length < chain.length
      ? putChain(document, chain, short)
      : { document, changes: [] };
  if (reason === undefined || codePointLength(reason) <= LAST_RESORT_REASON) return changed;
  const text = shortenText(reason, LAST_RESORT_REASON);
  const next = putText(changed.document, REASON, reason, text);
  return { document: next.document, changes: [...changed.changes, ...next.changes] };
}

/** Of names without measure in a chain only those the receiver's check of loops needs. */
export function bareChain(document: HandoffDocument): Changed {
  const { source, target, meta } = document.handoff;
  const { handoff_chain: chain } = meta;
  if (chain === undefined) return { document, changes: [] };
  const short = [...(chain.includes(target.skill) ? [target.skill] : []), source.skill];
  return short.length < chain.length ? putChain(document, chain, short) : { document, changes: [] };
}

const putChain = (document: HandoffDocument, before: readonly string[], after: readonly string[]): Changed => {
  const path = '/handoff/meta/handoff_chain';
  return {
    document: asDocument(withValueAt(asJson(document), path, after)),
    changes: [{ kind: 'shortened', path, bytesBefore: sizeOf(before), bytesAfter: sizeOf(after) }],
  };
};

export const sizeOf = (value: unknown): number => utf8Length(JSON.stringify(value));

// A document is made of JSON values, and every change here keeps what the schema asks for.
export const asJson = (document: HandoffDocument): Json => document as unknown as Json;
export const asDocument = (value: Json): HandoffDocument => value as unknown as HandoffDocument;

/** The single steps of compression, each a pure function that says what it changed. */
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import type { TokenCounter } from '../../../kernel/ports/index.ts';
import { codePointLength } from '../../../kernel/text.ts';
import { utf8Length } from '../../../kernel/token-estimate.ts';
import { shortenChain } from '../chain.ts';
import { escapePart, findAt, withoutValuesAt, withValueAt } from '../pointer.ts';
import { shortenText } from '../shorten-text.ts';
import type { HandoffDocument } from '../types.ts';

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

/** Only for documents whose original already stands in its file. */
export const moveSession = (document: HandoffDocument): Changed =>
  dropAll(document, ['/handoff/payload/session'], 'moved');

export function dropAll(document: HandoffDocument, paths: readonly string[], kind: 'removed' | 'moved'): Changed {
  const changes = paths.flatMap((path): Change[] => {
    const found = findAt(document, path);
    return found === undefined ? [] : [{ kind, path, bytesBefore: sizeOf(found), bytesAfter: 0 }];
  });
  return { document: asDocument(withoutValuesAt(asJson(document), new Set(paths))), changes };
}

const SUMMARY = '/handoff/context/summary';
const WORKING = '/handoff/payload/working';
const SUMMARY_TOKENS = 100;
export const LONG_TEXT = 500;

/** The summary in fewer than 100 tokens. */
export async function condenseSummary(document: HandoffDocument, counter: TokenCounter): Promise<Changed> {
  const { summary } = document.handoff.context;
  let shorter = summary;
  for (let limit = codePointLength(summary); limit > 4; limit = Math.floor(limit * 0.8)) {
    shorter = shortenText(summary, limit);
    if ((await counter.count(shorter)) < SUMMARY_TOKENS) break;
  }
  return shorter === summary ? { document, changes: [] } : putText(document, SUMMARY, summary, shorter);
}

/** Strings that `original` has longer than 500 characters in its working context, at any depth, in at most `limit`. */
export function shortenWorking(document: HandoffDocument, original: HandoffDocument, limit: number): Changed {
  const changes: Change[] = [];
  const shorten = (value: Json, path: string): Json => {
    if (typeof value === 'string') return shortenLong(value, path);
    if (Array.isArray(value)) return value.map((item: Json, index) => shorten(item, `${path}/${index}`));
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).map(([name, item]) => [name, shorten(item, `${path}/${escapePart(name)}`)]);
    return Object.fromEntries(members) as JsonObject;
  };
  const shortenLong = (text: string, path: string): string => {
    if (codePointLength(text) <= LONG_TEXT) return text;
    const shorter = shortenText(text, limit);
    changes.push({ kind: 'shortened', path, bytesBefore: utf8Length(text), bytesAfter: utf8Length(shorter) });
    return shorter;
  };
  const working = shorten(original.handoff.payload.working, WORKING);
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
    ...files.map((_, index) => `/handoff/payload/references/files/${index}`),
  ];
}

const LAST_RESORT_REASON = 200;

/** The chain to its origin and newest entries, the reason to a sentence or two. */
export function tightenChain(document: HandoffDocument): Changed {
  const { handoff_chain: chain, handoff_reason: reason } = document.handoff.meta;
  let changed: Changed = { document, changes: [] };
  const short = chain === undefined ? undefined : shortenChain(chain);
  if (chain !== undefined && short !== undefined && short.length < chain.length) {
    const path = '/handoff/meta/handoff_chain';
    changed = {
      document: asDocument(withValueAt(asJson(document), path, short)),
      changes: [{ kind: 'shortened', path, bytesBefore: sizeOf(chain), bytesAfter: sizeOf(short) }],
    };
  }
  if (reason === undefined || codePointLength(reason) <= LAST_RESORT_REASON) return changed;
  const next = putText(
    changed.document,
    '/handoff/meta/handoff_reason',
    reason,
    shortenText(reason, LAST_RESORT_REASON),
  );
  return { document: next.document, changes: [...changed.changes, ...next.changes] };
}

const sizeOf = (value: unknown): number => utf8Length(JSON.stringify(value));

// A document is made of JSON values, and every change here keeps what the schema asks for.
export const asJson = (document: HandoffDocument): Json => document as unknown as Json;
const asDocument = (value: Json): HandoffDocument => value as unknown as HandoffDocument;

/** Stage 2: what a document costs, and the count it carries of itself. */
import { BatonError } from '../../../kernel/errors/index.ts';
import type { Json } from '../../../kernel/json.ts';
import type { TokenCounter, TokenMethod } from '../../../kernel/ports/index.ts';
import { estimateTokens } from '../../../kernel/token-estimate.ts';
import type { Judgement } from './chain.ts';
import { isShortened } from '../original.ts';
import { findAt } from '../pointer.ts';
import { renderDocument } from '../render.ts';
import type { DocumentIssue, HandoffDocument } from '../types.ts';

/** How many tokens a document may have. */
export const TOKEN_LIMIT = 2_000;

export interface TokenReport {
  readonly method: TokenMethod;
  /** By that method, of the bytes as received or as written. */
  readonly count: number;
  /** The protocol's own formula, bytes / 4. */
  readonly estimate: number;
}

export async function measureTokens(text: string, counter: TokenCounter): Promise<TokenReport> {
  const count = await counter.count(text);
  return { method: counter.method, count, estimate: estimateTokens(text) };
}

/** The same of a document that counts itself. */
export const reportTokens = (document: HandoffDocument, { method }: TokenCounter): TokenReport => ({
  method,
  count: document.handoff.meta.token_count,
  estimate: estimateTokens(renderDocument(document)),
});

const COUNT = '/handoff/meta/token_count';
/** Declared and measured may differ by 30 % of the measured number. */
const TOLERANCE_PERCENT = 30;

/** Judges a measured count beside the declared one. */
export function checkTokens(document: unknown, { count, method }: TokenReport): Judgement {
  const declared = findAt(document, COUNT);
  const errors: DocumentIssue[] = [];
  const warnings: DocumentIssue[] = [];
  if (count > TOKEN_LIMIT) errors.push(overLimit('', `the document has ${count} tokens (${method})`, count));
  if (typeof declared === 'number') {
    if (declared > TOKEN_LIMIT) errors.push(overLimit(COUNT, `token_count declares ${declared} tokens`, declared));
    const isNear = Math.abs(declared - count) * 100 <= count * TOLERANCE_PERCENT;
    if (!isNear) warnings.push(offCount(declared, count, method));
  }
  return { errors, warnings };
}

const overLimit = (path: string, what: string, count: number): DocumentIssue => ({
  path,
  rule: 'token-limit',
  message: `${what}, the limit is ${TOKEN_LIMIT}`,
  found: String(count),
  repair: 'run baton doc compress, which moves long parts to a file',
});

const offCount = (declared: number, count: number, method: TokenMethod): DocumentIssue => ({
  path: COUNT,
  rule: 'token-count',
  message: `token_count is ${declared}, measured are ${count} (${method}): more than ${TOLERANCE_PERCENT} % apart`,
  found: String(declared),
  repair: `set it to ${count}`,
  fix: { kind: 'set', value: count },
});

/** A few digits more or less: it settles after two or three rounds. */
const MAX_ROUNDS = 12;

/**
 * The document with the token count of the very text that holds it. Counting up from zero only ever grows the number,
 * so it ends at the smallest count that is true.
 */
export async function withTokenCount(document: HandoffDocument, counter: TokenCounter): Promise<HandoffDocument> {
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const counted = putCount(document, count);
    const measured = await counter.count(renderDocument(counted));
    if (measured === count) return counted;
    count = measured;
  }
  throw new BatonError('INTERNAL', 'the token count of the document does not converge');
}

const putCount = (document: HandoffDocument, count: number): HandoffDocument => ({
  ...document,
  handoff: { ...document.handoff, meta: { ...document.handoff.meta, token_count: count } },
});

export interface BudgetRow {
  readonly section: string;
  readonly budget: number;
  readonly tokens: number;
  readonly over: boolean;
}

interface BudgetSection {
  readonly section: string;
  readonly budget: number;
  readonly paths: readonly string[];
}

const WORKING = 'payload.working';
const PLACES = 'source/target';
const SESSION_PATH = '/handoff/source/session_path';

const SECTIONS: readonly BudgetSection[] = [
  {
    section: 'metadata',
    budget: 100,
    paths: [
      '/handoff/version',
      '/handoff/schema_type',
      '/handoff/timestamp',
      '/handoff/expires_at',
      '/handoff/trace_id',
    ],
  },
  { section: PLACES, budget: 50, paths: ['/handoff/source', '/handoff/target'] },
  { section: 'context', budget: 200, paths: ['/handoff/context'] },
  { section: WORKING, budget: 500, paths: ['/handoff/payload/working'] },
  { section: 'payload.session', budget: 800, paths: ['/handoff/payload/session'] },
  { section: 'payload.references', budget: 200, paths: ['/handoff/payload/references'] },
  { section: 'meta & tracing', budget: 150, paths: ['/handoff/meta', '/handoff/tracing'] },
];

/**
 * Each section, without the indentation it is written with, against its share of the budget. In a shortened document the
 * working context has the room that the other sections leave: its session has moved to a file.
 */
export async function measureBudget(document: Json | HandoffDocument, counter: TokenCounter): Promise<BudgetRow[]> {
  const texts = SECTIONS.map(({ paths }) => {
    const members = paths.flatMap((path) => {
      const value = findAt(document, path);
      return value === undefined ? [] : [[path.slice(path.lastIndexOf('/') + 1), value]];
    });
    return members.length === 0 ? '' : JSON.stringify(Object.fromEntries(members));
  });
  const counts = await counter.countAll([...texts, textAt(document, SESSION_PATH)]);
  const pathTokens = counts[texts.length] ?? 0;
  const rows = SECTIONS.map(({ section, budget }, index) => ({ section, budget, tokens: counts[index] ?? 0 }));
  const others = rows.reduce((sum, { section, tokens }) => sum + (section === WORKING ? 0 : tokens), 0);
  return rows.map(({ section, budget: share, tokens }) => {
    const budget = section === WORKING && isShortened(document) ? Math.max(share, TOKEN_LIMIT - others) : share;
    // How long the path of a folder is says nothing about the handoff, and nobody can shorten it.
    const counted = section === PLACES ? tokens - pathTokens : tokens;
    return { section, budget, tokens, over: counted > budget };
  });
}

const textAt = (document: unknown, path: string): string => {
  const text = findAt(document, path);
  return typeof text === 'string' ? text : '';
};

export const warnBudget = (rows: readonly BudgetRow[]): DocumentIssue[] =>
  rows.flatMap(({ section, budget, tokens, over }) => {
    if (!over) return [];
    const path = SECTIONS.find((row) => row.section === section)?.paths[0] ?? '';
    return [
      {
        path,
        rule: 'section-budget',
        message: `${section} has ${tokens} tokens, its share is ${budget}`,
        found: String(tokens),
        repair: 'fine as long as the whole stays within its limit; shorten here first if it does not',
      },
    ];
  });

import type { TokenCounter } from '../../../kernel/ports/index.ts';
import { estimateTokens } from '../../../kernel/token-estimate.ts';
import { withPayloadHash } from '../payload-hash.ts';
import { findAt } from '../pointer.ts';
import { renderDocument } from '../render.ts';
import { TOKEN_LIMIT, withTokenCount, type TokenReport } from '../tokens.ts';
import type { HandoffDocument } from '../types.ts';
import { listLargest, type LargeField } from './largest.ts';
import { withOriginal, type OriginalFile } from './original.ts';
import {
  condenseSummary,
  dropAll,
  listDroppable,
  LONG_TEXT,
  moveSession,
  removeOptional,
  shortenWorking,
  tightenChain,
  type Change,
  type Changed,
} from './strategies.ts';

export interface CompressionStep {
  readonly strategy: string;
  readonly tokens: number;
  readonly changes: readonly Change[];
}

export interface Compression {
  readonly document: HandoffDocument;
  readonly tokens: TokenReport;
  /** What the document cost as it came, by the same method. */
  readonly before: number;
  readonly fits: boolean;
  /** False where the document was small enough as it was: then there is no need for the original's file. */
  readonly needsOriginal: boolean;
  readonly steps: readonly CompressionStep[];
  /** Where it does not fit: what takes the room, largest first. */
  readonly largest: readonly LargeField[];
}

interface Strategy {
  readonly name: string;
  /** `original` is the document before any of them. */
  run(document: HandoffDocument, counter: TokenCounter, original: HandoffDocument): Changed | Promise<Changed>;
}

const shortenTo = (limit: number): Strategy => ({
  name: `3 summarize long text (${limit} characters)`,
  run: (document, _, original) => shortenWorking(document, original, limit),
});

const STRATEGIES: readonly Strategy[] = [
  { name: '1 remove optional fields', run: removeOptional },
  { name: '2 move session to references', run: moveSession },
  { name: '3 summarize long text', run: summarize },
  { name: 'leave to the file what the schema does not require', run: leaveToFile },
  { name: 'shorten the chain', run: tightenChain },
  ...[LONG_TEXT / 2, LONG_TEXT / 4, LONG_TEXT / 8].map(shortenTo),
];

/**
 * Makes a document fit, one strategy after the other, measured after each. `original` is where the whole document
 * will stand before this one is written: what is left out here is left out of nothing else.
 */
export async function planCompression(
  document: HandoffDocument,
  original: OriginalFile,
  counter: TokenCounter,
): Promise<Compression> {
  const unchanged = await measure(document, counter);
  if (unchanged <= TOKEN_LIMIT) {
    const counted = await withTokenCount(document, counter);
    if (counted.handoff.meta.token_count <= TOKEN_LIMIT) {
      return await outcome(counted, counter, { before: unchanged, needsOriginal: false, steps: [] });
    }
  }
  let current = withPayloadHash(withOriginal(document, original));
  const steps: CompressionStep[] = [];
  for (const { name, run } of STRATEGIES) {
    const { document: next, changes } = await run(current, counter, document);
    if (changes.length === 0) continue;
    current = withPayloadHash(next);
    const tokens = await measure(current, counter);
    steps.push({ strategy: name, tokens, changes });
    if (tokens <= TOKEN_LIMIT) break;
  }
  return await outcome(await withTokenCount(current, counter), counter, {
    before: unchanged,
    needsOriginal: true,
    steps,
  });
}

/** Far above the limit a digit more or less in the document's own count does not matter. */
const COUNT_MARGIN = 80;

async function measure(document: HandoffDocument, counter: TokenCounter): Promise<number> {
  const roughly = await counter.count(renderDocument(document));
  if (roughly > TOKEN_LIMIT + COUNT_MARGIN) return roughly;
  return (await withTokenCount(document, counter)).handoff.meta.token_count;
}

async function summarize(
  document: HandoffDocument,
  counter: TokenCounter,
  original: HandoffDocument,
): Promise<Changed> {
  const summary = await condenseSummary(document, counter);
  const working = shortenWorking(summary.document, original, LONG_TEXT);
  return { document: working.document, changes: [...summary.changes, ...working.changes] };
}

/** The largest optional parts first, until what is left should fit. */
async function leaveToFile(document: HandoffDocument, counter: TokenCounter): Promise<Changed> {
  const paths = listDroppable(document);
  const counts = await counter.countAll(paths.map((path) => JSON.stringify(findAt(document, path))));
  const ranked = paths.map((path, index) => ({ path, tokens: counts[index] ?? 0 }));
  ranked.sort((a, b) => b.tokens - a.tokens);
  let excess = (await counter.count(renderDocument(document))) - TOKEN_LIMIT;
  const chosen: string[] = [];
  for (const { path, tokens } of ranked) {
    if (excess <= 0) break;
    chosen.push(path);
    excess -= tokens;
  }
  const changed = dropAll(document, chosen, 'moved');
  // Separate counts do not add up exactly; what is left is tried again until it fits or nothing is left.
  const isDone = chosen.length === paths.length || chosen.length === 0;
  if (isDone || (await counter.count(renderDocument(changed.document))) <= TOKEN_LIMIT - HASH_MARGIN) return changed;
  const more = await leaveToFile(changed.document, counter);
  return { document: more.document, changes: [...changed.changes, ...more.changes] };
}

/** The hash in the document changes with it, and other digits may need a few tokens more. */
const HASH_MARGIN = 20;

async function outcome(
  document: HandoffDocument,
  counter: TokenCounter,
  rest: Pick<Compression, 'before' | 'needsOriginal' | 'steps'>,
): Promise<Compression> {
  const count = document.handoff.meta.token_count;
  const fits = count <= TOKEN_LIMIT;
  const tokens = { method: counter.method, count, estimate: estimateTokens(renderDocument(document)) };
  return { ...rest, document, tokens, fits, largest: fits ? [] : await listLargest(document, counter) };
}

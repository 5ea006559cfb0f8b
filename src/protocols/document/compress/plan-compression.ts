import type { TokenCounter } from '../../../kernel/ports/index.ts';
import type { ScanText } from '../checks/scan-strings.ts';
import { reportTokens, TOKEN_LIMIT, withTokenCount } from '../checks/tokens.ts';
import { assertCount, assertDocument } from '../input.ts';
import type { OriginalFile } from '../original.ts';
import { renderDocument } from '../render.ts';
import type { HandoffDocument } from '../types.ts';
import { COUNT_MARGIN, type Compression } from './compression.ts';

/**
 * Makes a document fit, one strategy after the other, measured after each. `original` is where the whole document
 * will be before this one is written: what is left out here is still there. With `loadScan`, the guard's, no extract
 * raises a finding that the sender's own text did not raise; it is called only if something has to be left out.
 */
export async function planCompression(
  document: HandoffDocument,
  original: OriginalFile,
  counter: TokenCounter,
  limit = TOKEN_LIMIT,
  loadScan?: () => Promise<ScanText>,
): Promise<Compression> {
  assertDocument(document);
  assertCount(limit, 'the limit');
  const before = await counter.count(renderDocument(document));
  if (before <= limit + COUNT_MARGIN) {
    const counted = await withTokenCount(document, counter);
    if (counted.handoff.meta.token_count <= limit) {
      const tokens = reportTokens(counted, counter);
      return { document: counted, tokens, before, limit, fits: true, needsOriginal: false, steps: [], largest: [] };
    }
  }
  // Most documents fit: they do without its words and patterns.
  const { Compressor } = await import('./compressor.ts');
  return await new Compressor(document, original, counter, limit, before).run(loadScan);
}

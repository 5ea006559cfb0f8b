/** Ways to make a document fit a number of tokens: ours, and the two that anybody would write first. */
import { createScanner } from '../../src/guard/index.ts';
import { isJsonObject, type Json } from '../../src/kernel/json.ts';
import type { TokenCounter } from '../../src/kernel/ports/index.ts';
import {
  planCompression,
  renderDocument,
  scanExtract,
  type HandoffDocument,
} from '../../src/protocols/document/index.ts';

export interface Compressor {
  readonly name: string;
  compress(document: HandoffDocument, limit: number, counter: TokenCounter): Promise<string>;
}

export const ORIGINAL = { path: 'handoffs/session-context.json', checksum: `sha256:${'0'.repeat(64)}` };

const scanner = createScanner();

/** As the commands compress: extracts stay quiet for the guard. */
export const loadScan = () =>
  Promise.resolve((text: string) =>
    scanExtract(
      text,
      (one) => scanner.scan(one),
      (one) => scanner.scan(one, { model: false }),
    ),
  );

export const ours: Compressor = {
  name: 'planCompression',
  async compress(document, limit, counter) {
    const { document: short } = await planCompression(document, ORIGINAL, counter, limit, loadScan);
    return renderDocument(short);
  },
};

export const cutAtLimit: Compressor = {
  name: 'cut at the limit',
  compress: (document, limit, counter) => cut(renderDocument(document), limit, counter),
};

/** The first sentence of every text, then cut. */
export const firstSentences: Compressor = {
  name: 'first sentences',
  compress: (document, limit, counter) =>
    cut(renderDocument(shortenTexts(document as unknown as Json)), limit, counter),
};

function shortenTexts(value: Json): Json {
  if (typeof value === 'string') return /^.*?(?:[.!?](?=\s|$)|[。！？]|\n|$)/su.exec(value)?.[0].trim() ?? value;
  if (Array.isArray(value)) return value.map((item: Json) => shortenTexts(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortenTexts(item)]));
}

/** The longest prefix of at most `limit` tokens. */
async function cut(text: string, limit: number, counter: TokenCounter): Promise<string> {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((await counter.count(text.slice(0, middle))) <= limit) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low);
}

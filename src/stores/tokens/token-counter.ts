import { join } from 'node:path';
import type { Disk, SummedText, TokenCounter, TokenMethod } from '../../kernel/ports/index.ts';
import { estimateTokens, estimatingCounter, textOf, TOKENIZER_UNAVAILABLE } from '../../kernel/token-estimate.ts';
import { CountCache, keyOf, type CountKey } from './count-cache.ts';
import type { Encoder } from './o200k.ts';

/** A new name for every change that makes counts differ: old files are then left alone. */
const CACHE_FILE = 'tokens-o200k_base.v2.bin';

export interface TokenCounterOptions {
  readonly disk: Disk;
  /** Where counts are kept between processes. It need not exist, nor be writable; without it nothing is kept. */
  readonly cacheFolder?: string;
  /** Default `o200k_base`. */
  readonly method?: TokenMethod;
  /** Told once if the tokenizer cannot be loaded. */
  warn?(text: string): void;
  /** Brings the tokenizer. Called at most once, at the first count that is not cached. */
  load?(): Promise<Encoder>;
}

export interface KeepingTokenCounter extends TokenCounter {
  /** Counts are written in the background; to be awaited before the process is ended by force. */
  flush(): Promise<void>;
}

export function createTokenCounter(options: TokenCounterOptions): KeepingTokenCounter {
  return options.method === 'bytes/4'
    ? { ...estimatingCounter, flush: async () => undefined }
    : new O200kCounter(options);
}

interface Wanted {
  readonly text: string | SummedText;
  readonly key: CountKey;
}

/**
 * Exact until the tokenizer turns out to be missing. From then on every count is an estimate, also of texts whose
 * exact count is cached: numbers of two kinds under one name would be worse than rough ones.
 */
class O200kCounter implements KeepingTokenCounter {
  readonly #options: TokenCounterOptions;
  readonly #cache: CountCache | undefined;
  #loading: Promise<Encoder> | undefined;
  #method: TokenMethod = 'o200k_base';

  constructor(options: TokenCounterOptions) {
    this.#options = options;
    if (options.cacheFolder !== undefined) {
      this.#cache = new CountCache(options.disk, join(options.cacheFolder, CACHE_FILE));
    }
  }

  get method(): TokenMethod {
    return this.#method;
  }

  async count(text: string): Promise<number> {
    const [count = 0] = await this.countAll([text]);
    return count;
  }

  async countAll(texts: readonly (string | SummedText)[]): Promise<number[]> {
    const wanted = texts.map((text) => ({ text, key: keyOf(text) }));
    const known = await this.#findAll(wanted);
    const encode = known.includes(undefined) ? await (this.#loading ??= this.#load()) : estimateTokens;
    if (this.#method === 'bytes/4') return texts.map((text) => estimateTokens(textOf(text)));
    const counted = wanted.map(({ text, key }, index) => ({ key, count: known[index] ?? encode(textOf(text)) }));
    await this.#cache?.addAll(counted.filter((_, index) => known[index] === undefined));
    return counted.map(({ count }) => count);
  }

  async flush(): Promise<void> {
    await this.#cache?.flush();
  }

  async #findAll(wanted: readonly Wanted[]): Promise<(number | undefined)[]> {
    const cached = await this.#cache?.findAll(wanted.map(({ key }) => key));
    return wanted.map(({ text }, index) => (text === '' ? 0 : cached?.[index]));
  }

  async #load(): Promise<Encoder> {
    try {
      const load = this.#options.load ?? (await import('./o200k.ts')).loadO200k;
      return await load();
    } catch {
      this.#method = 'bytes/4';
      this.#options.warn?.(TOKENIZER_UNAVAILABLE);
      return estimateTokens;
    }
  }
}

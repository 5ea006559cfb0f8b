import type { HandoffFile } from './handoff-file.ts';

type TextFile = Pick<HandoffFile, 'name' | 'text' | 'isText'>;

/**
 * The texts of files by name, without those that are not text. Most commands look at a few files only, and the manifest
 * at those that changed: decoding all of them would cost more than reading and hashing them.
 */
export class HandoffTexts implements ReadonlyMap<string, string> {
  readonly #files: ReadonlyMap<string, TextFile>;

  constructor(files: Iterable<TextFile>) {
    this.#files = new Map([...files].filter(({ isText }) => isText).map((file) => [file.name, file]));
  }

  get size(): number {
    return this.#files.size;
  }

  get(name: string): string | undefined {
    return this.#files.get(name)?.text;
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  keys(): MapIterator<string> {
    return this.#files.keys();
  }

  values(): MapIterator<string> {
    return this.#decoded().values();
  }

  entries(): MapIterator<[string, string]> {
    return this.#decoded().entries();
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }

  forEach(each: (text: string, name: string, texts: ReadonlyMap<string, string>) => void): void {
    for (const [name, text] of this) each(text, name, this);
  }

  #decoded(): Map<string, string> {
    return new Map([...this.#files.values()].map(({ name, text }) => [name, text ?? '']));
  }
}

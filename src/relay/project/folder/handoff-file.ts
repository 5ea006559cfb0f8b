import { isUtf8 } from 'node:buffer';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { fileChecksum } from '../../../kernel/hash.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { findUtf8 } from '../../../kernel/text.ts';
import type { Description } from '../../../protocols/project/manifest/index.ts';
import { findStamp, type KnownFile } from './known-files.ts';

/** One file of the folder. Its text is made when it is asked for, and the bytes of one that was recognised are read then. */
export interface HandoffFile {
  readonly name: string;
  readonly checksum: string;
  readonly bytes: Buffer;
  /** Undefined if the bytes are not UTF-8, or too many to be read. */
  readonly text: string | undefined;
  /** Set if it is larger than what is read: its bytes are empty, and its checksum is none. */
  readonly tooLargeBytes?: number;
  readonly isText: boolean;
  /** UTF-8 without CR: its checksum is the SHA-256 of its text. */
  readonly isPlain: boolean;
  /** Its state on the disk, if the file can be known again by it. */
  readonly stamp: string | undefined;
  /** What a manifest said of this very text before, where the file was recognised. */
  readonly description?: Description | undefined;
}

/** Far more than an agent can read. A larger file is named and not read: it would hold up every start of a session. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** The archive only grows, and is never shown whole. */
const MAX_ARCHIVE_BYTES = 64 * 1024 * 1024;

const maxBytesOf = (name: string): number => (name.startsWith('LOG-ARCHIVE.') ? MAX_ARCHIVE_BYTES : MAX_FILE_BYTES);
const CARRIAGE_RETURN = 0x0d;

export async function readHandoffFile(
  platform: Pick<Platform, 'files'>,
  name: string,
  path: string,
): Promise<HandoffFile> {
  return readStamped(platform, name, path, undefined);
}

/** The same without reading, where the file is in the state in which it was read before. */
export async function recognizeFile(
  platform: Pick<Platform, 'clock' | 'disk' | 'files'>,
  name: string,
  path: string,
  known: KnownFile | undefined,
): Promise<HandoffFile> {
  // Looked at before it is read: what is changed in between has another stamp than the one that is kept.
  const stat = platform.disk.lstatNow(path);
  const stamp = stat === undefined ? undefined : findStamp(stat, platform.clock.now());
  if (stamp === undefined || known?.stamp !== stamp) return readStamped(platform, name, path, stamp);
  const { checksum, description } = known;
  return withText(
    { name, checksum, isText: true, isPlain: true, stamp, description },
    once(() => readUnchanged(platform, name, path, checksum)),
  );
}

async function readStamped(
  platform: Pick<Platform, 'files'>,
  name: string,
  path: string,
  stamp: string | undefined,
): Promise<HandoffFile> {
  const bytes = await findBytes(platform, name, path);
  if (typeof bytes === 'number')
    return withText({ name, checksum: '', isText: false, isPlain: false, stamp: undefined, tooLargeBytes: bytes }, () =>
      Buffer.alloc(0),
    );
  const isText = isUtf8(bytes);
  const isPlain = isText && !bytes.includes(CARRIAGE_RETURN);
  return withText({ name, checksum: fileChecksum(bytes), isText, isPlain, stamp }, () => bytes);
}

/** Its size instead if it is too large. */
async function findBytes(platform: Pick<Platform, 'files'>, name: string, path: string): Promise<Buffer | number> {
  const maxBytes = maxBytesOf(name);
  try {
    return await platform.files.readBytes(path, { maxBytes });
  } catch (error) {
    if (!isBatonError(error, 'INPUT_TOO_LARGE')) throw error;
    return (await platform.files.stat(path))?.sizeBytes ?? maxBytes;
  }
}

export const describeSize = (sizeBytes: number): string => `${Math.ceil(sizeBytes / 1024 / 1024)} MiB`;

function withText(facts: Omit<HandoffFile, 'bytes' | 'text'>, bytes: () => Buffer): HandoffFile {
  // Most commands look at a few files only; decoding the archive of years would be their main work.
  const text = once(() => findUtf8(bytes()));
  return {
    ...facts,
    get bytes() {
      return bytes();
    },
    get text() {
      return text();
    },
  };
}

function readUnchanged(platform: Pick<Platform, 'disk'>, name: string, path: string, checksum: string): Buffer {
  const bytes = platform.disk.readNow(path);
  if (bytes !== undefined && fileChecksum(bytes) === checksum) return bytes;
  throw new BatonError('HANDOFF_FILE_CHANGED', `${name} was changed by somebody else just now`, { file: name });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

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

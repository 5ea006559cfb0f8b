import { createHash } from 'node:crypto';
import { basename, dirname, join, sep } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { NewFile, Platform } from '../../kernel/ports/index.ts';
import {
  detailsName,
  renderRecord,
  type DetailsRecord,
  type OutputFacts,
  type TaskType,
} from '../../protocols/output/index.ts';
import { hideDataDir } from '../settings/index.ts';
import { cacheFolder, resolveDetails } from './details-place.ts';

interface DetailsRequest {
  readonly agentId: string;
  readonly startMs: number;
  readonly type: TaskType | undefined;
  /** Where the record goes instead of the cache folder. */
  readonly path?: string | undefined;
}

/** Names that were tried before giving up; a hundred agents of one name in one second use a hundred. */
const MAX_NAMES = 10_000;

const RAW_ENDINGS: Readonly<Record<TaskType, string>> = {
  search: 'txt',
  analysis: 'md',
  code: 'diff',
  test: 'log',
  build: 'log',
  documentation: 'md',
};

/**
 * Writes raw output as it comes, then its record. Creating the raw file takes the name, so that agents with one name
 * in one second never share a file. A raw file without a record is an output that was interrupted.
 *
 * A failure is kept and not thrown: the command continues, and its parent still gets the summary.
 */
export class DetailsWriter {
  readonly rawPath: string;
  readonly recordPath: string;
  readonly #platform: Pick<Platform, 'files'>;
  readonly #raw: NewFile | undefined;
  #problem: BatonError | undefined;

  private constructor(platform: Pick<Platform, 'files'>, place: Place | undefined, problem: BatonError | undefined) {
    this.#platform = platform;
    this.rawPath = place?.rawPath ?? '';
    this.recordPath = place?.recordPath ?? '';
    this.#raw = place?.raw;
    this.#problem = problem;
  }

  static async open(platform: Pick<Platform, 'files' | 'project'>, request: DetailsRequest): Promise<DetailsWriter> {
    try {
      return new DetailsWriter(platform, await takeNames(platform, request), undefined);
    } catch (error) {
      return new DetailsWriter(platform, undefined, known(error));
    }
  }

  /** Why there are no details, if there are none. */
  get problem(): BatonError | undefined {
    return this.#problem;
  }

  /** The record's name without ending: the agent's id of this one run. */
  get id(): string {
    return basename(this.recordPath).replace(/\.json$/, '');
  }

  async write(piece: Uint8Array): Promise<void> {
    if (this.#problem === undefined) await this.#attempt((raw) => raw.write(piece));
  }

  /** Raw output first, then the record that names it. */
  async finish(record: DetailsRecord): Promise<void> {
    if (this.#problem !== undefined) return;
    await this.#attempt(async (raw) => {
      await raw.finish();
      await this.#platform.files.writeAtomic(this.recordPath, renderRecord(record), { exclusive: true });
    });
  }

  async abandon(): Promise<void> {
    if (this.#problem === undefined) await this.#dropRaw();
  }

  async #attempt(work: (raw: NewFile) => Promise<void>): Promise<void> {
    if (this.#raw === undefined) return;
    try {
      await work(this.#raw);
    } catch (error) {
      this.#problem = known(error);
      await this.#dropRaw();
    }
  }

  /** Half an output would pass as the whole, and on a full disk it takes up space. */
  async #dropRaw(): Promise<void> {
    try {
      await this.#raw?.discard();
    } catch (error) {
      known(error);
    }
  }
}

interface Place {
  readonly raw: NewFile;
  readonly rawPath: string;
  readonly recordPath: string;
}

function known(error: unknown): BatonError {
  if (isBatonError(error)) return error;
  throw error;
}

async function takeNames(platform: Pick<Platform, 'files' | 'project'>, request: DetailsRequest): Promise<Place> {
  const ending = request.type === undefined ? 'log' : RAW_ENDINGS[request.type];
  if (request.path !== undefined) return takeGivenName(platform, request.path, ending);
  const folder = await resolveDetails(platform, cacheFolder(platform));
  await platform.files.createFolder(folder);
  await hideFromGit(platform, folder);
  const name = detailsName(request.agentId, request.startMs);
  for (let number = 1; number <= MAX_NAMES; number += 1) {
    const base = join(folder, number === 1 ? name : `${name}-${number}`);
    const place = await takeName(platform, `${base}.${ending}`, `${base}.json`);
    if (place !== undefined) return place;
  }
  throw new BatonError('FILE_EXISTS', `${MAX_NAMES} details files named ${name} are already there`, { path: folder });
}

/** What Baton writes is no change of the user's: git ignores the parts of a data dir that belong to one machine. */
async function hideFromGit(platform: Pick<Platform, 'files' | 'project'>, folder: string): Promise<void> {
  if (folder.startsWith(`${platform.project.dataDir}${sep}`)) await hideDataDir(platform);
}

async function takeGivenName(
  platform: Pick<Platform, 'files' | 'project'>,
  path: string,
  ending: string,
): Promise<Place> {
  const resolved = await resolveDetails(platform, path);
  await platform.files.createFolder(dirname(resolved));
  const isRecord = resolved.endsWith('.json');
  const rawPath = isRecord ? resolved.replace(/json$/, ending) : resolved;
  const recordPath = isRecord ? resolved : `${resolved}.json`;
  const place = await takeName(platform, rawPath, recordPath);
  if (place !== undefined) return place;
  throw new BatonError('FILE_EXISTS', `${path} is already there, and details are never overwritten`, { path });
}

/** Undefined if one of the two names is in use. */
async function takeName(
  { files }: Pick<Platform, 'files'>,
  rawPath: string,
  recordPath: string,
): Promise<Place | undefined> {
  if ((await files.stat(recordPath)) !== undefined) return undefined;
  try {
    return { raw: await files.createNew(rawPath), rawPath, recordPath };
  } catch (error) {
    if (isBatonError(error, 'FILE_EXISTS')) return undefined;
    throw error;
  }
}

const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 4 * 1024 * 1024;
/** So much of what cannot be decoded is no text. */
const BINARY_SHARE = 0.1;
const LINE_FEED = 10;

/** Takes an output of any size and keeps its beginning, its end and its measures in bounded memory. */
export class KeptEnds {
  readonly #head = Buffer.allocUnsafe(HEAD_BYTES);
  readonly #hash = createHash('sha256');
  #headSize = 0;
  #tail: Uint8Array[] = [];
  #tailSize = 0;
  #sizeBytes = 0;
  #lineFeeds = 0;
  #lastByte = LINE_FEED;

  add(piece: Uint8Array): void {
    this.#sizeBytes += piece.length;
    this.#hash.update(piece);
    this.#countLines(piece);
    const toHead = Math.min(HEAD_BYTES - this.#headSize, piece.length);
    this.#head.set(piece.subarray(0, toHead), this.#headSize);
    this.#headSize += toHead;
    if (toHead < piece.length) this.#addToTail(piece.subarray(toHead));
  }

  /** To be called once, at the end. */
  finish(): OutputFacts & { readonly sha256: string } {
    const tail = Buffer.concat(this.#tail);
    const isWhole = this.#headSize + tail.length === this.#sizeBytes;
    const head = this.#head.subarray(0, this.#headSize);
    const bytes = isWhole ? Buffer.concat([head, tail]) : Buffer.concat([head, Buffer.from('\n'), tail]);
    const text = bytes.toString('utf8');
    return {
      text,
      sizeBytes: this.#sizeBytes,
      lineCount: this.#lineFeeds + (this.#lastByte === LINE_FEED ? 0 : 1),
      isBinary: isBinary(text, bytes),
      sha256: this.#hash.digest('hex'),
    };
  }

  #addToTail(piece: Uint8Array): void {
    // A copy: the piece may be a view of a far larger buffer.
    this.#tail.push(Uint8Array.from(piece.subarray(-TAIL_BYTES)));
    this.#tailSize += Math.min(piece.length, TAIL_BYTES);
    if (this.#tailSize <= 2 * TAIL_BYTES) return;
    const kept = Buffer.concat(this.#tail).subarray(-TAIL_BYTES);
    this.#tail = [Uint8Array.from(kept)];
    this.#tailSize = TAIL_BYTES;
  }

  #countLines(piece: Uint8Array): void {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) this.#lineFeeds += 1;
    this.#lastByte = bytes.at(-1) ?? this.#lastByte;
  }
}

function isBinary(text: string, bytes: Buffer): boolean {
  if (bytes.includes(0)) return true;
  let broken = 0;
  for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', at + 1)) broken += 1;
  return broken > text.length * BINARY_SHARE;
}

import { basename, dirname, join, sep } from 'node:path';
import { DATA_DIR_IGNORE } from '../../kernel/data-dir.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { NewFile, Platform } from '../../kernel/ports/index.ts';
import { detailsName, renderRecord, type DetailsRecord, type TaskType } from '../../protocols/output/index.ts';
import { cacheFolder, resolveDetails } from './details-place.ts';

export interface DetailsRequest {
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

/** What Baton writes is not a change by the user: git ignores the parts of a data dir that belong to one machine. */
async function hideFromGit({ files, project }: Pick<Platform, 'files' | 'project'>, folder: string): Promise<void> {
  if (!folder.startsWith(`${project.dataDir}${sep}`)) return;
  const path = join(project.dataDir, '.gitignore');
  if ((await files.stat(path)) !== undefined) return;
  try {
    await files.writeAtomic(path, DATA_DIR_IGNORE, { exclusive: true });
  } catch (error) {
    if (!isBatonError(error, 'FILE_EXISTS')) throw error;
  }
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

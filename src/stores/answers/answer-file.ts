import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isPrivate, isTrusted, locateCacheFolder } from '../packs/index.ts';

/** What a command printed, and all it was made of. */
export interface KeptAnswer {
  /** The built command line, its Node, the folder it was called in and the words after its name. */
  readonly call: readonly string[];
  /** Variables that were read; null if one was not set. */
  readonly environment: readonly (readonly [name: string, value: string | null])[];
  /** What was read or listed, as it was before. */
  readonly whole: readonly (readonly [path: string, stamp: string])[];
  /** Folders on the way there: only that they are the same ones counts. */
  readonly folders: readonly (readonly [path: string, stamp: string])[];
  /** What was looked for and not there. */
  readonly absent: readonly string[];
  readonly madeMs: number;
  /** From here on time alone makes another answer. */
  readonly untilMs: number | null;
  readonly exit: number;
  readonly text: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** So many at most: a call takes the place of another one with the same number. */
const PLACES = 256;

/** Where the answer to this call is kept; undefined if nothing is. */
export function locateAnswer(environment: Environment, call: readonly string[]): string | undefined {
  const home = environment['HOME'];
  // Elsewhere times of files and owners mean other things.
  if (home === undefined || process.platform !== 'linux') return undefined;
  // The one switch for what is kept between calls.
  if (environment['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return undefined;
  const folder = locateCacheFolder(environment, home);
  return isAbsolute(folder) ? join(folder, 'answers', `${numberOf(call.join('\0'))}.json`) : undefined;
}

function numberOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return hash % PLACES;
}

/** The state of a file or folder: whatever is done to it, this is another one. The system alone sets the last number. */
export const stampOf = ({ dev, ino, mode, uid, gid, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${dev} ${ino} ${mode} ${uid} ${gid} ${size} ${mtimeNs} ${ctimeNs}`;

/** Which folder it is. What is in it may change. */
export const placeOf = ({ dev, ino, mode, uid, gid }: BigIntStats): string => `${dev} ${ino} ${mode} ${uid} ${gid}`;

export const look = (path: string): BigIntStats | undefined => lstatSync(path, { bigint: true, throwIfNoEntry: false });

/**
 * Undefined unless the file is of this user alone, in no project, and whole: the text is there twice, and the copies are
 * compared.
 */
export function readAnswer(file: string): KeptAnswer | undefined {
  if (!isTrusted(dirname(file))) return undefined;
  const handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const facts = fstatSync(handle);
    if (!facts.isFile() || !isPrivate(facts)) return undefined;
    const bytes = readFileSync(handle);
    const half = bytes.length / 2;
    if (bytes.compare(bytes, 0, half, half) !== 0) return undefined;
    return JSON.parse(bytes.toString('utf8', 0, half)) as KeptAnswer;
  } finally {
    closeSync(handle);
  }
}

/** Others see the file before or after, whole each time. */
export function writeAnswer(file: string, answer: KeptAnswer): void {
  if (!isTrusted(dirname(file))) return;
  const draft = `${file}.${process.pid}.new`;
  const copy = JSON.stringify(answer);
  try {
    writeFileSync(draft, copy + copy, { flag: 'wx', mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

import { createHmac } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { equalHex } from '../../kernel/hash.ts';
import type { Disk, Files, Random, Seals } from '../../kernel/ports/index.ts';
import { readOwnFile } from './state-folder.ts';

export interface SealDeps {
  readonly disk: Disk;
  readonly files: Files;
  readonly random: Random;
  /** Outside every project. Undefined: this user has none that can be believed. */
  readonly stateFolder: string | undefined;
  isTracked(path: string): Promise<boolean>;
}

const KEY_FILE = 'installation.key';
const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;

/** A mark is an HMAC under a key that never leaves the state folder of this user. */
export function createSeals(deps: SealDeps): Seals {
  let key: Promise<string | undefined> | undefined;
  const getKey = (): Promise<string | undefined> => (key ??= findOrMakeKey(deps));
  /** Named by a mark, not by a hash: a reader of the folder learns nothing about what was made. */
  const pathOf = async (purpose: string, content: string): Promise<string | undefined> => {
    const secret = await getKey();
    if (secret === undefined || deps.stateFolder === undefined) return undefined;
    return join(deps.stateFolder, 'made', markOf(secret, purpose, content));
  };
  return {
    async seal(purpose, content) {
      const secret = await getKey();
      return secret === undefined ? undefined : markOf(secret, purpose, content);
    },
    async isOurs(purpose, content, mark) {
      const secret = await getKey();
      return secret !== undefined && equalHex(markOf(secret, purpose, content), mark);
    },
    async remember(purpose, content) {
      const path = await pathOf(purpose, content);
      if (path === undefined) return;
      await deps.files.createFolder(dirname(path));
      await deps.files.writeAtomic(path, `${purpose}\n`, { mode: OWNER_ONLY });
    },
    async knows(purpose, content) {
      const path = await pathOf(purpose, content);
      return path === undefined ? undefined : (await readOwnFile(deps.disk, path)) !== undefined;
    },
    isTracked: (path) => deps.isTracked(path),
  };
}

const markOf = (secret: string, purpose: string, content: string): string =>
  createHmac('sha256', secret).update(`${purpose}\0${content}`).digest('hex');

async function findOrMakeKey(deps: SealDeps): Promise<string | undefined> {
  const { files, random, stateFolder } = deps;
  if (stateFolder === undefined) return undefined;
  const path = join(stateFolder, KEY_FILE);
  const found = await readKey(deps, path);
  if (found !== undefined) return found;
  const fresh = Buffer.from(random.bytes(KEY_BYTES)).toString('hex');
  try {
    await files.createFolder(stateFolder);
    await files.writeAtomic(path, `${fresh}\n`, { exclusive: true, mode: OWNER_ONLY });
    return fresh;
  } catch (error) {
    // Another process was quicker; or this user cannot write there, and then nothing can be sealed.
    if (!isBatonError(error)) throw error;
    return await readKey(deps, path);
  }
}

async function readKey({ disk }: SealDeps, path: string): Promise<string | undefined> {
  const text = (await readOwnFile(disk, path))?.trim();
  return text !== undefined && /^[0-9a-f]{64}$/.test(text) ? text : undefined;
}

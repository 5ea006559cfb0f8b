import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { Files } from '../../kernel/ports/index.ts';

const KEY_FILE = 'audit-signing-key.pem';
const MAX_KEY_BYTES = 4_096;

/** The key of this installation; the first process that needs it makes it, and no other ever replaces it. */
export async function getSigningKey(files: Files, folder: string): Promise<KeyObject> {
  const path = join(folder, KEY_FILE);
  const there = await files.findText(path, { maxBytes: MAX_KEY_BYTES });
  return there === undefined ? await createSigningKey(files, folder) : parseKey(there, path);
}

export async function findSigningKey(files: Files, folder: string): Promise<KeyObject | undefined> {
  const path = join(folder, KEY_FILE);
  const text = await files.findText(path, { maxBytes: MAX_KEY_BYTES });
  return text === undefined ? undefined : parseKey(text, path);
}

/** True if people other than its owner may read it. */
export async function isKeyExposed(files: Files, folder: string): Promise<boolean> {
  const there = await files.stat(join(folder, KEY_FILE));
  return there !== undefined && process.platform !== 'win32' && (there.mode & 0o077) !== 0;
}

async function createSigningKey(files: Files, folder: string): Promise<KeyObject> {
  await files.createFolder(folder);
  // A data dir that is committed by mistake must not take the key along.
  await files.writeAtomic(join(folder, '.gitignore'), '*\n');
  const { privateKey } = generateKeyPairSync('ed25519');
  const path = join(folder, KEY_FILE);
  try {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    await files.writeAtomic(path, pem, { exclusive: true, mode: 0o600 });
    return privateKey;
  } catch (error) {
    if (isBatonError(error, 'FILE_EXISTS')) return await getSigningKey(files, folder);
    throw error;
  }
}

function parseKey(text: string, path: string): KeyObject {
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw unusable(path, cause);
  }
  throw unusable(path);
}

const unusable = (path: string, cause?: unknown): BatonError =>
  new BatonError(
    'AUDIT_BROKEN',
    `${path} is not an Ed25519 key`,
    { path, hint: 'restore the key from a backup' },
    cause,
  );

import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { emptyMark, findMark, renderMark, renderPublicKey, type AuditMark } from '../../kernel/audit/index.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Files } from '../../kernel/ports/index.ts';

const MARK_FILE = 'audit-mark.json';
const MAX_MARK_BYTES = 1024 * 1024;

/** Beside the key, not beside the log: anyone who puts the log back to an older copy leaves it as it is. */
export async function readMark(
  files: Files,
  keyFolder: string,
  key: KeyObject,
  name = MARK_FILE,
): Promise<AuditMark | 'missing' | 'false'> {
  try {
    const text = await files.findText(join(keyFolder, name), { maxBytes: MAX_MARK_BYTES });
    return text === undefined ? 'missing' : (findMark(text, renderPublicKey(key)) ?? 'false');
  } catch (error) {
    if (isBatonError(error, 'FILE_NOT_TEXT') || isBatonError(error, 'INPUT_TOO_LARGE')) return 'false';
    throw error;
  }
}

export async function writeMark(
  files: Files,
  keyFolder: string,
  mark: AuditMark,
  key: KeyObject,
  name = MARK_FILE,
): Promise<void> {
  await files.writeAtomic(join(keyFolder, name), renderMark(mark, key), { mode: 0o600 });
}

/** From the first moment of a log on there is a mark: one that is missing later was removed. */
export async function createMark(files: Files, keyFolder: string, key: KeyObject): Promise<void> {
  try {
    const text = renderMark(emptyMark(renderPublicKey(key)), key);
    await files.writeAtomic(join(keyFolder, MARK_FILE), text, { mode: 0o600, exclusive: true });
  } catch (error) {
    if (!isBatonError(error, 'FILE_EXISTS')) throw error;
  }
}

export const hasMark = async (files: Files, keyFolder: string, name = MARK_FILE): Promise<boolean> =>
  (await files.stat(join(keyFolder, name))) !== undefined;

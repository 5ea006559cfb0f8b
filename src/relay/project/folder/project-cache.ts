import { join } from 'node:path';
import { sha256Hex } from '../../../kernel/hash.ts';
import { parseJson, type Json } from '../../../kernel/json.ts';
import type { Platform } from '../../../kernel/ports/index.ts';

/** A project with thousands of files fits. */
const MAX_BYTES = 16 * 1024 * 1024;

/** One value about this project per name, outside the repository. */
const placeOf = (
  { facts, project: { root } }: Pick<Platform, 'facts' | 'project'>,
  kind: string,
  slot: string,
): string => join(facts.cacheFolder, kind, `${sha256Hex(root).slice(0, 16)}${slot}.json`);

/** Undefined where nothing was kept, or cannot be read: a cache that cannot be read is no cache. */
export async function readCached(
  platform: Pick<Platform, 'facts' | 'files' | 'project'>,
  kind: string,
  slot = '',
): Promise<Json | undefined> {
  try {
    const text = await platform.files.findText(placeOf(platform, kind, slot), { maxBytes: MAX_BYTES });
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

/** Without a place for it the next call does its work again. */
export async function writeCached(
  platform: Pick<Platform, 'facts' | 'files' | 'project'>,
  kind: string,
  value: unknown,
  slot = '',
): Promise<void> {
  try {
    const path = placeOf(platform, kind, slot);
    await platform.files.createFolder(join(path, '..'));
    await platform.files.writeAtomic(path, JSON.stringify(value));
  } catch {
    // As above.
  }
}

import { isJsonObject, parseJson } from '../../kernel/json.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { AIIGNORE_FILE, findPublicViolations, MANIFEST_FILE } from '../../protocols/project/index.ts';
import { getHandoff, readTexts } from './folder/read-handoff.ts';

/** What the public tool's lint would call violations, in the order of its checks. */
export async function aahpLint(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<readonly string[]> {
  const handoff = await getHandoff(platform);
  const texts = new Map(readTexts(handoff));
  if (handoff.manifestText !== undefined) texts.set(MANIFEST_FILE, handoff.manifestText);
  if (handoff.aiignore !== undefined) texts.set(AIIGNORE_FILE, handoff.aiignore);
  return findPublicViolations({
    texts,
    manifestText: handoff.manifestText,
    hasLock: handoff.lockText !== undefined,
    allowedMails: readAllowed(texts.get('pii-allowlist.json'), platform.clock.now()),
  });
}

/** Exact addresses with an expiry; a list that cannot be read allows nothing. */
function readAllowed(text: string | undefined, nowMs: number): ReadonlySet<string> {
  try {
    const value = text === undefined ? undefined : parseJson(text);
    const rows = isJsonObject(value) ? Object.values(value).find(Array.isArray) : Array.isArray(value) ? value : [];
    return new Set(
      (rows ?? []).flatMap((row) => {
        if (!isJsonObject(row)) return [];
        const mail = row['email'] ?? row['value'] ?? row['address'];
        const until = row['expires'] ?? row['expiry'];
        const isOver = typeof until === 'string' && Date.parse(until) < nowMs;
        return typeof mail === 'string' && !isOver ? [mail.toLowerCase()] : [];
      }),
    );
  } catch (error) {
    if (isBatonError(error)) return new Set();
    throw error;
  }
}

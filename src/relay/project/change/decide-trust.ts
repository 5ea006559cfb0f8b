import { fileChecksum } from '../../../kernel/hash.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import {
  decideLabels,
  isIndexed,
  recordChange,
  type FileTrust,
  type HandoffLock,
} from '../../../protocols/project/index.ts';
import { readGit } from '../git/read-git.ts';
import type { Handoff } from '../folder/read-handoff.ts';

/**
 * Labels for a manifest that is made without anybody vouching for the files: what changed since the last handoff is
 * Assumed, part by part, but for what an open session or this very command wrote.
 */
export async function decideTrust(
  platform: Pick<Platform, 'project'>,
  { folder, files, manifest }: Handoff,
  texts: ReadonlyMap<string, string>,
  own: HandoffLock | undefined,
): Promise<ReadonlyMap<string, FileTrust>> {
  const listed = manifest?.files ?? {};
  const changed = [...texts.keys()].filter(
    (name) => isIndexed(name) && listed[name]?.checksum !== (isSame(name) ? files.get(name)?.checksum : sumOf(name)),
  );
  function isSame(name: string): boolean {
    const file = files.get(name);
    return file !== undefined && file.text === texts.get(name);
  }
  function sumOf(name: string): string {
    return fileChecksum(texts.get(name) ?? '');
  }
  if (changed.length === 0) return new Map();
  const { committed } = await readGit(platform, folder, changed);
  return new Map(
    changed.map((name) => {
      const text = texts.get(name) ?? '';
      const before = files.get(name)?.text ?? '';
      const base = committed.get(name);
      const old = listed[name];
      const isBase = base !== undefined && old !== undefined && fileChecksum(base) === old.checksum;
      const wasIntact = old !== undefined && files.get(name)?.checksum === old.checksum;
      const { trust } = decideLabels({
        text,
        base: wasIntact ? before : isBase ? base : undefined,
        stood: own?.stood ?? [],
        old,
        ledger: [...(own?.wrote ?? []), ...recordChange(before, text, () => false)],
        isDeclared: false,
        session: own?.session_id ?? 'no session',
      });
      return [name, trust];
    }),
  );
}

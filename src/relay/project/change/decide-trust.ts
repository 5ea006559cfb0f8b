/** Labels for a manifest that is made without anybody vouching for the files. Pure. */
import { fileChecksum } from '../../../kernel/hash.ts';
import {
  decideLabels,
  isIndexed,
  recordChange,
  type FileTrust,
  type HandoffLock,
} from '../../../protocols/project/index.ts';
import type { Handoff } from '../folder/read-handoff.ts';

type Texts = ReadonlyMap<string, string>;

/** Names of texts that are not what the manifest lists. */
export function listUnlisted({ files, manifest }: Pick<Handoff, 'files' | 'manifest'>, texts: Texts): string[] {
  const listed = manifest?.files ?? {};
  const checksumOf = (name: string): string => {
    const file = files.get(name);
    return file !== undefined && file.text === texts.get(name) ? file.checksum : fileChecksum(texts.get(name) ?? '');
  };
  return [...texts.keys()].filter((name) => isIndexed(name) && listed[name]?.checksum !== checksumOf(name));
}

/**
 * What changed since the last handoff is Assumed, part by part, but for what an open session or this very command wrote.
 * `committed` are the same files at HEAD.
 */
export function decideTrust(
  handoff: Pick<Handoff, 'files' | 'manifest'>,
  texts: Texts,
  committed: Texts,
  own: HandoffLock | undefined,
): ReadonlyMap<string, FileTrust> {
  const { files, manifest } = handoff;
  return new Map(
    listUnlisted(handoff, texts).map((name) => {
      const text = texts.get(name) ?? '';
      const before = files.get(name)?.text ?? '';
      const base = committed.get(name);
      const old = manifest?.files[name];
      const isBase = base !== undefined && old !== undefined && fileChecksum(base) === old.checksum;
      const wasIntact = old !== undefined && files.get(name)?.checksum === old.checksum;
      const { trust } = decideLabels({
        text,
        base: wasIntact ? before : isBase ? base : undefined,
        listStood: () => own?.stood ?? [],
        old,
        ledger: [...(own?.wrote ?? []), ...recordChange(before, text, () => false)],
        isDeclared: false,
        session: own?.session_id ?? 'no session',
      });
      return [name, trust];
    }),
  );
}

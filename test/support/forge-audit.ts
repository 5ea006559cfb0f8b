import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  addSignature,
  EMPTY_CHAIN,
  GrowingTree,
  hashLeaf,
  leafOf,
  linkOf,
  parseEntry,
  renderHead,
  renderMark,
  renderPublicKey,
  sealEntry,
  signCommit,
  signHead,
  type ChainEnd,
} from '../../src/kernel/audit/index.ts';
import type { AuditDraft } from '../../src/kernel/ports/index.ts';

/** What an attacker can do to the lines of a log; everything but the key is known. */
export const strangerKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

export const publicKeyOf = renderPublicKey;

const sigOf = (line: string): string | undefined => /,"sig":"([^"]+)"/.exec(line)?.[1];

/** The end of a chain of these lines, as the next line has to continue it. */
export function endOf(lines: readonly string[]): ChainEnd {
  const last = lines.at(-1);
  if (last === undefined) return EMPTY_CHAIN;
  const { seq, hash } = parseEntry(last);
  return { seq, hash, link: linkOf(hash, sigOf(last)) };
}

/** One more line with everything right but the signature: none, or by this key. */
export function forgeLine(lines: readonly string[], draft: AuditDraft, key?: KeyObject, at = TIME): string {
  const sealed = sealEntry(draft, at, endOf(lines));
  return key === undefined ? sealed.text : addSignature(sealed, signCommit(sealed.hash, key));
}

const TIME = '2026-02-11T00:46:00.000Z';

/** The same entries, one changed, with every hash and link after it made right; signatures as they were, or by a key. */
export function rewrite(
  lines: readonly string[],
  change: (draft: AuditDraft, seq: number) => AuditDraft | undefined,
  key?: KeyObject,
): string[] {
  const out: string[] = [];
  for (const line of lines) {
    const { seq, at, prev: _, hash: __, ...draft } = parseEntry(line);
    const changed = change(draft, seq);
    if (changed === undefined) continue;
    const sealed = sealEntry(changed, at, endOf(out));
    const kept = sigOf(line);
    const signature = kept === undefined ? undefined : key === undefined ? kept : signCommit(sealed.hash, key);
    out.push(signature === undefined ? sealed.text : addSignature(sealed, signature));
  }
  return out;
}

/** What an installation would remember of these lines, signed by this key, without a flag. */
export function forgeMark(lines: readonly string[], key: KeyObject): string {
  const [first] = lines;
  const log = first === undefined ? '' : parseEntry(first).hash;
  return renderMark({ ...endOf(lines), log, keys: [renderPublicKey(key)], flags: [] }, key);
}

/** A head over these lines, signed by this key. */
export function forgeHead(lines: readonly string[], key: KeyObject): string {
  const tree = new GrowingTree();
  for (const line of lines) tree.append(hashLeaf(leafOf(line)));
  const [first] = lines;
  const log = first === undefined ? '' : parseEntry(first).hash;
  const { seq, hash } = endOf(lines);
  return renderHead(signHead({ log, entries: seq, hash, root: tree.root(), at: TIME }, key));
}

/**
 * What an installation remembers of a log beside its key: which log it is, how far it was seen whole, and which keys
 * counted then. Signed with the installation's own key, so that anyone who exchanges the log cannot exchange this too.
 */
import type { KeyObject } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import { isJsonObject, parseJson, type Json } from '../json.ts';
import { NO_ENTRY, type ChainEnd } from './entry.ts';
import { isSigned, renderPublicKey, signText } from './signature.ts';

export interface AuditMark extends ChainEnd {
  /** The hash of the log's first entry; zeros before there is one. */
  readonly log: string;
  readonly keys: readonly string[];
  /** Flags that were up, sorted. */
  readonly flags: readonly string[];
}

export const emptyMark = (key: string): AuditMark => ({
  log: NO_ENTRY,
  seq: 0,
  hash: NO_ENTRY,
  link: NO_ENTRY,
  keys: [key],
  flags: [],
});

const signedText = ({ log, seq, hash, link, keys, flags }: AuditMark): string =>
  canonicalJson({ log, seq, hash, link, keys, flags });

export function renderMark(mark: AuditMark, privateKey: KeyObject): string {
  const { log, seq, hash, link, keys, flags } = mark;
  const signature = signText('baton-audit-mark/1', signedText(mark), privateKey);
  return `${canonicalJson({ log, seq, hash, link, keys, flags, key: renderPublicKey(privateKey), signature })}\n`;
}

/** Undefined for anything but a mark that this key signed. */
export function findMark(text: string, publicKey: string): AuditMark | undefined {
  const value = parse(text);
  if (!isJsonObject(value)) return undefined;
  const { log, seq, hash, link, key, signature } = value;
  if (typeof log !== 'string' || typeof hash !== 'string' || typeof link !== 'string') return undefined;
  if (typeof seq !== 'number' || typeof signature !== 'string' || key !== publicKey) return undefined;
  const [keys, flags] = [textsOf(value['keys']), textsOf(value['flags'])];
  const mark = { log, seq, hash, link, keys, flags };
  return isSigned('baton-audit-mark/1', signedText(mark), publicKey, signature) ? mark : undefined;
}

const textsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

function parse(text: string): Json | undefined {
  try {
    return parseJson(text, { maxBytes: 1024 * 1024, maxDepth: 4 });
  } catch {
    return undefined;
  }
}

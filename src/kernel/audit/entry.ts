/**
 * One line of the audit log: canonical JSON whose hash covers everything in it but itself and the signature, the link to
 * the line before included. The last line of each commit carries a signature over its hash.
 */
import { canonicalJson } from '../canonical-json.ts';
import { BatonError } from '../errors/index.ts';
import { given } from '../given.ts';
import { isSha256Hex, sha256Hex } from '../hash.ts';
import { isJsonObject, parseJson, type JsonObject } from '../json.ts';

export interface AuditDraft {
  /** `handoff.accepted`, `agent.blocked`: words of a-z, joined by dots and hyphens. */
  readonly kind: string;
  readonly handoffId?: string;
  readonly traceId?: string;
  /** A name that can be claimed once, for ever; a second claim fails with AUDIT_CLAIMED. */
  readonly claim?: string;
  /** Raises or lowers a flag that others can ask for. */
  readonly flag?: { readonly name: string; readonly up: boolean };
  /** Everything else; secrets are masked before. */
  readonly body: JsonObject;
}

export interface AuditEntry extends AuditDraft {
  /** Counts from 1, over the whole log. */
  readonly seq: number;
  readonly at: string;
  readonly prev: string;
  readonly hash: string;
}

/** What the first entry names as the hash of the entry before it. */
export const NO_ENTRY = '0'.repeat(64);

/** The end of a chain: how many entries it has, the hash of the last, and what the next one names as `prev`. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
  readonly link: string;
}

export const EMPTY_CHAIN: ChainEnd = { seq: 0, hash: NO_ENTRY, link: NO_ENTRY };

/** A signature is part of the chain too: nobody can change or remove one without breaking the line after it. */
export const linkOf = (hash: string, signature: string | undefined): string =>
  signature === undefined ? hash : sha256Hex(hash + signature);

/**
 * The keys after `hash` in canonical order (kind, prev, seq, sig, trace_id) are never objects. So the last `,"hash":"` in
 * a line is the entry's own, whatever its body holds, and a line can be verified without parsing it.
 */
const HASH_MEMBER = ',"hash":"';
const HASH_LENGTH = HASH_MEMBER.length + 64 + 1;

const SIG_MEMBER = ',"sig":"';

export interface SealedEntry extends ChainEnd {
  /** The line as it goes into the log. */
  readonly text: string;
  readonly prev: string;
  readonly draft: AuditDraft;
  /** Where in the text the signature goes. */
  readonly signatureAt: number;
}

export function sealEntry(draft: AuditDraft, at: string, end: ChainEnd): SealedEntry {
  const { kind, body, claim, flag, handoffId, traceId } = draft;
  if (!KIND.test(kind)) throw new BatonError('INTERNAL', `"${kind}" is not a kind of audit entry`);
  const seq = end.seq + 1;
  // Rendered once, member by member in canonical order, in two parts: before and after the hash.
  const optional = `${renderMember('claim', claim)}${renderMember('flag', flag)}${renderMember('handoff_id', handoffId)}`;
  const front = `{"at":${canonicalJson(at)},"body":${canonicalJson(body)}${optional}`;
  const place = `${renderMember('kind', kind)}${renderMember('prev', end.link)}${renderMember('seq', seq)}`;
  const back = `${place}${renderMember('trace_id', traceId)}}`;
  const hash = sha256Hex(front + back);
  const text = `${front}${HASH_MEMBER}${hash}"${back}`;
  const signatureAt = front.length + HASH_LENGTH + place.length;
  return { text, seq, hash, link: hash, prev: end.link, draft, signatureAt };
}

/** The same line as the last of its commit. Its hash and its leaf stay what they were. */
export function addSignature({ text, signatureAt }: SealedEntry, signature: string): string {
  return `${text.slice(0, signatureAt)}${SIG_MEMBER}${signature}"${text.slice(signatureAt)}`;
}

const renderMember = (name: string, value: unknown): string =>
  value === undefined ? '' : `,"${name}":${canonicalJson(value)}`;

const KIND = /^[a-z]+(?:[.-][a-z]+)*$/;

/** What a line says about its place in the chain, or why it cannot be an entry as it was written. */
export type LineCheck =
  | (ChainEnd & {
      readonly ok: true;
      readonly prev: string;
      /** As written in the line; whether it is genuine is checked elsewhere. */
      readonly signature: string | undefined;
      /** The line without its signature: the leaf of the tree. */
      readonly leaf: string;
    })
  | { readonly ok: false; readonly reason: string };

/** From the quote that closes the hash on: no byte of a line is left out of both the hash and this. */
const PLACE =
  /^","kind":"[^"\\]*","prev":"([0-9a-f]{64})","seq":(\d{1,15})(,"sig":"([\w-]{43}\.[\w-]{86})")?(?:,"trace_id":"(?:[^"\\]|\\.)*")?\}$/;

export function checkLine(line: string): LineCheck {
  const at = line.lastIndexOf(HASH_MEMBER);
  const tail = at < 0 ? null : PLACE.exec(line.slice(at + HASH_LENGTH - 1));
  if (tail === null || !line.startsWith('{"at":"')) return { ok: false, reason: 'it is not an audit entry' };
  const [, prev = '', seq, member, signature] = tail;
  const leaf = member === undefined ? line : withoutSignature(line, member);
  const hash = leaf.slice(at + HASH_MEMBER.length, at + HASH_LENGTH - 1);
  if (!isSha256Hex(hash) || sha256Hex(leaf.slice(0, at) + leaf.slice(at + HASH_LENGTH)) !== hash) {
    return { ok: false, reason: 'its content does not match its hash' };
  }
  return { ok: true, hash, link: linkOf(hash, signature), prev, seq: Number(seq), signature, leaf };
}

/** What the tree holds of a line, whether the line is sound or not. */
export function leafOf(line: string): string {
  const check = checkLine(line);
  return check.ok ? check.leaf : line;
}

function withoutSignature(line: string, member: string): string {
  const at = line.lastIndexOf(member);
  return line.slice(0, at) + line.slice(at + member.length);
}

/** Why a sound line does not continue the chain; undefined if it does. */
export function findBreak(line: { readonly seq: number; readonly prev: string }, end: ChainEnd): string | undefined {
  if (line.seq !== end.seq + 1) return `entry ${line.seq} is in the place of entry ${end.seq + 1}`;
  return line.prev === end.link ? undefined : 'it does not continue the entry before it';
}

/** A line that was checked, as a value. */
export function parseEntry(line: string): AuditEntry {
  const value = parseJson(line, { maxBytes: MAX_LINE_BYTES, maxDepth: MAX_LINE_DEPTH });
  if (!isJsonObject(value) || !isJsonObject(value['body'])) throw notAnEntry();
  const text = (name: string): string => {
    const member = value[name];
    if (typeof member !== 'string') throw notAnEntry();
    return member;
  };
  const find = (name: string): string | undefined => (value[name] === undefined ? undefined : text(name));
  const { seq } = value;
  if (typeof seq !== 'number') throw notAnEntry();
  const [claim, handoffId, traceId] = [find('claim'), find('handoff_id'), find('trace_id')];
  const flag = parseFlag(value);
  return {
    at: text('at'),
    kind: text('kind'),
    seq,
    prev: text('prev'),
    hash: text('hash'),
    body: value['body'],
    ...given({ claim, flag, handoffId, traceId }),
  };
}

/** The journal's own limit on a line, and room for a document at its nesting limit inside an entry. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
const MAX_LINE_DEPTH = 200;

function parseFlag(entry: JsonObject): AuditEntry['flag'] {
  const { flag } = entry;
  if (flag === undefined) return undefined;
  if (!isJsonObject(flag) || typeof flag['name'] !== 'string' || typeof flag['up'] !== 'boolean') throw notAnEntry();
  return { name: flag['name'], up: flag['up'] };
}

const notAnEntry = (): BatonError => new BatonError('AUDIT_BROKEN', 'a line of the audit log is not an audit entry');

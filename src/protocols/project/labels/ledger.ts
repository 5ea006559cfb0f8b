/** What the commands of a session wrote, as hashes of parts. Kept in HANDOFF.lock, so that nobody else's edit passes for it. */
import { listParts } from './parts.ts';

/**
 * `NEW` for a part the session wrote whole, `OLD>NEW` for one it changed in places and did not vouch for as a whole,
 * `~NEW` for one that Baton put together itself: no session stands for its words, but they came through the protocol.
 */
export type Ledger = readonly string[];

/** A session of a thousand commands; the newest count. */
const MAX_ENTRIES = 1_000;
const ENTRY = /^~?[0-9a-f]{16}(?:>[0-9a-f]{16})?$/;

export const parseLedger = (value: unknown): Ledger =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string' && ENTRY.test(each)) : [];

export const joinLedgers = (before: Ledger, more: Ledger): Ledger =>
  [...new Set([...before, ...more])].slice(-MAX_ENTRIES);

/**
 * What a command did to a file. `owned` are names of parts it wrote whole; every other part that changed keeps the
 * label it had.
 */
export function recordChange(before: string, after: string, owned: (name: string) => boolean): Ledger {
  const old = listParts(before);
  const known = new Set(old.map(({ hash }) => hash));
  const byName = new Map(old.map((part) => [part.name, part.hash]));
  return listParts(after).flatMap(({ name, hash }) => {
    if (owned(name)) return [hash];
    if (known.has(hash)) return [];
    const from = byName.get(name);
    return [from === undefined ? hash : `${from}>${hash}`];
  });
}

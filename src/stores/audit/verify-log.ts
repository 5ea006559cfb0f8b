import {
  fingerprintOf,
  GrowingTree,
  hashLeaf,
  leafOf,
  planProof,
  renderPublicKey,
  type AuditMark,
  type AuditProof,
  type SignedHead,
  type TreeHash,
} from '../../kernel/audit/index.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { AuditReport, Files } from '../../kernel/ports/index.ts';
import { ChainWalk } from './chain-walk.ts';
import { hasMark, readHead, readMark } from './head-file.ts';
import { readRawLines, type ReadDeps } from './read-log.ts';
import { LOST_KEY_HINT } from './rekey.ts';
import { findMemoryGap, readSeenHeads } from './seen-heads.ts';
import { FORMAT, listSegments, renderSegmentName } from './segment-format.ts';
import { findSigningKey, isKeyExposed } from './signing-key.ts';

/** `any key`: whether this installation has a key that counts is another question. */
export async function verifyLog(
  deps: ReadDeps & { readonly keyFolder: string; readonly seenFolder?: string | undefined },
  anchors: readonly SignedHead[],
  signer: 'our key' | 'any key' = 'our key',
): Promise<AuditReport> {
  // The head first: entries that are added while this runs only make the log longer than it says.
  const head = await readHead(deps.files, deps.folder);
  const own = await readOwnKey(deps.files, deps.keyFolder);
  const seen = await readSeenHeads(deps.files, deps.seenFolder);
  const walk = new ChainWalk({ head, anchors, mark: signer === 'any key' ? undefined : own.mark, seen });
  const segments = await listSegments(deps.files, deps.folder);
  for (const [index, segment] of segments.entries()) {
    const name = renderSegmentName(segment);
    walk.begin(name, index === segments.length - 1);
    for await (const raw of readRawLines(deps, name)) walk.take(raw);
  }
  walk.finish(segments.length > 0);
  if (signer === 'our key' && head !== undefined) {
    const isStranger = own.key === undefined && !own.hasMarkFile && !seen.some(({ log }) => log === walk.head?.log);
    const fault = own.fault ?? (isStranger ? undefined : findKeyProblem(walk, own));
    if (fault !== undefined) walk.add(fault, 'keys');
    else if (isStranger && walk.head !== undefined) walk.notes.push(NO_KEY_HERE);
  }
  walk.notes.push(...own.notes);
  const isOurs = signer === 'our key' && own.key !== undefined && walk.keys.has(own.key);
  const memoryGap =
    isOurs && walk.head !== undefined ? await findMemoryGap(deps.files, deps.seenFolder, walk.head) : undefined;
  if (memoryGap !== undefined) walk.notes.push(memoryGap);
  return { ...walk.report(), memoryGap };
}

/** The key of this installation and what it remembers, with what is wrong or odd about them. */
export interface OwnKey {
  readonly key: string | undefined;
  readonly mark: AuditMark | undefined;
  /** Something is kept in its place, whether this key signed it or not. */
  readonly hasMarkFile: boolean;
  readonly fault: string | undefined;
  readonly notes: readonly string[];
}

/** A clone, or a build machine: it can read the log, and has never written to it. */
const NO_KEY_HERE = 'this machine has no key in this log: it was verified with the keys that the log lists';

const NO_KEY: OwnKey = { key: undefined, mark: undefined, hasMarkFile: false, fault: undefined, notes: [] };

export async function readOwnKey(files: Files, keyFolder: string, markName?: string): Promise<OwnKey> {
  try {
    const key = await findSigningKey(files, keyFolder);
    if (key === undefined) return { ...NO_KEY, hasMarkFile: await hasMark(files, keyFolder, markName) };
    const mark = await readMark(files, keyFolder, key, markName);
    const notes = (await isKeyExposed(files, keyFolder))
      ? ['the signing key can be read by others: its mode should be 600']
      : [];
    return {
      key: renderPublicKey(key),
      mark: typeof mark === 'string' ? undefined : mark,
      hasMarkFile: mark !== 'missing',
      fault: undefined,
      notes,
    };
  } catch (error) {
    // A data dir that came from elsewhere: the log can be verified all the same.
    if (isBatonError(error, 'AUDIT_BROKEN') || isBatonError(error, 'STATE_FOREIGN'))
      return { ...NO_KEY, fault: error.message };
    throw error;
  }
}

/** Why this installation cannot go on with the log. */
function findKeyProblem(walk: ChainWalk, { key, mark }: OwnKey): string | undefined {
  const { head, keys } = walk;
  if (head === undefined) return undefined;
  const signer = `${fingerprintOf(head.key).slice(0, 16)}…`;
  if (key === undefined) return `the key of this installation is gone; ${signer} signed last: ${LOST_KEY_HINT}`;
  if (keys.size > 0 && !keys.has(key))
    return `the log is signed by the key ${signer}, not by the key of this installation: ${LOST_KEY_HINT}`;
  if (mark === undefined && walk.format >= FORMAT)
    return 'what this installation remembers of the log was changed or removed';
  return undefined;
}

/** A proof from all lines of a log, oldest first; undefined if the head does not cover an entry of this number. */
export async function proveEntry(
  lines: AsyncIterable<string>,
  head: SignedHead | undefined,
  seq: number,
): Promise<AuditProof | undefined> {
  if (head === undefined || seq < 1 || seq > head.entries) return undefined;
  const leaves: TreeHash[] = [];
  const tree = new GrowingTree();
  let wanted: string | undefined;
  for await (const line of lines) {
    if (leaves.length === head.entries) break;
    const leaf = hashLeaf(leafOf(line));
    leaves.push(leaf);
    tree.append(leaf);
    if (leaves.length === seq) wanted = line;
  }
  if (wanted === undefined || tree.root() !== head.root)
    throw new BatonError('AUDIT_BROKEN', 'the audit log does not lead to its signed root');
  return planProof(wanted, seq - 1, leaves, head);
}

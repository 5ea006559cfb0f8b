import {
  GrowingTree,
  hashLeaf,
  leafOf,
  planProof,
  type AuditProof,
  type SignedHead,
  type TreeHash,
} from '../../kernel/audit/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';

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

import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { climb, findPath, GrowingTree, hashLeaf } from '../../../src/kernel/audit/proof.ts';

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The definition of RFC 6962, section 2.1, word for word. */
function treeHashBytes(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.from([0]), Buffer.from(leaves[0] ?? ''));
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.from([1]), treeHashBytes(leaves.slice(0, split)), treeHashBytes(leaves.slice(split)));
}

const treeHash = (leaves: readonly string[]): string => treeHashBytes(leaves).toString('hex');

const leavesOf = (count: number): string[] => Array.from({ length: count }, (_, n) => `leaf ${n}`);

describe('Merkle tree', () => {
  test('a tree that grew leaf by leaf has the root the standard defines, at every size', () => {
    const tree = new GrowingTree();
    for (let size = 0; size <= 130; size++) {
      expect(tree.root()).toEqual(treeHash(leavesOf(size)));
      tree.append(hashLeaf(`leaf ${size}`));
    }
  });

  test('the roots of the published test vectors', () => {
    // The inputs and roots that certificate transparency implementations test themselves with.
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    const tree = new GrowingTree();
    const found = inputs.map((hex) => {
      tree.append(sha256(Buffer.from([0]), Buffer.from(hex, 'hex')).toString('hex'));
      return tree.root();
    });
    expect(found).toEqual(roots);
  });

  test('every leaf of every tree has a path that leads to the root, and no other', () => {
    for (let size = 1; size <= 40; size++) {
      const leaves = leavesOf(size).map(hashLeaf);
      const root = treeHash(leavesOf(size));
      for (let index = 0; index < size; index++) {
        const path = findPath(leaves, index);
        const leaf = leaves[index] ?? '';
        expect(climb(leaf, index, size, path)).toEqual(root);
        expect(climb(leaf, (index + 1) % size, size, path) === root).toBe(size === 1);
        expect(climb(leaf, index, size, [...path, root])).toBeUndefined();
        expect(climb(leaf, index, size, path.slice(1)) === root).toBe(size === 1);
      }
    }
  });

  test('a path with anything changed leads elsewhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat(), fc.nat(255), (size, at, step, bit) => {
        const leaves = leavesOf(size).map(hashLeaf);
        const index = at % size;
        const path = findPath(leaves, index).map((node) => Buffer.from(node, 'hex'));
        const node = path[step % path.length];
        if (node !== undefined) node[bit >> 3] = (node[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const changed = path.map((one) => one.toString('hex'));
        expect(climb(leaves[index] ?? '', index, size, changed)).not.toEqual(treeHash(leavesOf(size)));
      }),
      { numRuns: 100 },
    );
  });

  test('a tree taken up again from its full subtrees goes on as if never put down', () => {
    const [whole, first] = [new GrowingTree(), new GrowingTree()];
    for (const leaf of leavesOf(77).map(hashLeaf)) [whole, first].forEach((tree) => tree.append(leaf));
    const second = new GrowingTree(first.size, first.peaks);
    for (const leaf of leavesOf(30).map(hashLeaf)) [whole, second].forEach((tree) => tree.append(leaf));
    expect(second.root()).toEqual(whole.root());
  });
});

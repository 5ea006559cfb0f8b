import { canonicalJson } from '../../kernel/canonical-json.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { TaskPiece } from '../../kernel/ports/index.ts';

/** What went by, in a few bytes: equal for equal pieces in any order. */
export class Tally {
  #sum = 0n;
  readonly counts = { tasks: 0, artifacts: 0, events: 0, seen: 0 };

  add(piece: TaskPiece): void {
    switch (piece.kind) {
      case 'task':
        this.counts.tasks += 1;
        break;
      case 'artifact':
        this.counts.artifacts += 1;
        break;
      case 'event':
        this.counts.events += 1;
        break;
      case 'seen':
        this.counts.seen += 1;
        break;
      case 'number':
        break;
    }
    const told = piece.kind === 'artifact' ? { ...piece, content: sha256Hex(piece.content) } : piece;
    this.#sum += BigInt(`0x${sha256Hex(canonicalJson(told))}`);
  }

  equals(other: Tally): boolean {
    return this.#sum === other.#sum;
  }
}

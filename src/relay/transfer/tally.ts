import { canonicalJson } from '../../kernel/canonical-json.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { StagedTasks, TaskPiece } from '../../kernel/ports/index.ts';

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

/** What was staged, held against what was read from the archive. */
export async function assertSame(tasks: StagedTasks, tally: Tally): Promise<void> {
  const found = new Tally();
  for await (const piece of tasks.read()) found.add(piece);
  if (!found.equals(tally))
    throw new BatonError('IMPORT_DIFFERS', 'the imported data differs from the archive; nothing was changed');
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { DiskFile, JournalLine } from '../../../kernel/ports/index.ts';
import { findText, splitLines, type IsWhole } from './journal-lines.ts';
import { judgeTail, type Damage } from './journal-tail.ts';

/** The result of one read of the file: whole lines, and what follows them if that is not a whole line. */
export interface ScannedLines {
  readonly lines: readonly JournalLine[];
  readonly damage?: Damage;
}

/** Lines of the file between two positions, in pieces, so that a journal of any size needs the memory of one line. */
export async function* scanLines(
  file: DiskFile,
  from: number,
  to: number,
  isWhole: IsWhole,
): AsyncGenerator<ScannedLines> {
  for await (const piece of splitLines(file, from, to)) {
    const lines: JournalLine[] = [];
    for (const raw of piece) {
      const text = findText(raw, isWhole);
      if (text === undefined) return yield { lines, damage: await judgeTail(file, raw.position, to, isWhole) };
      lines.push({ text, position: raw.position, end: raw.end });
    }
    yield { lines };
  }
}

/** What looks corrupt while another process writes is looked at again this often, this much later. */
const SECOND_LOOKS = 2;
const SECOND_LOOK_MS = 20;

/**
 * Lines up to the end of the file. A reader holds no lock: between two reads a writer whose disk is full may take back
 * its batch and write another, and a line put together from both looks damaged. Damage that stays is damage.
 */
export async function* scanSettled(file: DiskFile, from: number, isWhole: IsWhole): AsyncGenerator<ScannedLines> {
  let position = from;
  for (let look = 0; ; look++) {
    let damage: Damage | undefined;
    for await (const piece of scanLines(file, position, (await file.stat()).sizeBytes, isWhole)) {
      position = piece.lines.at(-1)?.end ?? position;
      damage = piece.damage;
      yield { lines: piece.lines };
    }
    if (damage === undefined) return;
    if (damage.verdict === 'torn' || look === SECOND_LOOKS) return yield { lines: [], damage };
    await sleep(SECOND_LOOK_MS);
  }
}

import type { Stretch } from './survey.ts';

/**
 * The lines around places that are found from left to right, where patterns are tried instead of on the whole text. A
 * pattern whose matches reach over no more line ends than are kept around a place finds the same there.
 */
export class LineWindows {
  private readonly found: Stretch[] = [];
  private readonly text: string;
  private readonly around: number;
  /** Places up to here are on a line that is already covered, with its surroundings. */
  private coveredTo = -1;

  constructor(text: string, around: number) {
    this.text = text;
    this.around = around;
  }

  add(place: number): void {
    if (place <= this.coveredTo) return;
    this.coveredTo = lineEndAfter(this.text, place, 0);
    const start = lineStartBefore(this.text, place, this.around);
    const end = lineEndAfter(this.text, place, this.around);
    const last = this.found.at(-1);
    if (last === undefined || start > last.end) this.found.push({ start, end });
    else this.found[this.found.length - 1] = { start: last.start, end };
  }

  list(): readonly Stretch[] {
    return this.found;
  }
}

function lineStartBefore(text: string, place: number, lines: number): number {
  let start = text.lastIndexOf('\n', place - 1) + 1;
  for (let i = 0; i < lines && start > 0; i += 1) start = text.lastIndexOf('\n', start - 2) + 1;
  return start;
}

function lineEndAfter(text: string, place: number, lines: number): number {
  let end = text.indexOf('\n', place);
  for (let i = 0; i < lines && end !== -1; i += 1) end = text.indexOf('\n', end + 1);
  return end === -1 ? text.length : end;
}

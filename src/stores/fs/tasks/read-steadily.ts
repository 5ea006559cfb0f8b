/** A task that is moved again at every look is looked for so often. */
const MAX_LOOKS = 20;

export interface Journaled {
  /** Reads what others have written since. */
  catchUp(): Promise<void>;
  /** How far the journal was read. */
  end(): number;
}

/**
 * Reads files as the journal says they are. Another process may move one after the journal was read: then it has a line that
 * says so, and everything is read again.
 */
export async function readSteadily<T>(
  { catchUp, end }: Journaled,
  read: () => T,
  isWhole: (result: T) => boolean,
): Promise<T> {
  for (let looks = 1; ; looks += 1) {
    await catchUp();
    const before = end();
    const result = read();
    if (isWhole(result) || looks >= MAX_LOOKS) return result;
    await catchUp();
    if (end() === before) return result;
  }
}

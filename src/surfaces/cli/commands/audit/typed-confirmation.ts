import type { Confirm } from '../../../../relay/audit/index.ts';
import type { Io } from '../../io.ts';

/** A flag could be given by a program; a word typed on a terminal is a person's. */
export const askForWord =
  (io: Io, word: string): Confirm =>
  async (found) => {
    if (!io.isInputTerminal) return false;
    io.remark(found.join('\n'));
    return (await io.ask(`Type ${word} to go on: `)) === word;
  };

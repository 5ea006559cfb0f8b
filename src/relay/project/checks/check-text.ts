import { BatonError } from '../../../kernel/errors/index.ts';
import { findCorruption } from '../../../protocols/project/index.ts';

/** Refuses to build on a file that is damaged; an empty one can be filled. */
export function assertHandoffText(name: string, text: string): void {
  const fault = findCorruption(name, text, undefined);
  if (fault === undefined || fault.kind === 'empty') return;
  throw new BatonError('HANDOFF_FILE_CORRUPT', fault.message, { file: name, line: fault.line, kind: fault.kind });
}

import type { Files } from '../../kernel/ports/index.ts';
import type { JournalDeps } from '../fs/index.ts';

export interface AuditDeps extends JournalDeps {
  readonly files: Files;
  /** Where the files of the log and the signed head are. */
  readonly folder: string;
  /** Where the signing key is: not beside the log, so that the one can be shown without the other. */
  readonly keyFolder: string;
  /** Outside the data dir, for this place alone: where this machine remembers how far it has seen the log. */
  readonly seenFolder?: string | undefined;
  /** For what does not stop the work, but has to be seen. */
  remark?(text: string): void;
  /** A file of the log is closed at this size, and at the end of its day. */
  readonly maxFileBytes: number;
}

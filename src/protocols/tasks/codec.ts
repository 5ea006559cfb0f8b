import type { TaskCodec } from '../../kernel/ports/index.ts';
import { planAdoption, planEdit } from './edit.ts';
import { planClaim } from './lease.ts';
import { completeTaskFile, parseTaskFile, renderTaskFile } from './task-file.ts';

/** How stores read and write task files. */
export const taskCodec: TaskCodec = {
  parse: parseTaskFile,
  complete: completeTaskFile,
  render: renderTaskFile,
  planClaim,
  planEdit: (known, found, now) => planEdit(known, found, now),
  planAdoption: (found, now) => planAdoption(found, now),
};

import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AuditLog, Disk } from '../../src/kernel/ports/index.ts';
import { createAuditLog, type AuditDeps } from '../../src/stores/audit/index.ts';
import { createFiles, nodeDisk } from '../../src/stores/fs/index.ts';
import { createProcesses } from '../../src/stores/process/index.ts';
import { systemRandom } from '../../src/stores/system/index.ts';
import { START } from './governed-team.ts';

export interface AuditFolderOptions {
  readonly disk?: Disk;
  readonly maxFileBytes?: number;
  readonly clock?: AuditDeps['clock'];
}

/** An audit log below this folder, closed when the test ends. */
export function openAudit(folder: string, options: AuditFolderOptions = {}): AuditLog {
  const disk = options.disk ?? nodeDisk;
  const log = createAuditLog({
    disk,
    files: createFiles(disk),
    processes: createProcesses(),
    clock: options.clock ?? { now: () => START },
    random: systemRandom,
    folder: join(folder, 'audit'),
    keyFolder: join(folder, 'keys'),
    ...(options.maxFileBytes === undefined ? {} : { maxFileBytes: options.maxFileBytes }),
  });
  onTestFinished(() => log.close());
  return log;
}

export const LOG_FILE = 'audit/handoff-log-2026-02-11-001.jsonl';

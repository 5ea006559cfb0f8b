import type { Disk } from './kernel/ports/index.ts';
import type { AnswerRecorder, Sources } from './stores/answers/index.ts';
import { directDisk, nodeDisk } from './stores/fs/index.ts';
import { createGit } from './stores/git/index.ts';
import { createHttp } from './stores/http/index.ts';
import { createProcesses } from './stores/process/index.ts';
import { systemClock } from './stores/system/index.ts';

interface SourceOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isBrief?: boolean;
  readonly recorder?: AnswerRecorder | undefined;
  remark?(text: string): void;
}

/** All through which a command learns of the outside. */
export function openSources(options: SourceOptions): Sources {
  const disk = options.isBrief === true ? directDisk : nodeDisk;
  const sources = {
    disk,
    clock: systemClock,
    processes: createProcesses(options.environment),
    git: createGit(),
    http: createHttp(),
    remark: (text: string): void => options.remark?.(text),
    guarded: (guard: (plain: Disk) => Disk) => guard(disk),
    lose: () => undefined,
  };
  return options.recorder?.sources(sources) ?? sources;
}

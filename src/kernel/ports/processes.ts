/** Other programs: start them with limits, and ask whether one still lives. */
export interface Processes {
  /** Ends when the program ends or a limit is hit; the whole process group is killed at the limit. */
  run(command: ProgramCall): Promise<ProgramResult>;
  /** Starts a program that goes on when this process ends; fails with PROCESS_NOT_STARTED. */
  start(command: DetachedCall): Promise<DetachedProgram>;
  /** Ends such a program and its process group, politely first. No error if it is gone. */
  stop(identity: ProcessIdentity): Promise<void>;
  /** A mark of this very process, so that a recycled process id is not mistaken for it. */
  identify(pid: number): Promise<ProcessIdentity | undefined>;
  /** Undefined means: it cannot be known from here (another machine). */
  isAlive(identity: ProcessIdentity): Promise<boolean | undefined>;
  /** This process. */
  self(): Promise<ProcessIdentity>;
  /** Who started this process, who started that one and so on, nearest first; as far as the platform tells. */
  ancestors(): Promise<readonly Ancestor[]>;
  /** Whether what is started later from `folder`, such as a hook, finds this command; true if the platform does not tell. */
  canStart(command: string, folder: string): Promise<boolean>;
}

export interface Ancestor {
  readonly pid: number;
  /** Program and arguments as the platform shows them. */
  readonly command: readonly string[];
}

export interface ProcessIdentity {
  readonly pid: number;
  /** Start mark as the platform gives it, opaque; absent if the platform has none. */
  readonly started?: string;
  readonly host: string;
}

export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
  /** Hand `command` to the platform's shell instead; `args` must be empty. */
  readonly shell?: boolean;
  readonly cwd?: string;
  /** Added to the environment; undefined removes a name. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  readonly timeoutMs: number;
  /** Ends the program as its limit would, `timedOut` included, when the caller cannot wait any longer. */
  readonly signal?: AbortSignal;
  /** What is kept of each stream; the rest is read and dropped. Default 1 MiB. */
  readonly maxOutputBytes?: number;
  /** Every piece as it comes, before the limit cuts. If it returns a promise, no more is read until that settles. */
  onOutput?(piece: Uint8Array, stream: 'stdout' | 'stderr'): void | Promise<void>;
}

/** Its streams are files, so that nobody has to be there to read or write them. */
export interface DetachedCall {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly inputPath?: string;
  /** Standard output and standard error are appended to it. */
  readonly outputPath: string;
}

export interface DetachedProgram {
  readonly identity: ProcessIdentity;
  /** Settles when it ends while this process is there to see it. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export interface ProgramResult {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly truncated: boolean;
  readonly timedOut: boolean;
  readonly durationMs: number;
}

import { realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { Clock, Disk, Git, Http, Processes } from '../../kernel/ports/index.ts';
import { DAY_MS } from '../../kernel/time.ts';
import { createFolder } from '../packs/index.ts';
import { locateAnswer, writeAnswer } from './answer-file.ts';
import { SeenPaths } from './seen-paths.ts';

const MAX_TEXT = 64 * 1024;

/** Settings of this kind are written nowhere. */
const MAY_BE_SECRET = /SECRET|TOKEN|PASS|KEY|STORE|URL/i;

/** All through which a command learns of the outside, and through which a recorder can see what it learns. */
export interface Sources {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly processes: Processes;
  readonly git: Git;
  readonly http: Http;
  remark(text: string): void;
  /** The same disk with a guard around it: what the guard refuses is seen as well. */
  guarded(guard: (disk: Disk) => Disk): Disk;
  /** What comes now is no answer that could be given again. */
  lose(): void;
}

interface Printed {
  write(text: string): boolean;
}

/**
 * Takes down all that a command looks at, so that its answer can be given again while nothing of that has changed. Each
 * path is looked at before it is read: a change while the command runs is seen by the next call. Whatever cannot be
 * taken down this way (another program, a network, a write, the time of day) makes the answer one that is not kept.
 */
class AnswerRecorder {
  readonly #call: readonly string[];
  readonly #file: string;
  readonly #cacheFolder: string;
  readonly #madeMs = Date.now();
  readonly #seen = new SeenPaths();
  readonly #environment = new Map<string, string | null>();
  #untilMs = Number.POSITIVE_INFINITY;
  #text = '';
  #isLost = false;

  constructor(call: readonly string[], file: string, env: NodeJS.ProcessEnv) {
    this.#call = call;
    this.#file = file;
    this.#cacheFolder = dirname(dirname(file));
    this.see(call[0] ?? '');
    // Read by Node itself, for the texts of dates.
    for (const name of ['TZ', 'LANG', 'LC_ALL', 'NODE_OPTIONS']) this.#noteVariable(name, env[name]);
  }

  /** The answer is not kept. */
  lose(): void {
    this.#isLost = true;
  }

  /** What the path is, before somebody reads it. */
  see(path: string): void {
    if (this.#isLost || this.#isCached(path)) return;
    if (!this.#seen.see(path)) this.lose();
  }

  /** A folder in which the command works. It must not be the cache. */
  enter(folder: string): void {
    if (this.#isCached(folder) || !this.#seen.enter(folder)) this.lose();
  }

  /** The same output; what is written to it is the answer. */
  output<Output extends Printed>(output: Output): Output {
    return new Proxy(output, {
      get: (target, name) => {
        if (name === 'open') this.lose();
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (name === 'write') this.#addText(String(args[0]));
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
  }

  sources(plain: Sources): Sources {
    return {
      disk: this.#watchDisk(plain.disk),
      clock: this.#watchClock(plain.clock),
      // Who this process is has no part in what it says.
      processes: this.beyond(plain.processes, ['self']),
      git: this.beyond(plain.git),
      http: this.beyond(plain.http),
      remark: (text) => {
        this.lose();
        plain.remark(text);
      },
      guarded: (guard) => this.#watchDisk(plain.guarded(guard)),
      lose: () => this.lose(),
    };
  }

  #watchClock(clock: Clock): Clock {
    return {
      now: () => {
        this.lose();
        return clock.now();
      },
      isPast: (momentMs) => {
        const isPast = momentMs <= this.#madeMs;
        if (!isPast) this.#untilMs = Math.min(this.#untilMs, momentMs);
        return isPast;
      },
      dayMs: () => {
        const dayMs = Math.floor(this.#madeMs / DAY_MS) * DAY_MS;
        this.#untilMs = Math.min(this.#untilMs, dayMs + DAY_MS);
        return dayMs;
      },
    };
  }

  environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const note = (name: string | symbol, value: string | undefined): void => {
      if (typeof name === 'string') this.#noteVariable(name, value);
    };
    return new Proxy(env, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as string | undefined;
        note(name, value);
        return value;
      },
      has: (target, name) => {
        note(name, Reflect.get(target, name) as string | undefined);
        return Reflect.has(target, name);
      },
      set: (target, name, value) => {
        this.lose();
        return Reflect.set(target, name, value);
      },
      ownKeys: (target) => {
        this.lose();
        return Reflect.ownKeys(target);
      },
    });
  }

  /** A part of the platform that reaches further than this can see: using anything but `harmless` loses the answer. */
  beyond<Part extends object>(part: Part, harmless: readonly (keyof Part)[] = []): Part {
    return new Proxy(part, {
      get: (target, name) => {
        if (!harmless.includes(name as keyof Part)) this.lose();
        return Reflect.get(target, name) as unknown;
      },
    });
  }

  #watchDisk(disk: Disk): Disk {
    return new Proxy(disk, {
      get: (target, name: keyof Disk) => {
        const call = target[name] as (...args: unknown[]) => unknown;
        return (path: string, ...more: unknown[]) => {
          if (isRead(name, more)) this.see(path);
          else if (!this.#isCached(path)) this.lose();
          return this.#watch(() => call.call(target, path, ...more));
        };
      },
    });
  }

  /** After the command: what it said is kept. A failure costs only the next call. */
  keep(exit: number): void {
    if (this.#isLost) return;
    try {
      if (!this.#seen.isLocal()) return;
      createFolder(dirname(this.#file));
      writeAnswer(this.#file, {
        call: this.#call,
        environment: [...this.#environment],
        ...this.#seen.list(),
        madeMs: this.#madeMs,
        untilMs: Number.isFinite(this.#untilMs) ? this.#untilMs : null,
        exit,
        text: this.#text,
      });
    } catch {
      // A folder that cannot be written to, a full disk.
    }
  }

  #addText(text: string): void {
    this.#text += text;
    if (this.#text.length > MAX_TEXT) this.lose();
  }

  #isCached(path: string): boolean {
    return `${resolve(path)}${sep}`.startsWith(`${this.#cacheFolder}${sep}`);
  }

  #noteVariable(name: string, value: string | undefined): void {
    if (value !== undefined && MAY_BE_SECRET.test(name)) this.lose();
    this.#environment.set(name, value ?? null);
  }

  /** A read that fails for another reason than that nothing is there says something that no stamp shows. */
  #watch(read: () => unknown): unknown {
    const judge = (error: unknown): never => {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') this.lose();
      throw error;
    };
    try {
      const result = read();
      return result instanceof Promise ? result.catch(judge) : result;
    } catch (error) {
      return judge(error);
    }
  }
}

export type { AnswerRecorder };

/** From now on variables that are read are taken down. Undefined if this process's answers are kept nowhere. */
export function startRecording(process: NodeJS.Process): AnswerRecorder | undefined {
  const { argv, cwd, env, version } = process;
  try {
    const call = [realpathSync(argv[1] ?? ''), version, cwd(), ...argv.slice(2)];
    const file = locateAnswer(env, call);
    if (file === undefined) return undefined;
    const recorder = new AnswerRecorder(call, file, env);
    process.env = recorder.environment(env);
    return recorder;
  } catch {
    // The folder it was called in is gone.
    return undefined;
  }
}

/** All but these change the disk. */
const READS = new Set<keyof Disk>(['readFile', 'readNow', 'readdir', 'stat', 'lstat', 'lstatNow', 'realpath']);

const isRead = (name: keyof Disk, more: readonly unknown[]): boolean =>
  READS.has(name) || (name === 'open' && more[0] === 'r');

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { dirname, extname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseLaunchAnswer, type LaunchAnswer } from './launch-files.ts';

export type StartedLauncher =
  | LaunchAnswer
  /** It ended, or said nothing for long: whether it will ever start the agent is not known. */
  | { readonly kind: 'silent'; readonly reason: string };

type Launcher = ChildProcessByStdio<Writable, Readable, null>;

const ANSWER_MS = 30_000;

/** Instead of a folder: the launcher waits for it on standard input, and ends if none comes. */
export const WAIT_FOR_FOLDER = '-';

/**
 * Starts launchers, each in a session of its own: one needs nothing from us after its first word. A daemon keeps one
 * ready, so that an agent does not wait for the start of a Node process.
 */
export class LauncherStarter {
  readonly #command: readonly string[];
  #keepsSpare = false;
  #spare: Launcher | undefined;

  constructor(command: readonly string[]) {
    this.#command = command;
  }

  /** From the first start on, another launcher waits for the next one. */
  keepSpare(): void {
    this.#keepsSpare = true;
  }

  dropSpare(): void {
    this.#keepsSpare = false;
    this.#spare?.stdin.end();
    this.#spare = undefined;
  }

  async start(folder: string): Promise<StartedLauncher> {
    const launcher = this.#take();
    launcher.stdin.end(`${folder}\n`);
    const word = await readFirstLine(launcher);
    launcher.stdout.destroy();
    if (this.#keepsSpare) this.#spare ??= this.#spawn();
    return (
      parseAnswer(word) ?? {
        kind: 'silent',
        reason: `the launcher ended without an answer${word === '' ? '' : `: ${word}`}`,
      }
    );
  }

  #take(): Launcher {
    const spare = this.#spare;
    this.#spare = undefined;
    const isWaiting = spare !== undefined && spare.exitCode === null && spare.signalCode === null;
    return isWaiting ? spare : this.#spawn();
  }

  #spawn(): Launcher {
    const [command = process.execPath, ...args] = this.#command;
    const launcher = spawn(command, [...args, WAIT_FOR_FOLDER], {
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    // One that died before it was needed is noticed when it is taken, or by its silence.
    launcher.on('error', () => undefined);
    launcher.stdin.on('error', () => undefined);
    letProcessEnd(launcher);
    return launcher;
  }
}

/** A launcher that waits must not keep this process alive; it ends when its input does. */
function letProcessEnd(launcher: Launcher): void {
  launcher.unref();
  for (const stream of [launcher.stdin, launcher.stdout])
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
}

async function readFirstLine(launcher: Launcher): Promise<string> {
  return await new Promise<string>((settle) => {
    let text = '';
    const timer = setTimeout(() => settle(''), ANSWER_MS);
    const finish = (said: string): void => {
      clearTimeout(timer);
      settle(said);
    };
    launcher.once('error', (error) => finish(error.message));
    launcher.stdout.on('data', (piece: Buffer) => {
      text += piece.toString('utf8');
      if (text.includes('\n')) finish(text.slice(0, text.indexOf('\n')));
    });
    launcher.stdout.once('close', () => finish(text));
  });
}

function parseAnswer(word: string): LaunchAnswer | undefined {
  try {
    return parseLaunchAnswer(JSON.parse(word));
  } catch {
    return undefined;
  }
}

/** How the launcher of this very code is started: a file beside it, in the bundle, in the library or in the sources. */
export function launcherCommand(): readonly string[] {
  const file = fileURLToPath(import.meta.url);
  const path = join(dirname(file), `launch${extname(file)}`);
  // Sources are run through a loader, in development only; what is published is plain JavaScript.
  return extname(file) === '.ts' ? [process.execPath, '--import', 'tsx', path] : [process.execPath, path];
}

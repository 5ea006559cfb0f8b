import { spawn } from 'node:child_process';

/** The codes of a shell that did not find the program, or may not run it. */
const NOT_STARTED: ReadonlySet<number | null> = new Set([126, 127]);

/** Ctrl-C is for the pager, and a person who leaves it early closes the pipe. */
const ignore = (): void => undefined;

/**
 * Shows a text in the pager that the person named, a shell line as in git. False if there is no such program: then
 * nothing was shown.
 */
export async function showInPager(pager: string, text: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(pager, {
    shell: true,
    stdio: ['pipe', 'inherit', 'ignore'],
    // Leave at once if it fits, keep colours, leave the text on the screen.
    env: { LESS: 'FRX', ...environment },
  });
  process.on('SIGINT', ignore);
  try {
    child.stdin.on('error', ignore);
    child.stdin.end(text);
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(127));
      child.once('exit', (exit) => resolve(exit));
    });
    return !NOT_STARTED.has(code);
  } finally {
    process.off('SIGINT', ignore);
  }
}

import { spawn } from 'node:child_process';
import { parseLaunchAnswer, type LaunchAnswer } from './launch-files.ts';

export type StartedLauncher =
  | LaunchAnswer
  /** It ended, or said nothing for long: whether it will ever start the agent is not known. */
  | { readonly kind: 'silent'; readonly reason: string };

const ANSWER_MS = 30_000;

/** Starts the launcher in a session of its own and waits for its first word; it needs nothing from us after that. */
export async function startLauncher(launcher: readonly string[], folder: string): Promise<StartedLauncher> {
  const [command = process.execPath, ...args] = launcher;
  const child = spawn(command, [...args, folder], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const word = await new Promise<string>((settle) => {
    let text = '';
    const timer = setTimeout(() => settle(''), ANSWER_MS);
    const finish = (said: string): void => {
      clearTimeout(timer);
      settle(said);
    };
    child.once('error', (error) => finish(error.message));
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString('utf8');
      if (text.includes('\n')) finish(text.slice(0, text.indexOf('\n')));
    });
    child.stdout.once('close', () => finish(text));
  });
  child.unref();
  child.stdout.destroy();
  const answer = parseAnswer(word);
  return answer ?? { kind: 'silent', reason: `the launcher ended without an answer${word === '' ? '' : `: ${word}`}` };
}

function parseAnswer(word: string): LaunchAnswer | undefined {
  try {
    return parseLaunchAnswer(JSON.parse(word));
  } catch {
    return undefined;
  }
}

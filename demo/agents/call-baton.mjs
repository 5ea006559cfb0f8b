/** The one thing the agents share: calling Baton's command line, as any program could. */
import { spawn } from 'node:child_process';

const LIMIT_MS = 60_000;

/** Runs `baton …`; gives its exit code and what it printed. */
export function callBaton(args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [process.env.BATON_BIN, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => (text += piece));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, text });
    });
  });
}

/** The same with --json: `data`, whether it was a refusal or not. */
export async function ask(args, input) {
  const { code, text } = await callBaton([...args, '--json'], input);
  const envelope = JSON.parse(text);
  if (envelope.error !== undefined) throw new Error(`baton ${args.join(' ')}: ${envelope.error.message}`);
  return { code, data: envelope.data };
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

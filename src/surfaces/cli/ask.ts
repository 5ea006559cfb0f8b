import { toTerminal } from './terminal.ts';

/** Undefined if nobody is there to answer. */
export async function ask(process: NodeJS.Process, question: string): Promise<string | undefined> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return undefined;
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(toTerminal(question))).trim();
  } finally {
    lines.close();
  }
}

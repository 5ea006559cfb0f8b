import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Ancestor } from '../../kernel/ports/index.ts';

/** A process with its parent, as one question to the platform answers. */
interface Step extends Ancestor {
  readonly parent: number;
}

/** Far more than any chain of shells and wrappers. */
const MAX_DEPTH = 32;

/** Nearest first, up to the first one the platform says nothing about. */
export async function readAncestors(parentPid: number): Promise<readonly Ancestor[]> {
  const chain: Ancestor[] = [];
  for (let pid = parentPid; pid > 1 && chain.length < MAX_DEPTH;) {
    const step = process.platform === 'linux' ? readProc(pid) : await readPs(pid);
    if (step === undefined) {
      // Without a name it can still be waited for.
      if (chain.length === 0) chain.push({ pid, command: [] });
      break;
    }
    chain.push({ pid, command: step.command });
    pid = step.parent;
  }
  return chain;
}

function readProc(pid: number): Step | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    // The command in brackets may itself hold spaces and brackets: fields count from the last closing one.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { pid, parent, command: line.split('\0').filter((word) => word !== '') };
  } catch {
    return undefined;
  }
}

function readPs(pid: number): Promise<Step | undefined> {
  if (process.platform === 'win32') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'ppid=', '-o', 'command=', '-p', String(pid)], { timeout: 5_000 }, (error, stdout) => {
      const [, parent, command] = /^\s*(\d+)\s+(.*)$/.exec(stdout.trimEnd()) ?? [];
      resolve(
        error === null && parent !== undefined
          ? { pid, parent: Number(parent), command: (command ?? '').split(' ') }
          : undefined,
      );
    });
  });
}

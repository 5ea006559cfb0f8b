import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessIdentity } from '../../kernel/ports/index.ts';
import { createProcessIdentities } from './process-identity.ts';

/** The processes of a run: those in the group of its program, and those that carry its id in their environment. */
export interface RunMembers {
  /** The program, which leads a process group of its own. */
  readonly leader: ProcessIdentity;
  readonly runId: string;
}

const identities = createProcessIdentities();

const RUN_VARIABLE = 'BATON_RUN_ID';
const POLL_MS = 25;
/** A process stuck in the kernel outlives even SIGKILL; nobody waits for it longer than this. */
const KILLED_MS = 5_000;

/** Those that live; a zombie does not. This process is never among them. */
export async function findRunMembers({ leader, runId }: RunMembers): Promise<readonly number[]> {
  const group = (await isGroupKnown(leader)) ? leader.pid : undefined;
  const found = process.platform === 'linux' ? await findInProc(group, runId) : await findByPs(group);
  return found.filter((pid) => pid !== process.pid);
}

/** Machine, boot and process namespace: the part of a mark in which a process id means something. */
const place = (mark: string | undefined): string | undefined => mark?.split('/').slice(0, -1).join('/');

/** False if the number means something else by now: after a restart of the machine, or for a later process. */
async function isGroupKnown(leader: ProcessIdentity): Promise<boolean> {
  const self = await identities.self();
  if (self.host !== leader.host || place(self.started) !== place(leader.started)) return false;
  const now = await identities.identify(leader.pid);
  // Without a leader the rest of its group keeps the number from being used again.
  return now === undefined || now.started === leader.started;
}

/**
 * Ends them all: politely first, and after the grace period so that it cannot be ignored. Gives those that are still
 * there, normally none, unless the kernel holds them or they belong to another user.
 */
export async function endRunMembers(run: RunMembers, graceMs: number): Promise<readonly number[]> {
  let members = await findRunMembers(run);
  if (members.length === 0) return [];
  await signal(run, members, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += POLL_MS) {
    await sleep(POLL_MS);
    members = await findRunMembers(run);
    if (members.length === 0) return [];
  }
  for (let waitedMs = 0; waitedMs < KILLED_MS; waitedMs += POLL_MS) {
    // Again each time: one of them may have started another meanwhile.
    await signal(run, members, 'SIGKILL');
    await sleep(POLL_MS);
    members = await findRunMembers(run);
    if (members.length === 0) return [];
  }
  return members;
}

/** The group first, in one call, so that none of it can start another one unseen; then those that left it. */
async function signal({ leader }: RunMembers, members: readonly number[], name: NodeJS.Signals): Promise<void> {
  const group = process.platform !== 'win32' && (await isGroupKnown(leader)) ? [-leader.pid] : [];
  for (const pid of [...group, ...members]) {
    try {
      process.kill(pid, name);
    } catch (cause) {
      // It has just ended, or runs as somebody else now.
      if (!(cause instanceof Error) || !('code' in cause)) throw cause;
    }
  }
}

async function findInProc(group: number | undefined, runId: string): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const mark = Buffer.from(`${RUN_VARIABLE}=${runId}\0`);
  const found = await Promise.all(
    names.map(async (name) => {
      const stat = await unlessGone(readFile(`/proc/${name}/stat`, 'utf8'));
      if (stat === undefined) return undefined;
      // The command in brackets may itself hold spaces and brackets: fields count from the last closing one.
      const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z' || state === 'X') return undefined;
      if (Number(pgrp) === group) return Number(name);
      const environment = await unlessGone(readFile(`/proc/${name}/environ`));
      return environment !== undefined && hasVariable(environment, mark) ? Number(name) : undefined;
    }),
  );
  return found.filter((pid) => pid !== undefined);
}

function hasVariable(environment: Buffer, mark: Buffer): boolean {
  for (let at = environment.indexOf(mark); at >= 0; at = environment.indexOf(mark, at + 1)) {
    if (at === 0 || environment[at - 1] === 0) return true;
  }
  return false;
}

/** Other platforms do not show environments: what left the group is not found there. */
function findByPs(group: number | undefined): Promise<number[]> {
  if (group === undefined) return Promise.resolve([]);
  if (process.platform === 'win32') return Promise.resolve(isThere(group) ? [group] : []);
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pid=,pgid=,state='], { timeout: 5_000 }, (_error, stdout) => {
      const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
      resolve(
        rows.flatMap(([pid, pgid, state]) =>
          Number(pgid) === group && state?.startsWith('Z') !== true ? [Number(pid)] : [],
        ),
      );
    });
  });
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch {
    return undefined;
  }
}

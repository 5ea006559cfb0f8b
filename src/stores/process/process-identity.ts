import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { given } from '../../kernel/given.ts';
import type { Ancestor, Processes, ProcessIdentity } from '../../kernel/ports/index.ts';

/** The part of `Processes` that tells one process from another. */
type ProcessIdentities = Pick<Processes, 'identify' | 'isAlive' | 'self'>;

/** What the identities are read from; tests replace it. */
export interface ProcessFacts {
  readonly platform: NodeJS.Platform;
  readonly host: string;
  readonly ownPid: number;
  /** False if there is no such process; a process of another user does exist. */
  exists(pid: number): boolean;
  /** Undefined if it is missing or cannot be read. */
  readText(path: string): Promise<string | undefined>;
  readLink(path: string): Promise<string | undefined>;
  /** State and start time of a process as `ps` prints them; undefined if it cannot say. */
  readPs(pid: number): Promise<string | undefined>;
}

/**
 * A process id alone is not a process: ids are used again, quickly so after a restart or in a container. Linux gives
 * start time, boot and process namespace; macOS gives the start time; Windows gives the id alone.
 */
export function createProcessIdentities(facts: ProcessFacts = systemFacts): ProcessIdentities {
  let place: Promise<LinuxPlace> | undefined;
  const getPlace = (): Promise<LinuxPlace> => (place ??= readPlace(facts));

  async function identify(pid: number): Promise<ProcessIdentity | undefined> {
    if (!facts.exists(pid)) return undefined;
    const started = await readMark(facts, pid, getPlace);
    if (started === 'ended') return undefined;
    return { pid, host: facts.host, ...given({ started }) };
  }

  async function isAlive(identity: ProcessIdentity): Promise<boolean | undefined> {
    if (identity.host !== facts.host) return undefined;
    const there = facts.platform === 'linux' ? comparePlaces(identity.started, await getPlace()) : 'here';
    if (there === 'elsewhere') return undefined;
    if (there === 'earlier boot' || !facts.exists(identity.pid)) return false;
    const started = await readMark(facts, identity.pid, getPlace);
    if (started === 'ended') return false;
    // Without both marks there is only the id to go by, and it is in use.
    return started === undefined || identity.started === undefined || started === identity.started;
  }

  let own: Promise<ProcessIdentity> | undefined;
  const self = (): Promise<ProcessIdentity> =>
    (own ??= identify(facts.ownPid).then((found) => found ?? { pid: facts.ownPid, host: facts.host }));

  return { identify, isAlive, self };
}

/** Where process ids have a meaning: this machine, since this boot, in this process namespace. */
interface LinuxPlace {
  readonly machine: string;
  readonly boot: string;
  readonly namespace: string;
}

async function readPlace(facts: ProcessFacts): Promise<LinuxPlace> {
  const [machine, boot, namespace] = await Promise.all([
    facts.readText('/etc/machine-id'),
    facts.readText('/proc/sys/kernel/random/boot_id'),
    facts.readLink('/proc/self/ns/pid'),
  ]);
  return { machine: toMarkPart(machine), boot: toMarkPart(boot), namespace: toMarkPart(namespace) };
}

const toMarkPart = (text: string | undefined): string => (text ?? '').replaceAll(/[^\w-]/g, '');

/** Undefined: the platform has no mark, or hides it. */
async function readMark(
  facts: ProcessFacts,
  pid: number,
  getPlace: () => Promise<LinuxPlace>,
): Promise<string | 'ended' | undefined> {
  if (facts.platform === 'win32') return undefined;
  if (facts.platform !== 'linux') return parsePs(await facts.readPs(pid));
  const stat = await facts.readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const { state, startTicks } = parseProcStat(stat);
  // A zombie only waits for its parent to notice; in a container without an init that may take for ever.
  if (state === 'Z' || state === 'X') return 'ended';
  const { machine, boot, namespace } = await getPlace();
  return [machine, boot, namespace, startTicks].join('/');
}

/** The command in brackets may itself hold spaces and brackets: fields count from the last closing one. */
function parseProcStat(stat: string): { state: string | undefined; startTicks: string | undefined } {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], startTicks: fields[19] };
}

/** `Ss   Sun Nov 16 20:05:00 2025` */
function parsePs(line: string | undefined): string | 'ended' | undefined {
  const [, state, started] = /^(\S+)\s+(\S.*)$/.exec(line?.trim() ?? '') ?? [];
  return state?.startsWith('Z') === true ? 'ended' : started;
}

function comparePlaces(started: string | undefined, here: LinuxPlace): 'here' | 'elsewhere' | 'earlier boot' {
  if (started === undefined) return 'here';
  const [machine, boot, namespace] = started.split('/');
  if (boot !== here.boot) {
    // Host names are not unique; only a machine id that agrees shows that the boot, and not the machine, is another.
    return machine !== '' && machine === here.machine ? 'earlier boot' : 'elsewhere';
  }
  return namespace === here.namespace ? 'here' : 'elsewhere';
}

const systemFacts: ProcessFacts = {
  platform: process.platform,
  host: hostname(),
  ownPid: process.pid,
  exists(pid) {
    // Zero and negative numbers name groups of processes, and one of them is always ours.
    if (!Number.isSafeInteger(pid) || pid <= 0) return false;
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
  },
  // The system answers these from memory: asking at once takes less than waking a thread of Node's pool.
  readText: async (path) => unlessUnreadable(() => readFileSync(path, 'utf8')),
  readLink: async (path) => unlessUnreadable(() => readlinkSync(path)),
  readPs: (pid) =>
    new Promise((resolve) => {
      // The start is printed in local time: without a fixed zone a later reader would see another process.
      const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
      execFile('ps', ['-o', 'state=', '-o', 'lstart=', '-p', String(pid)], { env, timeout: 5_000 }, (error, stdout) => {
        resolve(error === null ? stdout : undefined);
      });
    }),
};

function unlessUnreadable(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

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

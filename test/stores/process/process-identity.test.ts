import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createProcessIdentities, type ProcessFacts } from '../../../src/stores/process/index.ts';

/** `/proc/<pid>/stat` of a process whose name is meant to confuse. */
const procStat = (state: string, startTicks: number): string =>
  `42 (evil) S 1 (name) ${state} ${Array.from({ length: 18 }, () => 0).join(' ')} ${startTicks} 0 0`;

interface Machine {
  readonly platform?: NodeJS.Platform;
  readonly host?: string;
  readonly machineId?: string;
  readonly boot?: string;
  readonly namespace?: string;
  readonly stat?: string | undefined;
  readonly ps?: string;
  readonly exists?: boolean;
}

function machine(given: Machine = {}): ProcessFacts {
  const texts: Record<string, string | undefined> = {
    '/etc/machine-id': given.machineId ?? 'machine1\n',
    '/proc/sys/kernel/random/boot_id': given.boot ?? 'boot-1\n',
    '/proc/42/stat': 'stat' in given ? given.stat : procStat('S', 1000),
  };
  return {
    platform: given.platform ?? 'linux',
    host: given.host ?? 'host',
    ownPid: 42,
    exists: () => given.exists ?? true,
    readText: (path) => Promise.resolve(texts[path]),
    readLink: () => Promise.resolve(given.namespace ?? 'pid:[4026531836]'),
    readPs: () => Promise.resolve(given.ps),
  };
}

/** Whether a process seen on one machine lives, asked on another. */
async function livesOn(there: Machine, here: Machine): Promise<boolean | undefined> {
  const identity = await createProcessIdentities(machine(there)).self();
  return await createProcessIdentities(machine(here)).isAlive(identity);
}

describe('on Linux', () => {
  test('the same process lives, one that ended does not', async () => {
    expect(await livesOn({}, {})).toBe(true);
    expect(await livesOn({}, { exists: false })).toBe(false);
    expect(await livesOn({}, { stat: procStat('Z', 1000) })).toBe(false);
  });

  test('another process with the same id is told apart by its start', async () => {
    expect(await livesOn({}, { stat: procStat('S', 1001) })).toBe(false);
  });

  test('after a restart of the machine nobody lives, whatever the id', async () => {
    expect(await livesOn({}, { boot: 'boot-2' })).toBe(false);
  });

  test('other machines, containers and process namespaces cannot be asked from here', async () => {
    expect(await livesOn({}, { host: 'elsewhere' })).toBeUndefined();
    expect(await livesOn({}, { machineId: 'machine2', boot: 'boot-2' })).toBeUndefined();
    expect(await livesOn({ machineId: '' }, { machineId: '', boot: 'boot-2' })).toBeUndefined();
    expect(await livesOn({}, { namespace: 'pid:[7]' })).toBeUndefined();
  });

  test('where the start is hidden only the id counts', async () => {
    expect(await livesOn({}, { stat: undefined })).toBe(true);
    expect(await livesOn({ stat: undefined }, {})).toBe(true);
  });
});

describe('on other platforms', () => {
  test('macOS tells processes apart by what ps says of their start', async () => {
    const mac = { platform: 'darwin', ps: 'Ss   Sun Nov 16 20:05:00 2025\n' } as const;
    expect(await livesOn(mac, mac)).toBe(true);
    expect(await livesOn(mac, { ...mac, ps: 'Ss   Sun Nov 16 20:05:01 2025\n' })).toBe(false);
    expect(await livesOn(mac, { ...mac, ps: 'Z    Sun Nov 16 20:05:00 2025\n' })).toBe(false);
  });

  test('Windows has the id alone', async () => {
    const windows = { platform: 'win32' } as const;
    expect(await livesOn(windows, windows)).toBe(true);
    expect(await livesOn(windows, { ...windows, exists: false })).toBe(false);
  });
});

describe('with real processes', () => {
  const identities = createProcessIdentities();

  test('a process lives until it ends', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    const identity = await identities.identify(child.pid ?? -1);
    expect(identity).toMatchObject({ pid: child.pid });
    expect(identity && (await identities.isAlive(identity))).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(identity && (await identities.isAlive(identity))).toBe(false);
    expect(await identities.identify(child.pid ?? -1)).toBeUndefined();
  });

  test('ids that name no single process name nobody', async () => {
    for (const pid of [0, -1, 1.5, Number.NaN, 2 ** 40]) expect(await identities.identify(pid)).toBeUndefined();
  });

  test('a process of another user exists', async () => {
    expect(await identities.identify(1)).toMatchObject({ pid: 1 });
  });

  test.runIf(process.platform === 'linux')('a zombie has ended', async () => {
    // The shell's child ends at once; the shell turns into sleep, which never asks for it.
    const shell = execFile('sh', ['-c', 'true & echo $!; exec sleep 30']);
    const [line] = (await once(shell.stdout ?? shell, 'data')) as [string];
    const pid = Number(line);
    await expect.poll(() => identities.identify(pid)).toBeUndefined();
    shell.kill('SIGKILL');
  });
});

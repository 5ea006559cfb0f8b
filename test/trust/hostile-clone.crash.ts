/** Repositories and archives of strangers, through every command, with canaries that tell if one got its way. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { composePlatform } from '../../src/compose.ts';
import { init } from '../../src/relay/project/index.ts';
import { newTask } from '../../src/relay/tasks/index.ts';
import { main } from '../../src/surfaces/cli/main.ts';
import { approveAll } from '../support/approve-all.ts';
import { runBaton, type RunResult } from '../support/run-baton.ts';
import { verifies } from '../support/verifies.ts';
import { FakeProcess } from '../surfaces/cli/fake-process.ts';
import { ATTACKS, type Attack, type Canaries } from './attacks.ts';

const SECRET = 'canary-secret-that-must-stay-here';
const TASK = 'TASK-2026-01-01-001';

/** Everything SEC-001 names that ends by itself, in the order somebody would type it. */
const LINES: readonly (readonly string[])[] = [
  ['orient'],
  ['status'],
  ['hook', 'session-start', '--host', 'claude'],
  ['hook', 'stop', '--host', 'claude'],
  ['lint'],
  ['verify', '--level', 'ci'],
  ['doctor'],
  ['next'],
  ['config', '--json'],
  ['approve', '--dry-run'],
  ['task', 'list'],
  ['task', 'new', 'A task of my own', '--agent', 'ada'],
  ['tick'],
  ['claim', '--agent', 'ada', TASK, '--brief'],
  ['complete', TASK, '--agent', 'ada', '--notes', 'done', '--summary', '.ai/handoff/LOG.md'],
  ['board', '--tty'],
  ['begin', '--agent', 'claude', '--session-id', 's1'],
  ['log', 'Something', '--body', 'happened', '--session-id', 's1'],
  ['output', 'wrap', '.ai/handoff/LOG.md', '--agent', 'ada'],
  ['close', '--session-id', 's1', '--context', 'Closed.'],
  ['handoff', '--agent', 'claude', '--done', 'Something', '--next', 'More'],
  ['audit', 'verify'],
  ['fleet'],
  ['doctor', '--fix'],
  ['orient'],
];

let box: string;
let base: string;
let server: Server;
let received = '';
let canaries: Canaries;
let played = 0;

const env = (): Record<string, string> => ({
  HOME: join(box, 'home'),
  XDG_STATE_HOME: join(box, 'state'),
  XDG_CONFIG_HOME: join(box, 'config'),
  BATON_CACHE_DIR: join(box, 'cache'),
  BATON_GUARD: 'quarantine',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  PGPASSWORD: SECRET,
  AWS_SECRET_ACCESS_KEY: SECRET,
});

beforeAll(async () => {
  box = realpathSync(mkdtempSync(join(tmpdir(), 'baton-hostile-')));
  for (const name of ['home', 'state', 'config', 'cache', 'outside']) mkdirSync(join(box, name));
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    received += 'connection ';
    socket.on('data', (piece) => (received += piece.toString('latin1')));
    setTimeout(() => socket.destroy(), 200);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const secretFolder = join(box, 'private');
  mkdirSync(secretFolder);
  const secretFile = join(secretFolder, 'id_rsa');
  for (const name of ['id_rsa', 'STATUS.md', 'handoff.json', 'handoff.md'])
    writeFileSync(join(secretFolder, name), `# ${SECRET}\n\n${SECRET}\n`);
  canaries = { ran: join(box, 'ran'), port, outside: join(box, 'outside'), secretFile, secretFolder };
  base = join(box, 'base');
  mkdirSync(base);
  const platform = await composePlatform({ folder: base, root: base, environment: env() });
  await init(platform, { git: false, agentsMd: false });
  await newTask(platform, { title: 'Fix it', by: 'mallory', routing: { agent: 'ada' } });
  await platform.close();
  const made = readdirSync(join(base, '.baton/tasks/ready')).find((name) => name.endsWith('.md')) ?? '';
  const text = readFileSync(join(base, '.baton/tasks/ready', made), 'utf8').replaceAll(made.slice(0, -3), TASK);
  rmSync(join(base, '.baton'), { recursive: true });
  mkdirSync(join(base, '.baton/tasks/ready'), { recursive: true });
  writeFileSync(join(base, '.baton/tasks/ready', `${TASK}.md`), text);
}, 120_000);

afterAll(() => {
  server.close();
  rmSync(box, { recursive: true, force: true });
}, 120_000);

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, {
    cwd: folder,
    env: { ...process.env, ...env() },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString();

/** The project as its victim has it: cloned, or unpacked from an archive. */
function bring(attack: Attack, form: 'clone' | 'archive'): string {
  const folder = mkdtempSync(join(box, 'victim-'));
  const source = mkdtempSync(join(box, 'source-'));
  cpSync(base, source, { recursive: true });
  if (form === 'archive') {
    attack.plant(source, canaries);
    const tar = execFileSync('tar', ['-C', source, '-c', '.'], { maxBuffer: 64 * 1024 * 1024 });
    execFileSync('tar', ['-C', folder, '-x'], { input: tar });
    return folder;
  }
  git(source, 'init', '--quiet', '--initial-branch=main');
  rmSync(join(source, '.baton/.gitignore'), { force: true });
  attack.plant(source, canaries);
  git(source, 'add', '--force', '.');
  git(source, 'commit', '--quiet', '-m', 'first');
  git(box, 'clone', '--quiet', source, folder);
  return folder;
}

async function play(line: readonly string[], folder: string): Promise<RunResult> {
  const fake = new FakeProcess(['-C', folder, ...line], env(), folder);
  await main(fake.asNode());
  played += 1;
  return fake.result();
}

/** Nothing ran, nobody was called, nothing was written outside, and what must stay hidden is. */
function expectQuiet(where: string, attack: Attack, output: string): void {
  expect({ where, ran: existsSync(canaries.ran), received, outside: listAll(canaries.outside) }).toEqual({
    where,
    ran: false,
    received: '',
    outside: [],
  });
  expect({ where, output }).toEqual({ where, output: expect.not.stringContaining(SECRET) });
  expect({ where, raw: RAW.exec(output)?.[0].codePointAt(0) }).toEqual({ where, raw: undefined });
  for (const words of isShownToPeople(where, attack) ? [] : (attack.mustNotShow ?? []))
    expect({ where, output }).toEqual({ where, output: expect.not.stringContaining(words) });
}

/** What moves a cursor, or hides or turns text around. */
const RAW = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u;

/** A finding quotes what it found to the person who asked for findings; what agents read must not hold it. */
const isShownToPeople = (where: string, { name }: Attack): boolean =>
  name.startsWith('an allow list') && !/^(?:orient|hook|next|claim|begin|close|serve)/.test(where);

const listAll = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile());

describe('SEC-001', () => {
  for (const form of ['clone', 'archive'] as const) {
    for (const attack of ATTACKS.filter(({ archiveOnly }) => archiveOnly !== true || form === 'archive')) {
      verifies(['SEC-001', 'SEC-031'], `${attack.name}, ${form}: no command lets it have its way`, async () => {
        const folder = bring(attack, form);
        const told = new Set<string>();
        for (const line of LINES) {
          const { code, stdout, stderr } = await play(line, folder);
          expectQuiet(line.join(' '), attack, stdout + stderr);
          // A pipe in place of a file cannot be read, and is named; nothing else may end like a fault of Baton's own.
          if (code === 70)
            expect({ line, stderr }).toEqual({ line, stderr: expect.stringContaining('it is a device, pipe') });
          const [word = ''] = line;
          if (attack.mustWork?.includes(word)) expect({ line, code, said: stdout + stderr }).toMatchObject({ code: 0 });
          const words = told.has(word) ? undefined : attack.mustShow?.[word];
          if (words !== undefined) expect(stdout + stderr).toContain(words);
          told.add(word);
        }
      });
    }
  }
});

/** The same lines do their work if nobody attacks, and what a person approved has its effect: the canaries can sing. */
describe('controls', () => {
  verifies('SEC-031', 'without an attack every command of the list does its job', async () => {
    const folder = bring({ name: 'none', plant: () => undefined }, 'clone');
    const codes = [];
    for (const line of LINES) {
      const { code, stdout, stderr } = await play(line, folder);
      if (code !== 0) codes.push({ line: line.join(' '), code, said: (stdout + stderr).slice(0, 200) });
    }
    expect(codes.filter(({ line }) => !line.startsWith('doctor') && !line.startsWith('verify'))).toEqual([]);
  });

  const effects: Readonly<Record<string, 'ran' | 'received' | 'outside'>> = {
    'a command sink for notices': 'ran',
    'a webhook sink': 'received',
    'an agent that runs a command': 'ran',
    'an agent that runs a shell of the repository': 'ran',
    'a gateway that is sent a secret of the environment': 'received',
    'a store that is sent the database password': 'received',
    'an absolute data dir': 'outside',
    'a data dir that is a symlink': 'outside',
  };
  for (const [name, effect] of Object.entries(effects)) {
    verifies('SEC-002', `${name}: it has its effect once a person approved it, and not after any change`, async () => {
      const attack = ATTACKS.find((one) => one.name === name);
      if (attack === undefined) throw new Error(`no attack ${name}`);
      const folder = bring(attack, 'archive');
      const platform = await composePlatform({ folder, root: folder, environment: env() });
      await approveAll(platform);
      await platform.close();
      for (const line of [['task', 'new', 'One more', '--agent', 'ada'], ['tick']]) await play(line, folder);
      const until = Date.now() + 10_000;
      const hasEffect = (): boolean =>
        effect === 'ran'
          ? existsSync(canaries.ran)
          : effect === 'received'
            ? received !== ''
            : listAll(canaries.outside).length > 0;
      while (!hasEffect() && Date.now() < until) await sleep(50);
      expect(hasEffect()).toBe(true);
      await sleep(300);
      rmSync(canaries.ran, { force: true });
      rmSync(canaries.outside, { recursive: true, force: true });
      mkdirSync(canaries.outside);
      received = '';
    });
  }
});

/** What is a process by nature goes through the built command line. */
describe('SEC-031', () => {
  const names = new Set([
    'a command sink for notices',
    'an agent that runs a command',
    'a store that is sent the database password',
    'a token and an address of a daemon',
    'a data dir that is a symlink',
    'a gateway that is sent a secret of the environment',
  ]);
  for (const attack of ATTACKS.filter(({ name }) => names.has(name))) {
    verifies(['SEC-001', 'SEC-031'], `${attack.name}: serve and mcp as processes do not either`, async () => {
      const folder = bring(attack, 'clone');
      const hello = {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      };
      const list = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'baton_orient', arguments: {} } };
      const runs = [
        await runBaton(['-C', folder, 'serve', '--port', '0', '--jsonl'], { env: env(), limitMs: 5_000 }),
        await runBaton(['-C', folder, 'mcp'], {
          env: env(),
          input: `${JSON.stringify(hello)}\n${JSON.stringify(list)}\n`,
        }),
      ];
      played += runs.length;
      for (const { stdout, stderr } of runs) expectQuiet('serve or mcp', attack, stdout + stderr);
    });
  }

  verifies('SEC-031', 'so many combinations of attack, form and command were played', () => {
    expect(played).toBeGreaterThanOrEqual(1_000);
  });
});

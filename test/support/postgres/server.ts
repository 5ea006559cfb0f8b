/** A real PostgreSQL of the test's own: temp folder, free port, durable settings, never as root. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { getPostgresFolder } from './find-binaries.ts';

export interface TestPostgres {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** As an operator would: waits for transactions, leaves a clean data folder. */
  stop(): Promise<void>;
  /** SIGKILL to every process of the server: as if the power went. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Another server that follows this one, every commit confirmed by it. */
  addStandby(): Promise<TestStandby>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

export interface TestStandby extends TestPostgres {
  /** Makes it the primary. */
  promote(): Promise<void>;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. */
function findOwner(): Owner | undefined {
  if (userInfo().uid !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (uid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('running as root, and there is no user postgres or nobody to run the server as');
}

export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  const owner = findOwner();
  const base = makeFolder(owner);
  const data = join(base, 'data');
  runAs(owner, 'initdb', ['-D', data, '-U', 'baton', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']);
  const server = new Server(base, data, await findPort(), owner);
  server.configure({ ...settings });
  await server.start();
  return server;
}

function makeFolder(owner: Owner | undefined): string {
  const base = mkdtempSync(join(tmpdir(), 'baton-pg-'));
  if (owner !== undefined) chownSync(base, owner.uid, owner.gid);
  chmodSync(base, 0o700);
  return base;
}

function runAs(owner: Owner | undefined, program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(join(getPostgresFolder(), program), args, {
    ...owner,
    cwd: '/',
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

const READY_WITHIN_MS = 30_000;

class Server implements TestStandby {
  readonly port: number;
  readonly folder: string;
  private readonly data: string;
  private readonly owner: Owner | undefined;
  private process: ChildProcess | undefined;
  private standbys = 0;

  constructor(folder: string, data: string, port: number, owner: Owner | undefined) {
    this.folder = folder;
    this.data = data;
    this.port = port;
    this.owner = owner;
  }

  get url(): string {
    return `postgres://baton@127.0.0.1:${this.port}/postgres`;
  }

  configure(settings: Readonly<Record<string, string>>): void {
    const lines = Object.entries({
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: '',
      fsync: 'on',
      synchronous_commit: 'on',
      wal_level: 'replica',
      max_wal_senders: '4',
      max_connections: '120',
      shared_buffers: '64MB',
      logging_collector: 'off',
      ...settings,
    }).map(([key, value]) => `${key} = '${value}'`);
    appendFileSync(join(this.data, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
  }

  async start(): Promise<void> {
    const child = spawn(join(getPostgresFolder(), 'postgres'), ['-D', this.data], {
      ...this.owner,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.process = child;
    let said = '';
    child.stderr.on('data', (piece: Buffer) => (said += piece.toString('utf8')));
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!said.includes('database system is ready to accept')) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the server did not start: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async stop(): Promise<void> {
    await this.end('SIGINT');
  }

  async kill(): Promise<void> {
    const child = this.process;
    if (child?.pid === undefined || child.exitCode !== null) return;
    // Its children are in sessions of their own; all of them must go at once, as with the machine.
    const children = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean);
    process.kill(child.pid, 'SIGSTOP');
    for (const pid of [String(child.pid), ...children]) spawnSync('kill', ['-9', pid]);
    await once(child, 'exit');
    this.process = undefined;
    rmSync(join(this.data, 'postmaster.pid'), { force: true });
  }

  async addStandby(): Promise<TestStandby> {
    this.standbys += 1;
    const name = `standby${this.standbys}`;
    const base = makeFolder(this.owner);
    const data = join(base, 'data');
    runAs(this.owner, 'pg_basebackup', [
      '-d',
      this.url,
      '-D',
      data,
      '-R',
      '-X',
      'stream',
      '--no-sync',
      '-C',
      '-S',
      name,
    ]);
    const auto = join(data, 'postgresql.auto.conf');
    writeFileSync(
      auto,
      readFileSync(auto, 'utf8').replace("primary_conninfo = '", `primary_conninfo = 'application_name=${name} `),
    );
    const standby = new Server(base, data, await findPort(), this.owner);
    standby.configure({ hot_standby: 'on' });
    await standby.start();
    appendFileSync(join(this.data, 'postgresql.conf'), `synchronous_standby_names = '${name}'\n`);
    runAs(this.owner, 'pg_ctl', ['-D', this.data, 'reload']);
    return standby;
  }

  async promote(): Promise<void> {
    runAs(this.owner, 'pg_ctl', ['-D', this.data, '-w', 'promote']);
  }

  async remove(): Promise<void> {
    await this.end('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}

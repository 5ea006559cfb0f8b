/** One session of a real host, from its start to its end, with a scripted model in a network of its own. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CLI } from '../support/run-baton.ts';
import { programPath, type RealHost } from './hosts.ts';
import type { Script, Turn } from './script.ts';

export interface SeenRequest {
  /** `main`, a subagent's key, or `title` for a request without tools. */
  readonly role: string;
  readonly turn: Turn;
  readonly body: string;
}

export interface Played {
  readonly code: number | null;
  readonly output: string;
  readonly requests: readonly SeenRequest[];
}

export interface PlayOptions {
  readonly prompt?: string;
  readonly args?: readonly string[];
  /** Leave `baton` out of the path. */
  readonly withoutBaton?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** The home of an earlier session, to go on with it. */
  readonly home?: string;
  /** What comes on standard input, for hosts that take messages there. */
  readonly input?: string;
}

const ROOT = process.cwd();
const LIMIT_MS = 100_000;

export async function play(
  host: RealHost,
  installed: string,
  project: string,
  script: Partial<Script>,
  options: PlayOptions = {},
): Promise<Played> {
  const home = options.home ?? createHome(host);
  for (const name of ['port', 'requests.jsonl']) rmSync(join(home, name), { force: true });
  const write = (folder: string, files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const path = [
    ...(options.withoutBaton === true ? [] : [join(home, 'bin')]),
    dirname(process.execPath),
    '/usr/local/bin',
    '/usr/bin',
    '/bin',
    '/usr/sbin',
  ].join(':');
  write(home, {
    'script.json': JSON.stringify({ turns: script.turns ?? [], subagents: script.subagents ?? {} }),
    'bin/baton': `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`,
    '.profile': `PATH="${path}"\n`,
    '.gitconfig': '[user]\n\tname = Ada\n\temail = ada@example.org\n',
    ...host.home(project, '@PORT@'),
  });
  write(project, host.files('@PORT@'));
  chmodSync(join(home, 'bin/baton'), 0o755);
  const start = join(home, 'start.sh');
  const program = programPath(installed, host);
  const words = [
    ...(host.isScript === true ? [process.execPath] : []),
    program,
    ...host.args(options.prompt ?? 'Work on it.'),
    ...(options.args ?? []),
  ];
  const placed = [
    ...Object.keys(host.home(project, '')).map((name) => join(home, name)),
    ...Object.keys(host.files('')).map((name) => join(project, name)),
  ];
  writeFileSync(join(home, 'input'), options.input ?? '');
  writeFileSync(start, renderStart(home, placed, words));
  const env = Object.entries({
    HOME: home,
    PATH: path,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    BATON_CACHE_DIR: join(tmpdir(), 'baton-test-cache'),
    ...host.env('@PORT@'),
    ...options.env,
  });
  writeFileSync(join(home, 'env.sh'), env.map(([name, value]) => `export ${name}=${quote(value)}\n`).join(''));
  const { code, output } = await run(
    'unshare',
    ['-n', '--', 'env', '-i', `HOME=${home}`, `PATH=${path}`, 'sh', start],
    project,
  );
  const log = join(home, 'requests.jsonl');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return { code, output, requests: lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SeenRequest) };
}

export function createHome({ name }: RealHost): string {
  const home = mkdtempSync(join(tmpdir(), `baton-host-${name}-`));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The model first, then the host with the model's port in its files and its environment; the model ends with it. */
function renderStart(home: string, placed: readonly string[], words: readonly string[]): string {
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const model = [process.execPath, tsx, join(ROOT, 'test/hosts/programs/model.ts')];
  return [
    'ip link set lo up',
    `${[...model, join(home, 'script.json'), join(home, 'requests.jsonl'), join(home, 'port')].map(quote).join(' ')} &`,
    'model=$!',
    `trap 'kill $model' EXIT`,
    `while [ ! -s ${quote(join(home, 'port'))} ]; do sleep 0.05; done`,
    `port=$(cat ${quote(join(home, 'port'))})`,
    `sed -i "s/@PORT@/$port/g" ${[join(home, 'env.sh'), ...placed].map(quote).join(' ')}`,
    `. ${quote(join(home, 'env.sh'))}`,
    `timeout --kill-after=5 ${LIMIT_MS / 1000} ${words.map(quote).join(' ')} <${quote(join(home, 'input'))}`,
    '',
  ].join('\n');
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, output: Buffer.concat(pieces).toString('utf8') };
}

/**
 * One whole session (begin, edits, close) that kills itself with SIGKILL just before, or just behind, the change number N:
 * every write, rename, link, unlink, folder made or removed, and every call of git counts as one. Prints the count and
 * what was promised so far.
 *
 *     run-session FOLDER [N before|behind]
 */
import { composePlatform } from '../../../../src/compose.ts';
import type { Disk, Git, GitRepo, Platform } from '../../../../src/kernel/ports/index.ts';
import { begin, close, log, next, set, trust } from '../../../../src/relay/project/index.ts';
import { createFiles } from '../../../../src/stores/fs/index.ts';

const [folder = '', stop = '0', side = 'before'] = process.argv.slice(2);
let count = 0;
const seen: string[] = [];

async function step<T>(what: string, run: () => Promise<T>): Promise<T> {
  count += 1;
  const isLast = count === Number(stop);
  if (isLast && side === 'before') process.kill(process.pid, 'SIGKILL');
  seen.push(what);
  const result = await run();
  if (isLast) process.kill(process.pid, 'SIGKILL');
  return result;
}

const CHANGING = ['mkdir', 'rename', 'link', 'unlink', 'rmdir'] as const;

/** The real disk, every change of it counted. */
function countDisk(disk: Disk): Disk {
  const counted = Object.fromEntries(
    CHANGING.map((name) => [name, (...args: [string, string]) => step(name, () => disk[name](...args))]),
  );
  const open: Disk['open'] = async (path, flags, mode) => {
    const file =
      flags === 'r' ? await disk.open(path, flags, mode) : await step('open', () => disk.open(path, flags, mode));
    return Object.create(file, {
      write: { value: (data: Uint8Array, position?: number) => step('write', () => file.write(data, position)) },
      read: { value: file.read.bind(file) },
      stat: { value: file.stat.bind(file) },
      chmod: { value: file.chmod.bind(file) },
      truncate: { value: file.truncate.bind(file) },
      datasync: { value: file.datasync.bind(file) },
      sync: { value: file.sync.bind(file) },
      close: { value: file.close.bind(file) },
    }) as typeof file;
  };
  return { ...disk, ...counted, open };
}

const countRepo = (repo: GitRepo): GitRepo => ({
  ...repo,
  run: (args, options) => step(`git ${args[0]}`, () => repo.run(args, options)),
  writeTrees: (trees) => step('write trees', () => repo.writeTrees(trees)),
});

const countGit = (git: Git): Git => ({
  findRepo: async (at) => {
    const repo = await git.findRepo(at);
    return repo === undefined ? undefined : countRepo(repo);
  },
});

const real = await composePlatform({ folder, environment: process.env });
const disk = countDisk(real.disk);
const git = countGit(real.git);
const platform = Object.create(real, {
  disk: { value: disk },
  files: { value: createFiles(disk) },
  git: { value: git },
  project: { value: Object.create(real.project, { findRepo: { value: () => git.findRepo(real.project.root) } }) },
  // Whoever looks afterwards must see that this process is gone.
  processes: { value: { ...real.processes, ancestors: async () => [{ pid: process.pid, command: ['agent'] }] } },
}) as Platform;

const promise = (what: string): void => console.log(`promised ${what}`);

await begin(platform, { agent: 'ada', sessionId: 'sess_crash', updating: ['STATUS.md'] });
promise('begin');
await log(platform, { title: 'Crash entry', body: 'Bytes of the log.', sessionId: 'sess_crash' });
promise('Bytes of the log.');
await set(platform, {
  file: 'STATUS.md',
  section: 'summary',
  body: 'Bytes of the status.',
  create: false,
  sessionId: 'sess_crash',
});
promise('Bytes of the status.');
await next(platform, { action: 'add', item: 'Bytes of an action', sessionId: 'sess_crash' });
promise('Bytes of an action');
await trust(platform, { action: 'add', property: 'Bytes of trust', status: 'assumed', sessionId: 'sess_crash' });
promise('Bytes of trust');
const result = await close(platform, { tag: true, commit: true, context: 'Closed.', sessionId: 'sess_crash' });
if (!result.closed) throw new Error(JSON.stringify(result.findings));
promise('close');
console.log(`changes ${count}`);
console.log(`kinds ${[...new Set(seen)].sort().join(', ')}`);
await real.close();

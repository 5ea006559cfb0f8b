import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { defineBenchmark, durationMs, nodeRunMs, type Case, type Contender } from './frame/index.ts';

const BATON = resolve('dist/cli/baton.cjs');
const PATTERN_BYTES = 8 * 1024;
const HUGE_BYTES = 120 * 1024 * 1024;
const REQUESTS = 10_000;
const ONE_SECOND = { limit: 1_000 };

/** What a stranger's repository or client can send to take time and memory, beside Node doing nothing. */
export const benchmark = defineBenchmark({
  about: 'input made to be slow: patterns, huge files, a flood of requests',
  async prepare({ folder, quick }) {
    const env = { BATON_CACHE_DIR: join(folder, 'cache'), HOME: folder };
    const patterns = makeProject(join(folder, 'patterns'), env, {
      '.aiignore': slowPatterns(),
      'NOTES.md': `# n\n${'a'.repeat(8_000)}!\n`,
    });
    const huge = makeProject(join(folder, 'huge'), env, { 'NOTES.md': '# Notes\n' });
    truncateSync(join(huge, '.ai/handoff/NOTES.md'), HUGE_BYTES);
    const node: Contender = { name: 'node -e 0', measure: () => nodeRunMs(['-e', '0']) };
    const command = (title: string, cwd: string, verb: readonly string[]): Case => ({
      title,
      unit: 'ms',
      ours: {
        name: `baton ${verb.join(' ')}`,
        measure: () => nodeRunMs([BATON, ...verb], { cwd, env, okCodes: [0, 1] }),
        note: () => `peak ${peakMiB(cwd, env, verb)} MiB`,
      },
      floor: node,
      target: ONE_SECOND,
    });
    const daemon = await startDaemon(join(folder, 'served'), env);
    return {
      cases: [
        ...(['lint', 'verify'] as const).map((verb) =>
          command(`8 kB of patterns, 8 kB of text: ${verb}`, patterns, [verb]),
        ),
        ...[['lint'], ['orient'], ['hook', 'session-start']].map((verb) =>
          command(`a file of 120 MB: ${verb.join(' ')}`, huge, verb),
        ),
        {
          title: `${quick ? REQUESTS / 10 : REQUESTS} requests at once: slowest /healthz`,
          unit: 'ms',
          rounds: 3,
          ours: { name: 'baton serve', measure: () => slowestHealth(daemon.port, quick ? REQUESTS / 10 : REQUESTS) },
          target: ONE_SECOND,
        },
      ],
      cleanUp: daemon.stop,
    };
  },
});

function makeProject(root: string, env: Record<string, string>, files: Record<string, string>): string {
  mkdirSync(root);
  execFileSync(process.execPath, [BATON, 'init', '--quiet'], { cwd: root, env: { ...process.env, ...env } });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, '.ai/handoff', file), text);
  return root;
}

/** Nested repetition of overlapping choices: exponential for an engine that backtracks. */
function slowPatterns(): string {
  let text = '';
  for (let n = 0; ; n += 1) {
    const line = `(a|aa|a?b${n})*([ab]{1,50}|a+)*z${n}\n`;
    if (text.length + line.length > PATTERN_BYTES) return text;
    text += line;
  }
}

/** The most memory the process had, as the kernel counts it. */
function peakMiB(cwd: string, env: Record<string, string>, verb: readonly string[]): number {
  const out = join(env['HOME'] ?? cwd, 'peak.txt');
  const probe = `process.on('exit',()=>require('node:fs').writeFileSync(${JSON.stringify(out)},String(process.resourceUsage().maxRSS)))`;
  const hook = join(env['HOME'] ?? cwd, 'peak.cjs');
  writeFileSync(hook, probe);
  try {
    const options = { cwd, env: { ...process.env, ...env }, stdio: 'ignore' } as const;
    execFileSync(process.execPath, ['--require', hook, BATON, ...verb], options);
  } catch {
    // Findings end with exit code 1; what counts is what was written on exit.
  }
  return Math.round(Number(readFileSync(out, 'utf8')) / 1024);
}

async function startDaemon(root: string, env: Record<string, string>) {
  mkdirSync(root);
  const child = spawn(process.execPath, [BATON, 'serve', '--port', '0', '--jsonl'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /"port":(\d+)|:(\d{4,5})\b/.exec(line);
    if (port === null) continue;
    child.stdout.resume();
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    };
    return { port: Number(port[1] ?? port[2]), stop };
  }
  throw new Error('baton serve did not say where it listens');
}

async function slowestHealth(port: number, requests: number): Promise<number> {
  const flood = new Agent({ keepAlive: true, maxSockets: 200 });
  const answers = Promise.all(
    Array.from({ length: requests }, (_, n) => ask(port, n % 2 === 0 ? '/v1/project' : '/v1/tasks', flood)),
  );
  const over = new AbortController();
  void answers.finally(() => over.abort());
  let slowest = 0;
  while (!over.signal.aborted) slowest = Math.max(slowest, await durationMs(() => ask(port, '/healthz')));
  await answers;
  flood.destroy();
  return slowest;
}

const ask = (port: number, path: string, agent?: Agent): Promise<void> =>
  new Promise((settle) => {
    get({ port, host: '127.0.0.1', path, ...(agent === undefined ? {} : { agent }) }, (response) => {
      response.resume();
      response.on('close', () => settle());
    }).on('error', () => settle());
  });

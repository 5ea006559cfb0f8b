import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { composePlatform } from '../src/compose.ts';
import { planRotation } from '../src/protocols/project/log/index.ts';
import type { Platform } from '../src/kernel/ports/index.ts';
import { init, manifest } from '../src/relay/project/index.ts';
import { FIXTURE_PROJECTS } from '../test/support/fixture-projects.ts';
import { defineBenchmark, durationMs, nodeRunMs, type Contender } from './frame/index.ts';

const BATON = 'dist/cli/baton.cjs';
const FILES = 50;
const FILE_BYTES = 200_000;
const ENTRIES = 100_000;
const COMMITS = 2_000;
/** Files changed a moment ago are read again, whatever is known of them. */
const SETTLED_MS = 2_500;

/** What the public tool does per file, as a loop in bash: checksum, line count, last change. */
const BASH_LOOP = `for f in .ai/handoff/*.md; do sha256sum "$f"; wc -l < "$f"; git log -1 --format=%cI -- "$f"; done > /dev/null`;

async function openRepo(folder: string, cache: string): Promise<Platform> {
  mkdirSync(folder, { recursive: true });
  execFileSync('git', ['init', '--quiet', folder]);
  const platform = await composePlatform({ folder, environment: { ...process.env, BATON_CACHE_DIR: cache } });
  await init(platform, { git: false, agentsMd: false });
  return platform;
}

function commitAll(folder: string): void {
  execFileSync('git', ['add', '.'], { cwd: folder });
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'all'], {
    cwd: folder,
  });
}

/** A repository of some age: what was committed once is followed by many commits to other files. */
function addHistory(folder: string, commits: number): void {
  const branch = execFileSync('git', ['symbolic-ref', 'HEAD'], { cwd: folder }).toString().trim();
  const steps = Array.from({ length: commits }, (_, index) => {
    const from = index === 0 ? `from ${branch}^0\n` : '';
    const text = `change ${index}\n`;
    const commit = `commit ${branch}\ncommitter Ada <a@example.org> ${1_770_000_000 + index} +0000\ndata 1\nx\n${from}`;
    return `${commit}M 100644 inline code/file-${index % 50}.txt\ndata ${text.length}\n${text}\n`;
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: steps.join('') });
}

/** Orientation costs every session, the manifest every handoff, rotation a log of years. */
export const benchmark = defineBenchmark({
  about:
    'project state: orientation with warm counts, the manifest of large files beside a bash loop, rotation of a long log',
  async prepare({ folder, quick }) {
    const cache = join(folder, 'cache');
    const usual = join(folder, 'usual');
    const platform = await openRepo(usual, cache);
    for (const [name, text] of Object.entries(FIXTURE_PROJECTS[1]?.files ?? {}))
      writeFileSync(join(usual, '.ai/handoff', name), text);
    await manifest(platform, {});
    await nodeRunMs([BATON, 'orient', '--read-only', '-C', usual], { env: { BATON_CACHE_DIR: cache } });

    const large = join(folder, 'large');
    const many = await openRepo(large, cache);
    const line = 'The gateway answers within its limits, and nothing else is known about it today.\n';
    const count = quick ? 10 : FILES;
    for (let index = 0; index < count; index += 1) {
      writeFileSync(
        join(large, '.ai/handoff', `NOTES-${index}.md`),
        `# Notes ${index}\n\n${line.repeat(FILE_BYTES / line.length)}`,
      );
    }
    commitAll(large);
    await manifest(many, {});
    await sleep(SETTLED_MS);
    await manifest(many, {});
    const aged = join(folder, 'aged');
    execFileSync('cp', ['-r', large, aged]);
    addHistory(aged, quick ? COMMITS / 10 : COMMITS);
    const agedPlatform = await composePlatform({
      folder: aged,
      environment: { ...process.env, BATON_CACHE_DIR: cache },
    });
    await sleep(SETTLED_MS);
    await manifest(agedPlatform, {});
    const log = `# LOG\n\n${Array.from({ length: quick ? 10_000 : ENTRIES }, (_, index) => `## [2026-01-01] ada: entry ${index}\n\nWords.\n\n`).join('')}`;
    const loopIn = (cwd: string): Contender => ({
      name: 'bash loop',
      measure: () => durationMs(() => execFileSync('bash', ['-c', BASH_LOOP], { cwd })),
    });
    const bashLoop = loopIn(large);
    let changes = 0;
    return {
      cases: [
        {
          title: 'baton orient, counts warm',
          unit: 'ms',
          rounds: 15,
          ours: {
            name: 'baton orient',
            measure: () =>
              nodeRunMs([BATON, 'orient', '--read-only', '-C', usual], { env: { BATON_CACHE_DIR: cache } }),
          },
          floor: { name: 'node -e 0', measure: () => nodeRunMs(['-e', '0']) },
          target: { limit: 2.5, against: 'floor' },
        },
        {
          title: `manifest of ${count} files of 200 kB, none changed since the last`,
          unit: 'ms',
          rounds: 25,
          ours: { name: 'baton', measure: () => durationMs(() => manifest(many, {})) },
          peers: [bashLoop],
          target: { limit: 1 / 20, against: 'peer' },
        },
        {
          title: 'the same with nothing known of them: each read and hashed',
          unit: 'ms',
          ours: {
            name: 'baton',
            measure() {
              rmSync(join(cache, 'checksums'), { recursive: true, force: true });
              return durationMs(() => manifest(many, {}));
            },
          },
          peers: [bashLoop],
        },
        {
          title: `the same with one of them changed, and counted again`,
          unit: 'ms',
          ours: {
            name: 'baton',
            measure() {
              appendFileSync(join(large, '.ai/handoff/NOTES-0.md'), `${line.slice(0, 10 + (changes += 1))}\n`);
              return durationMs(() => manifest(many, {}));
            },
          },
          peers: [bashLoop],
        },
        {
          title: `baton manifest as a command, in a repository of ${quick ? COMMITS / 10 : COMMITS} commits`,
          unit: 'ms',
          rounds: 5,
          ours: {
            name: 'baton manifest',
            measure: () => nodeRunMs([BATON, 'manifest', '-C', aged], { env: { BATON_CACHE_DIR: cache } }),
          },
          peers: [loopIn(aged)],
        },
        {
          title: `rotation of ${quick ? 10_000 : ENTRIES} entries`,
          unit: 'ms',
          ours: {
            name: 'baton',
            measure: () => durationMs(() => planRotation(log, { archive: undefined, index: undefined })),
          },
        },
      ],
      cleanUp: () => Promise.resolve(),
    };
  },
});

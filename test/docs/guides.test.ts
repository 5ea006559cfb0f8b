import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { CLI } from '../support/run-baton.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

const run = promisify(execFile);
const PAGES = ['tutorial', 'troubleshooting', 'upgrade'];

const bashBlocks = (page: string): string =>
  [...page.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join('\n');

/** Runs a script in a new repository, in a shell that knows `baton`, as after an installation. */
async function runScript(script: string): Promise<string> {
  const home = await tempFolder();
  const bin = join(home, 'bin');
  const folder = join(home, 'project');
  for (const path of [bin, folder]) mkdirSync(path);
  writeFileSync(join(bin, 'baton'), `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
  chmodSync(join(bin, 'baton'), 0o755);
  const env = {
    ...process.env,
    HOME: home,
    NO_COLOR: '1',
    PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  };
  const options = { cwd: folder, env, timeout: 80_000 };
  await run('git', ['init', '--quiet', '.'], options);
  return (await run('sh', ['-eu', '-c', script], options)).stdout;
}

describe('guides', () => {
  for (const name of PAGES)
    verifies('SUR-063', `every command of docs/${name}.md runs as it is written`, async () => {
      const script = bashBlocks(readFileSync(`docs/${name}.md`, 'utf8'));
      expect(script).toContain('baton ');
      const printed = await runScript(script);
      if (name === 'tutorial') {
        expect(printed).toContain('Add a test for negative prices');
        expect(printed).toContain('1 done');
      }
    });

  verifies('SUR-063', 'the way in leads to every page that a person reads', () => {
    const index = readFileSync('docs/README.md', 'utf8');
    for (const page of ['tutorial', 'faq', 'troubleshooting', 'comparison', 'upgrade', 'hosts', 'mcp', 'board'])
      expect(index).toContain(`(${page}.md)`);
  });

  verifies('SUR-063', 'no page that a person is meant to read is longer than 2,500 words', () => {
    const index = readFileSync('docs/README.md', 'utf8');
    const [guides = ''] = index.split('## Reference');
    for (const [, page] of guides.matchAll(/\(([a-z0-9-]+\.md)\)/g)) {
      const words = readFileSync(`docs/${page}`, 'utf8').split(/\s+/).length;
      expect(words, page).toBeLessThanOrEqual(2_500);
    }
  });
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { fetchNode } from '../support/fetch-packages.ts';
import { installPackage } from './installed.ts';
import { readManifest } from './pack.ts';

/** The oldest that is promised, and the newer lines. */
const VERSIONS = ['20.19.0', '22', '24'];

verifies(
  'SUR-001',
  'the installed package works on the oldest Node that is promised and on every newer line, without install scripts',
  async () => {
    const project = await installPackage();
    const installed = join(project, 'node_modules', 'agent-baton');
    expect(readFileSync(join(project, 'node_modules', '.package-lock.json'), 'utf8')).not.toContain('hasInstallScript');
    const { exports, version: ours } = readManifest(join(installed, 'package.json'));
    const names = Object.keys(exports).filter((path) => !path.includes('*') && !path.endsWith('.json'));
    for (const version of VERSIONS) {
      const node = fetchNode(await tempFolder(), version);
      const run = (...args: string[]): string => execFileSync(node, args, { cwd: project, encoding: 'utf8' });
      const baton = join(installed, 'dist', 'cli', 'baton.cjs');
      expect(run('--version').startsWith(`v${version}`)).toBe(true);
      expect(run(baton, '--version')).toBe(`${ours}\n`);
      const { data } = JSON.parse(run(baton, 'doctor', '--json')) as { data: { healthy: boolean } };
      expect(data.healthy).toBe(true);
      const imports = names.map((path) => `await import('${join('agent-baton', path)}');`).join('\n');
      expect(run('--input-type=module', '-e', `${imports}\nconsole.log('imported')`)).toBe('imported\n');
      // What touches the system most: files, processes, git, and the command line as built here.
      const vitest = join(process.cwd(), 'node_modules', 'vitest', 'vitest.mjs');
      const areas = ['test/stores', 'test/surfaces/cli/doctor.test.ts', 'test/surfaces/cli/frame.test.ts'];
      execFileSync(node, [vitest, 'run', '--project', 'fast', ...areas], { stdio: 'inherit' });
    }
  },
);

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installPackage } from './installed.ts';
import { readManifest } from './pack.ts';

test('npm installs the package without running a script, and npx finds the command', async () => {
  const folder = await installPackage();
  const installed = readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8');
  expect(installed).toContain('"node_modules/agent-baton"');
  expect(installed).not.toContain('hasInstallScript');
  const version = execFileSync('npx', ['--no-install', 'baton', '--version'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(version.trim()).toBe(readManifest('package.json').version);
});

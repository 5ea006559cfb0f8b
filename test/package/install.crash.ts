import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { installPackage } from './installed.ts';
import { packInto, readManifest, runNpm } from './pack.ts';

const { version } = readManifest('package.json');

const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, [...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

describe('installing', () => {
  verifies('SUR-064', 'into a project: without running a script, and npx finds the command', async () => {
    const folder = await installPackage();
    const installed = readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8');
    expect(installed).toContain('"node_modules/agent-baton"');
    expect(installed).not.toContain('hasInstallScript');
    expect(run('npx', ['--no-install', 'baton', '--version'], folder)).toBe(version);
  });

  verifies('SUR-064', 'from the packed file for all projects, and by npx without an installation', async () => {
    const folder = await tempFolder();
    const archive = packInto(folder);
    const prefix = join(folder, 'global');
    runNpm(['install', '--global', '--prefix', prefix, archive], folder);
    expect(run(join(prefix, 'bin', 'baton'), ['--version'], folder)).toBe(version);
    const project = join(folder, 'project');
    mkdirSync(project);
    expect(run('npx', ['--yes', '--package', archive, 'baton', '--version'], project)).toBe(version);
  });

  verifies('SUR-064', 'from a clone in one command, as the README says, and it works in another project', async () => {
    const folder = await tempFolder();
    const [clone, prefix, project] = [join(folder, 'clone'), join(folder, 'global'), join(folder, 'project')];
    run('git', ['clone', '--quiet', process.cwd(), clone], folder);
    runNpm(['install', '--global', '--prefix', prefix, '.'], clone);
    mkdirSync(project);
    run('git', ['init', '--quiet', '.'], project);
    const baton = join(prefix, 'bin', 'baton');
    run(baton, ['init'], project);
    run(baton, ['setup', 'claude'], project);
    expect(run(baton, ['status'], project)).toContain('Session');
    const readme = readFileSync('README.md', 'utf8');
    expect(readme).toContain('npm install -g .');
    expect(readme).toContain('npm install && npm start');
  });
});

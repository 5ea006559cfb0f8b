import { execFileSync, spawnSync } from 'node:child_process';
import {
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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packInto, readManifest, type Manifest } from './pack.ts';

const root = process.cwd();

/** A project that has installed the package: the archive unpacked, its dependencies beside it. */
let project: string;
let manifest: Manifest;

beforeAll(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'baton-package-')));
  const installed = join(project, 'node_modules', 'agent-baton');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['xzf', packInto(project), '-C', installed, '--strip-components=1']);
  manifest = readManifest(join(installed, 'package.json'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const inPackage = (path: string): string => join(project, 'node_modules', 'agent-baton', path);

const subpaths = (): string[] =>
  Object.keys(manifest.exports).filter((path) => !path.includes('*') && !path.endsWith('.json'));

const specifierOf = (subpath: string): string => join('agent-baton', subpath);

describe('what is published', () => {
  test('runs as `baton`', () => {
    const bin = inPackage(manifest.bin['baton'] ?? '');
    expect(readFileSync(bin, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(statSync(bin).mode & 0o111).toBe(0o111);
    const run = (...args: string[]): string =>
      execFileSync(process.execPath, [bin, ...args], { cwd: project, encoding: 'utf8' });
    expect(run('--version')).toBe(`${manifest.version}\n`);
    expect(JSON.parse(run('config', '--json'))).toMatchObject({ schema_version: 1 });
    expect(JSON.parse(run('doctor', '--json'))).toMatchObject({ data: { healthy: true } });
  });

  test('has every export with its types, and each can be imported', () => {
    const script = `for (const name of ${JSON.stringify(subpaths().map(specifierOf))}) {
      const module = await import(name);
      if (Object.keys(module).length === 0) throw new Error(name + ' exports nothing');
    }
    console.log('imported');`;
    const files = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : Object.values(entry),
    );
    expect(files.filter((file) => !existsSync(inPackage(file)))).toEqual([]);
    expect(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: project, encoding: 'utf8' }),
    ).toBe('imported\n');
  });

  test('is understood by the strict compiler of a user', () => {
    const imports = subpaths().map((path, n) => `import * as m${n} from '${specifierOf(path)}';`);
    const uses = `export const all = [${subpaths().map((_, n) => `m${n}`)}];`;
    writeFileSync(join(project, 'use.ts'), [...imports, uses].join('\n'));
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
    const types = ['--typeRoots', join(root, 'node_modules', '@types')];
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const said = spawnSync(process.execPath, [compiler, ...options, ...types, 'use.ts'], { cwd: project });
    expect(said.stdout.toString()).toBe('');
    expect(said.status).toBe(0);
  });

  test('holds what is needed to run, and nothing of the workshop', () => {
    const unwanted = [
      'src',
      'test',
      'scripts',
      'bench',
      'conformance',
      'docs/adr',
      'docs/images',
      'node_modules',
      'board',
    ];
    expect(unwanted.filter((name) => existsSync(inPackage(name)))).toEqual([]);
    const wanted = ['README.md', 'LICENSE', 'schema/baton-config.schema.json', 'dist/lib/index.d.ts'];
    // Errors, help and README name pages.
    wanted.push('docs/README.md', 'docs/task-plane.md');
    expect(wanted.filter((name) => !existsSync(inPackage(name)))).toEqual([]);
  });

  test('is small, and names the packages whose code is inside', () => {
    const files = readdirSync(inPackage('.'), { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    expect(files.length).toBeLessThanOrEqual(300);
    const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
    expect(bytes).toBeLessThan(20_000_000);
    const notices = readFileSync(inPackage('dist/third-party.md'), 'utf8');
    for (const name of ['pg', 'js-yaml', 'gpt-tokenizer', '@a2a-js/sdk']) expect(notices).toContain(`## ${name} `);
  });

  test('runs nothing when it is installed, and depends on nothing else', () => {
    const hooks = ['preinstall', 'install', 'postinstall'];
    expect(hooks.filter((hook) => manifest.scripts?.[hook] !== undefined)).toEqual([]);
    expect(manifest.dependencies).toBeUndefined();
  });
});

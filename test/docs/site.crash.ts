/** The documentation as a site, built by the generator from a copy of the two folders. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { runNpm } from '../package/pack.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

const PACKAGES = resolve('site', 'node_modules');

beforeAll(() => {
  runNpm(['ci'], resolve('site'));
}, 240_000);

/** The site's own folder without its packages, and an empty folder for the pages beside it. */
async function newSite(): Promise<string> {
  const folder = await tempFolder();
  mkdirSync(join(folder, 'site'));
  for (const name of ['package.json', join('.vitepress', 'config.ts')])
    cpSync(join('site', name), join(folder, 'site', name));
  symlinkSync(PACKAGES, join(folder, 'site', 'node_modules'));
  mkdirSync(join(folder, 'docs'));
  return folder;
}

const build = (folder: string): { readonly status: number | null; readonly output: string } => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: join(folder, 'site'),
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
};

verifies('SUR-063', 'the site builds and has every page', async () => {
  const folder = await newSite();
  cpSync('docs', join(folder, 'docs'), { recursive: true });
  const { status, output } = build(folder);
  expect(status, output).toBe(0);
  for (const name of readdirSync('docs').filter((page) => page.endsWith('.md') && page !== 'README.md'))
    expect(existsSync(join(folder, 'site', 'dist', name.replace(/\.md$/, '.html'))), name).toBe(true);
});

verifies('SUR-063', 'a link that leads nowhere ends the build of the site', async () => {
  const folder = await newSite();
  writeFileSync(join(folder, 'docs', 'README.md'), '# Way in\n\n## Concepts\n\n[one](one.md)\n');
  writeFileSync(join(folder, 'docs', 'tutorial.md'), '# Tutorial\n');
  writeFileSync(join(folder, 'docs', 'one.md'), '# One\n\nSee [two](two.md).\n');
  const { status, output } = build(folder);
  expect(status).not.toBe(0);
  expect(output).toContain('dead link ./two in file one.md');
});

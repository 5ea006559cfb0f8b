/** What people install from a clone: the Action, the marketplace file, the MCP server file, the container files. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../../src/kernel/version.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

const ROOT = process.cwd();
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Runs the Action's script on one text, as a runner does: inputs in the environment, outputs in a file. */
async function runAction(text: string, more: Readonly<Record<string, string>> = {}) {
  const folder = await tempFolder();
  writeFileSync(join(folder, 'notes.md'), text);
  const run = spawnSync(process.execPath, [join(ROOT, 'action/scan.cjs')], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      GITHUB_OUTPUT: join(folder, 'outputs'),
      INPUT_FILES: 'notes.md',
      INPUT_FORMAT: 'sarif',
      INPUT_OUTPUT: 'baton.sarif',
      'INPUT_FAIL-ON': 'error',
      ...more,
    },
  });
  const path = (name: string): string | undefined =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
  return { code: run.status, said: run.stdout, outputs: path('outputs'), sarif: path('baton.sarif') };
}

verifies('SUR-055', 'the Action tells findings from a failure, in its exit code and in its output', async () => {
  expect(await runAction('The build passed.\n')).toMatchObject({ code: 0, outputs: 'result=clean\n' });
  const found = await runAction('key: AKIAQ3LMPZX7TRWNV2QK\n');
  expect(found).toMatchObject({ code: 1, outputs: 'result=findings\n' });
  expect(JSON.parse(found.sarif ?? '')).toMatchObject({ version: '2.1.0' });
  const broken = await runAction('The build passed.\n', { INPUT_FORMAT: 'no-such-format' });
  expect(broken).toMatchObject({ code: 2, outputs: 'result=failure\n', sarif: undefined });
  expect(broken.said).toContain('::error title=baton could not scan::');
  expect(await runAction('The build passed.\n', { INPUT_OUTPUT: 'reports/new/baton.sarif' })).toMatchObject({
    code: 0,
  });
  const unwritable = await runAction('The build passed.\n', { INPUT_OUTPUT: 'notes.md/baton.sarif' });
  expect(unwritable).toMatchObject({ code: 2, outputs: 'result=failure\n' });
  expect(unwritable.said).toContain('cannot write notes.md/baton.sarif');
  expect(read('action/scan.cjs')).not.toContain('npx');
});

verifies('SUR-055', 'the marketplace file leads to the plugin, the server file to the package', () => {
  const marketplace = JSON.parse(read('.claude-plugin/marketplace.json')) as {
    plugins: { name: string; source: string }[];
  };
  for (const { name, source } of marketplace.plugins) {
    const plugin = JSON.parse(read(join(source, '.claude-plugin/plugin.json'))) as { name: string };
    expect(plugin.name).toBe(name);
  }
  const server = JSON.parse(read('server.json')) as {
    name: string;
    packages: { identifier: string; version: string }[];
  };
  const manifest = JSON.parse(read('package.json')) as { name: string; mcpName: string };
  expect(server).toMatchObject({
    name: manifest.mcpName,
    version: VERSION,
    packages: [{ identifier: manifest.name, version: VERSION, transport: { type: 'stdio' } }],
  });
});

verifies('SUR-055', 'the container files name what is there: sources, command, port, database', () => {
  const docker = read('Dockerfile');
  const copied = [...docker.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
  for (const name of copied) expect([name, existsSync(join(ROOT, name))]).toEqual([name, true]);
  expect(docker).toMatch(/^USER node$/m);
  expect(docker).toMatch(/^HEALTHCHECK /m);
  expect(docker).not.toMatch(/:latest|^ADD /m);
  const { services } = parse(read('compose.yaml')) as {
    services: Record<string, { environment: Record<string, string>; ports?: string[]; depends_on?: object }>;
  };
  expect(services['baton']?.environment['BATON_STORE']).toMatch(/^postgres:\/\/baton:.*@db:5432\/baton$/);
  expect(services['baton']?.ports).toEqual(['127.0.0.1:7420:7420']);
  expect(services['baton']?.depends_on).toEqual({ db: { condition: 'service_healthy' } });
});

verifies('SUR-055', 'a clone without dist is built by prepare, and one with it is left alone', async () => {
  const folder = await tempFolder();
  const place = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  place('scripts/prepare.cjs', read('scripts/prepare.cjs'));
  place(
    'scripts/build.ts',
    "import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('dist/cli', { recursive: true });\nwriteFileSync('dist/cli/baton.cjs', 'built');\n",
  );
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const prepare = () => spawnSync(process.execPath, [join(folder, 'scripts/prepare.cjs')]).status;
  expect(prepare()).toBe(0);
  expect(readFileSync(join(folder, 'dist/cli/baton.cjs'), 'utf8')).toBe('built');
  place('dist/cli/baton.cjs', 'mine');
  expect(prepare()).toBe(0);
  expect(readFileSync(join(folder, 'dist/cli/baton.cjs'), 'utf8')).toBe('mine');
});

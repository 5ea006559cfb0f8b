/** What others say about the server, the skill and the plugin: their own tools, fetched and run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fetchNode, fetchPackages } from '../../support/fetch-packages.ts';
import { testProject } from '../../support/project.ts';
import { CLI } from '../../support/run-baton.ts';
import { startProgram } from '../../support/run-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

/** Scenarios that need no tools, resources or prompts made for the suite. */
const SCENARIOS = [
  'server-initialize',
  'server-session-lifecycle',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'sep-2164-resource-not-found',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
  'input-required-result-unsupported-methods',
];

const PLUGIN = join(process.cwd(), 'integrations', 'claude-code');

describe('the MCP server', () => {
  verifies('SUR-023', 'passes the fixture-free scenarios of the conformance suite over HTTP', async () => {
    const project = await testProject();
    const node = fetchNode(await tempFolder(), '24');
    const modules = fetchPackages(await tempFolder(), '@modelcontextprotocol/conformance@0.2.0-alpha.12');
    const suite = join(modules, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
    const server = startProgram('test/surfaces/mcp/programs/serve-mcp.ts', [project.root]);
    try {
      const url = await server.nextLine();
      const run = (scenario: string): string => {
        const args = [suite, 'server', '--url', url, '--scenario', scenario];
        const { stdout, stderr } = spawnSync(node, args, { encoding: 'utf8', timeout: 120_000 });
        return `${stdout}${stderr}`;
      };
      for (const scenario of SCENARIOS) {
        expect(run(scenario), scenario).toMatch(/Passed: (\d+)\/\1, 0 failed/);
      }
      // What this one cannot test without tools of its own it counts as failed, and says so.
      const stateless = run('server-stateless');
      const failed = /, (\d+) failed/.exec(stateless)?.[1];
      expect(Number(failed)).toBe(stateless.match(/Error: Not testable: /g)?.length);
    } finally {
      await server.kill();
    }
  });

  verifies('SUR-023', 'is listed and called by the inspector’s command line over stdio', async () => {
    const project = await testProject();
    const node = fetchNode(await tempFolder(), '24');
    const modules = fetchPackages(await tempFolder(), '@modelcontextprotocol/inspector@2.12.0');
    const inspector = join(modules, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js');
    const ask = (...args: string[]): unknown =>
      JSON.parse(
        execFileSync(node, [inspector, '--cli', node, CLI, 'mcp', ...args], { cwd: project.root, encoding: 'utf8' }),
      );
    expect((ask('--method', 'tools/list') as { tools: unknown[] }).tools).toHaveLength(11);
    expect(ask('--method', 'tools/call', '--tool-name', 'baton_read', '--tool-arg', 'file=STATUS.md')).toMatchObject({
      structuredContent: { file: 'STATUS.md' },
    });
    expect(ask('--method', 'resources/list')).toMatchObject({ resources: expect.any(Array) as unknown[] });
    expect(ask('--method', 'prompts/list')).toMatchObject({ prompts: [{ name: 'resume' }, { name: 'close' }] });
  });
});

verifies('SUR-023', 'a client of SDK 1.x works beside those of 2.x', async () => {
  const project = await testProject();
  const sdk = join(fetchPackages(await tempFolder(), '@modelcontextprotocol/sdk@1'), '@modelcontextprotocol', 'sdk');
  const program = resolve('test/surfaces/mcp/programs/sdk-1-client.mjs');
  const said = execFileSync(process.execPath, [program, sdk, process.execPath, CLI, 'mcp'], {
    cwd: project.root,
    encoding: 'utf8',
  });
  expect(JSON.parse(said)).toMatchObject({
    protocol: { name: 'baton' },
    tools: expect.toSatisfy((names: string[]) => names.length === 11) as unknown,
    made: { task: { title: 'From an older client' } },
    listed: { tasks: [{ title: 'From an older client' }] },
    wrong: true,
    orient: 'object',
    prompts: ['resume', 'close'],
  });
});

test('the skill is valid', async () => {
  const modules = fetchPackages(await tempFolder(), 'skills-ref@0.1.5');
  const cli = join(modules, 'skills-ref', 'dist', 'cli.js');
  const said = execFileSync(process.execPath, [cli, 'validate', join(PLUGIN, 'skills', 'baton')], { encoding: 'utf8' });
  expect(said).toContain('Valid skill');
});

verifies('SUR-010', 'the plugin is valid for Claude Code itself, warnings included', async () => {
  const folder = await tempFolder();
  const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  const claude = join(fetchPackages(folder, name), name, 'claude');
  const said = execFileSync(claude, ['plugin', 'validate', '--strict', PLUGIN], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
  });
  expect(said).toContain('Validation passed');
});

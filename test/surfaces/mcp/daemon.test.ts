import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished } from 'vitest';
import { testProject } from '../../support/project.ts';
import { CLI } from '../../support/run-baton.ts';
import { verifies } from '../../support/verifies.ts';
import { ERAS } from './mcp-client.ts';

/** `baton serve` in this folder; its address. */
async function startDaemon(folder: string): Promise<string> {
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--jsonl', '--quiet'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return (JSON.parse(line) as { listening: string }).listening;
}

verifies('SUR-020', 'the daemon serves clients of both revisions at /mcp, with its token', async () => {
  const project = await testProject();
  const url = await startDaemon(project.root);
  const token = project.read('.baton/serve/token').trim();
  for (const era of ERAS) {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: era === '2025' ? 'legacy' : { pin: era } } },
    );
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
    expect((await client.listTools()).tools).toHaveLength(11);
    const { structuredContent } = await client.callTool({ name: 'baton_read', arguments: { file: 'STATUS.md' } });
    expect(structuredContent).toMatchObject({ file: 'STATUS.md' });
    await client.close();
  }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const refused = await fetch(`${url}/mcp`, { method: 'POST', body: JSON.stringify(message) });
  expect(refused.status).toBe(401);
  const body = '{"jsonrpc":';
  const broken = await fetch(`${url}/mcp`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  });
  expect(broken.status).toBe(400);
});

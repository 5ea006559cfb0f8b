import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runForData } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';
import { startDaemon } from '../../a2a/a2a-stage.ts';
import { connect } from '../../mcp/mcp-client.ts';

verifies('SUR-042', 'a task is shown by the id it had in the other tool, through CLI, HTTP and MCP', async () => {
  const cwd = await tempFolder();
  await writeFile(join(cwd, 'issues.jsonl'), `${JSON.stringify({ id: 'bd-42', title: 'Imported', status: 'open' })}\n`);
  await runForData(['import', '--from', 'beads', 'issues.jsonl'], { cwd, env: { HOME: cwd } });
  expect(await runForData(['task', 'show', 'bd-42'], { cwd, env: { HOME: cwd } })).toMatchObject({
    task: { title: 'Imported' },
  });
  const daemon = await startDaemon(cwd, { HOME: cwd });
  for (const name of ['bd-42', '1']) {
    const reply = await fetch(`${daemon.url}/v1/tasks/${name}`, {
      headers: { authorization: `Bearer ${daemon.token}` },
    });
    expect([name, reply.status, JSON.stringify(await reply.json())]).toEqual([
      name,
      200,
      expect.stringContaining('Imported'),
    ]);
  }
  const { client } = await connect(cwd, '2025');
  const { contents } = await client.readResource({ uri: 'baton://tasks/bd-42' });
  expect(JSON.stringify(contents)).toContain('Imported');
});

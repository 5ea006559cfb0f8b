import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { batonOnPath } from '../../support/baton-on-path.ts';
import { runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const stop = async (cwd: string): Promise<string> => {
  const event = {
    hook_event_name: 'SubagentStop',
    session_id: 's',
    agent_id: 'a1',
    agent_type: 'Explore',
    last_assistant_message: 'x'.repeat(3_000),
    cwd,
  };
  return (await runBaton(['hook', 'subagent-stop', '--host', 'claude'], { cwd, input: JSON.stringify(event) })).stdout;
};

verifies('AOP-052', 'output rules are enforced alone, in a project without handoff files', async () => {
  const cwd = await tempFolder();
  await mkdir(join(cwd, '.claude'));
  const before = '{\n  "model": "opus"\n}\n';
  await writeFile(join(cwd, '.claude', 'settings.json'), before);
  expect(await stop(cwd)).toBe('');
  await runForData(['setup', 'claude', '--only', 'output'], { cwd });
  const { hooks } = JSON.parse(await readFile(join(cwd, '.claude', 'settings.json'), 'utf8')) as { hooks: object };
  expect(Object.keys(hooks)).toEqual(['SubagentStart', 'SubagentStop']);
  expect(JSON.parse(await stop(cwd))).toMatchObject({ decision: 'block' });
  expect((await runBaton(['setup', 'claude', '--only', 'output', '--check'], { cwd, env: batonOnPath() })).code).toBe(
    0,
  );
  expect((await runBaton(['setup', 'claude', '--check'], { cwd })).code).toBe(1);
  const { stdout } = await runBaton(['doctor'], { cwd, env: batonOnPath() });
  expect(stdout).toMatch(/ok\s+Agent hooks/);
  await runForData(['setup', 'claude', '--only', 'output', '--remove'], { cwd });
  expect(await readFile(join(cwd, '.claude', 'settings.json'), 'utf8')).toBe(before);
  expect(await stop(cwd)).toBe('');
});

verifies(
  'AOP-052',
  'the whole takes the place of a part and a part that of the whole; others have no such part',
  async () => {
    const cwd = await tempFolder();
    await runForData(['setup', 'codex'], { cwd });
    await runForData(['setup', 'codex', '--only', 'output'], { cwd });
    const events = async (): Promise<string[]> => {
      const { hooks } = JSON.parse(await readFile(join(cwd, '.codex', 'hooks.json'), 'utf8')) as { hooks: object };
      return Object.entries(hooks).flatMap(([event, list]) => (Array.isArray(list) && list.length > 0 ? [event] : []));
    };
    expect(await events()).toEqual(['SubagentStart', 'SubagentStop']);
    await runForData(['setup', 'codex'], { cwd });
    expect((await events()).sort()).toEqual([
      'PreCompact',
      'SessionEnd',
      'SessionStart',
      'Stop',
      'SubagentStart',
      'SubagentStop',
    ]);
    for (const tool of ['gemini', 'cursor', 'git'])
      expect((await runBaton(['setup', tool, '--only', 'output'], { cwd })).code, tool).toBe(2);
  },
);

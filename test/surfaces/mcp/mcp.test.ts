import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTokenCounter } from '../../../src/stores/tokens/index.ts';
import { nodeDisk } from '../../../src/stores/fs/index.ts';
import { testProject } from '../../support/project.ts';
import { runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { ERRORS } from '../../../src/kernel/errors/index.ts';
import { hintForTools } from '../../../src/surfaces/mcp/call-tool.ts';
import { connect, ERAS, namesCommand } from './mcp-client.ts';

const NAMES = [
  'orient',
  'read',
  'handoff',
  'note',
  'next',
  'check',
  'task',
  'claim',
  'heartbeat',
  'complete',
  'delegate',
];
const MAX_TOKENS = 2_000;

const CHECKED = { title: expect.any(String), description: expect.any(String) } as const;

verifies(
  ['SUR-021', 'SUR-054'],
  'eleven tools with schemas and all four annotations cost at most 2,000 tokens',
  async () => {
    const { client } = await connect(await tempFolder(), '2026-07-28');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES.map((name) => `baton_${name}`));
    for (const tool of tools) {
      expect(tool).toMatchObject({
        ...CHECKED,
        inputSchema: { type: 'object', additionalProperties: false },
        outputSchema: { type: 'object', properties: expect.any(Object) as object },
        annotations: {
          readOnlyHint: expect.any(Boolean) as boolean,
          destructiveHint: expect.any(Boolean) as boolean,
          idempotentHint: expect.any(Boolean) as boolean,
          openWorldHint: expect.any(Boolean) as boolean,
        },
      });
    }
    const counter = createTokenCounter({ disk: nodeDisk, cacheFolder: await tempFolder(), warn: () => undefined });
    const tokens = await counter.count(JSON.stringify(tools));
    console.info(`the list of ${tools.length} tools costs ${tokens} tokens`);
    expect(tokens).toBeLessThanOrEqual(MAX_TOKENS);
  },
);

describe.each(ERAS)('a client of %s', (era) => {
  verifies(
    ['SUR-020', 'SUR-021'],
    'plays a whole day: orient, read, note, next, check, handoff',
    async () => {
      const project = await testProject();
      const { client, call } = await connect(project.root, era);
      expect(client.getServerVersion()).toMatchObject({ name: 'baton' });
      expect(client.getInstructions()).toContain('baton_orient');
      const oriented = await call('baton_orient', { for: 'feature' });
      expect(oriented).toMatchObject({ isError: false, data: { text: expect.stringContaining('Health') as string } });
      const logged = await call('baton_note', {
        what: 'log',
        title: 'Taught strings',
        body: 'They work.',
        agent: 'ada',
      });
      expect(logged).toMatchObject({
        isError: false,
        data: {
          entry: { title: expect.stringContaining('Taught strings') as string },
          session_id: expect.stringMatching(/^sess_/) as string,
        },
      });
      await call('baton_note', { what: 'log', title: 'And lists', agent: 'ada' });
      await call('baton_note', {
        what: 'section',
        file: 'STATUS.md',
        section: 'what_is_missing',
        body: 'Maps.',
        agent: 'ada',
      });
      expect(await call('baton_note', { what: 'claim', title: 'Build passes', agent: 'ada' })).toMatchObject({
        isError: false,
        data: { claim: { property: 'Build passes', effective: 'verified' } },
      });
      expect(await call('baton_next', { action: 'add', item: 'Teach it maps', agent: 'ada' })).toMatchObject({
        isError: false,
      });
      expect(await call('baton_next', { action: 'list' })).toMatchObject({
        data: { active: [{ title: 'Teach it maps' }] },
      });
      const read = await call('baton_read', { file: 'LOG.md', last: 1 });
      expect(read.data['text']).toContain('And lists');
      expect(read.data['text']).not.toContain('Taught strings');
      expect(await call('baton_check', { what: 'handoff' })).toMatchObject({
        isError: false,
        data: { findings: expect.any(Array) as [] },
      });
      const closed = await call('baton_handoff', {
        done: 'Strings and lists.',
        context: 'Strings and lists work.',
        agent: 'ada',
      });
      expect(closed).toMatchObject({ isError: false, data: { closed: true, commit: expect.any(String) as string } });
      expect(project.file('MANIFEST.json')).toContain('Strings and lists work.');
      expect(readdirSync(join(project.root, '.ai/handoff'))).not.toContain('HANDOFF.lock');
    },
    { timeout: 60_000 },
  );

  verifies(
    ['SUR-020', 'SUR-021', 'SUR-022'],
    'works on tasks, and reads manifest, files, tasks and prompts',
    async () => {
      const project = await testProject();
      const { client, call } = await connect(project.root, era);
      const made = await call('baton_task', {
        action: 'new',
        title: 'Write the parser',
        body: 'All of it.',
        agent: 'ada',
      });
      expect(made).toMatchObject({ isError: false, data: { task: { title: 'Write the parser' } } });
      const madeId = (made.data['task'] as { id: string }).id;
      expect(await call('baton_task', { action: 'list', status: 'ready' })).toMatchObject({
        data: { tasks: [{ id: madeId, status: 'ready' }] },
      });
      expect(await call('baton_task', { action: 'show', id: madeId })).toMatchObject({
        data: { body: expect.stringContaining('All of it.') as string },
      });
      const claimed = await call('baton_claim', { agent: 'ada' });
      const { task, run } = claimed.data as { task: { id: string }; run: { runId: string } };
      const own = { agent: 'ada', id: task.id, run_id: run.runId };
      expect(await call('baton_heartbeat', { ...own, checkpoint: 'line 40' })).toMatchObject({
        isError: false,
        data: { task: { id: task.id, status: 'in-progress' }, run: { runId: run.runId } },
      });
      expect(await call('baton_task', { action: 'show', id: task.id })).toMatchObject({
        data: { run: { checkpoint: 'line 40' } },
      });
      expect(await call('baton_heartbeat', { ...own, progress: 'half' })).toMatchObject({ isError: false });
      const given = await call('baton_delegate', {
        ...own,
        to: 'bob',
        title: 'Test it',
        acceptance_criteria: ['green'],
      });
      expect(given).toMatchObject({ isError: false, data: { result: { outcome: 'applied' } } });
      const child = (given.data['task'] as { id: string }).id;
      expect(await call('baton_claim', { agent: 'bob', id: child, answer: 'accept' })).toMatchObject({
        isError: false,
      });
      expect(await call('baton_claim', { agent: 'bob', id: child })).toMatchObject({ isError: false });
      expect(
        await call('baton_complete', { agent: 'bob', id: child, outcome: 'done', summary: '# Green\n' }),
      ).toMatchObject({ isError: false });
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual(
        expect.arrayContaining(['baton://manifest', 'baton://file/STATUS.md', `baton://tasks/${task.id}`]),
      );
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).toSorted()).toEqual([
        'baton://file/{name}',
        'baton://tasks/{id}',
        'baton://trace/{id}',
      ]);
      const text = async (uri: string): Promise<string> => {
        const [content] = (await client.readResource({ uri })).contents;
        return content !== undefined && 'text' in content ? content.text : '';
      };
      expect(JSON.parse(await text('baton://manifest'))).toMatchObject({ aahp_version: expect.any(String) as string });
      expect(await text('baton://file/STATUS.md')).toContain('<<<BATON-DATA');
      expect(JSON.parse(await text(`baton://tasks/${task.id}`))).toMatchObject({ task: { title: 'Write the parser' } });
      expect(JSON.parse(await text(`baton://trace/${task.id}`))).toMatchObject({ events: expect.any(Array) as [] });
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(['resume', 'close']);
      const resumed = await client.getPrompt({ name: 'resume', arguments: { for: 'debug' } });
      expect(JSON.stringify(resumed.messages)).toContain('Health');
      expect(JSON.stringify((await client.getPrompt({ name: 'close' })).messages)).toContain('baton_handoff');
    },
    { timeout: 60_000 },
  );

  verifies('SUR-021', 'a failure is an error with what to do, and the server goes on', async () => {
    const project = await testProject();
    const { client, call } = await connect(project.root, era);
    const failures: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['baton_read', { file: '../../etc/passwd' }, ''],
      ['baton_read', { file: 'NOTHING.md' }, ''],
      ['baton_note', { what: 'log', title: 'two\nlines', agent: 'ada' }, 'INPUT_INVALID'],
      ['baton_next', { action: 'done', item: 'nothing of that name', agent: 'ada' }, 'ACTION_NOT_FOUND'],
      ['baton_task', { action: 'show', id: 'TASK-2026-01-01-001' }, 'TASK_NOT_FOUND'],
      ['baton_heartbeat', { agent: 'a', id: 'TASK-2026-01-01-001', run_id: 'r' }, 'TASK_NOT_FOUND'],
      ['baton_complete', { agent: 'a', id: 'TASK-2026-01-01-001', outcome: 'done' }, ''],
      ['baton_delegate', { agent: 'a', id: 'TASK-2026-01-01-001', to: 'b', title: 't' }, ''],
      ['baton_claim', { agent: 'a', id: 'TASK-2026-01-01-001' }, 'TASK_NOT_FOUND'],
      ['baton_orient', { budget: 1 }, 'BUDGET_TOO_SMALL'],
      ['baton_check', { what: 'output' }, 'INPUT_INVALID'],
    ];
    for (const [name, values, code] of failures) {
      const { isError, data } = await call(name, values);
      const { error } = data as { error: { code: string; message: string; hint: string } };
      expect({ name, isError, error }).toEqual({
        name,
        isError: true,
        error: {
          code: code === '' ? (expect.any(String) as string) : code,
          message: expect.stringMatching(/./) as string,
          // Tools, or a person: a client without a shell can run no command.
          hint: expect.toSatisfy((hint: string) => hint !== '' && !namesCommand(hint)) as string,
        },
      });
    }
    // What does not fit the schema never reaches a use case.
    expect(await call('baton_read', { file: 7 })).toEqual({
      isError: true,
      data: {
        error: {
          code: 'INPUT_INVALID',
          message: 'the input of baton_read is invalid: data/file must be string',
          hint: 'baton_read takes file (required), section, last (integer)',
        },
      },
    });
    expect(await call('baton_note', { what: 'poem' })).toMatchObject({
      isError: true,
      data: { error: { code: 'INPUT_INVALID', hint: expect.stringContaining('log | section | claim') as string } },
    });
    await expect(client.readResource({ uri: 'baton://tasks/TASK-2026-01-01-001' })).rejects.toThrow(
      'TASK-2026-01-01-001',
    );
    expect((await call('baton_check', { what: 'text', text: 'The build passed on Tuesday.' })).data).toMatchObject({
      ok: true,
    });
  });
});

test('outside a project the server starts, and orient says what to do', async () => {
  const { call } = await connect(await tempFolder(), '2025');
  expect((await call('baton_orient')).data['text']).toContain('baton init');
});

test('a client that leaves ends the server', async () => {
  const { code, stdout } = await runBaton(['mcp'], { cwd: await tempFolder(), input: '', limitMs: 20_000 });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

verifies('SUR-020', 'nothing is kept between calls: what changes outside is seen by the next', async () => {
  const project = await testProject({ init: false });
  const { call } = await connect(project.root, '2026-07-28');
  expect((await call('baton_orient')).data['text']).toContain('baton init');
  await project.data(['init']);
  expect((await call('baton_orient')).data['text']).toContain('Health');
});

verifies('SUR-054', 'the budget bounds the whole answer as sent, text and structured content together', async () => {
  const project = await testProject();
  for (let entry = 0; entry < 6; entry += 1)
    await project.data(['handoff', '--agent', 'ada', '--done', `Part ${entry}. ${'It has its reasons. '.repeat(30)}`]);
  const { client } = await connect(project.root, '2026-07-28');
  const counter = createTokenCounter({ disk: nodeDisk, cacheFolder: await tempFolder(), warn: () => undefined });
  for (const budget of [600, 1_000, 2_000, 4_000]) {
    const result = await client.callTool({ name: 'baton_orient', arguments: { for: 'feature', budget } });
    const { content, structuredContent } = result;
    const cost = await counter.count(JSON.stringify({ content, structuredContent }));
    console.info(`baton_orient with a budget of ${budget}: ${cost} tokens as sent`);
    expect(result.isError ?? false).toBe(false);
    expect(cost).toBeLessThanOrEqual(budget);
  }
});

verifies('SUR-054', 'no list is announced as changing, because none ever is', async () => {
  const { client } = await connect(await tempFolder(), '2025');
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
  expect([tools?.listChanged, resources?.listChanged, prompts?.listChanged].filter(Boolean)).toEqual([]);
});

verifies('SUR-054', 'every hint of the error table can be followed with tools alone', () => {
  for (const { hint } of Object.values(ERRORS)) {
    expect(hintForTools(hint)).not.toSatisfy(namesCommand);
    expect(hintForTools(hint)).not.toMatch(/\bthem (?:call|ask)\b/);
    expect(hintForTools(hint)).not.toMatch(/(?:run|repeat) the command|--help|--session-id|--budget/);
  }
  expect(hintForTools(ERRORS.APPROVAL_NEEDS_PERSON.hint)).toContain(
    'ask a person to run `baton approve` in a terminal',
  );
  expect(hintForTools(ERRORS.TASK_NOT_FOUND.hint)).toBe('list them with baton_task {action: list}');
  expect(hintForTools('waits for a person ("run baton init?"); baton task move TASK-2026-01-01-001 ready')).toBe(
    'waits for a person ("run baton init?"); `baton task move TASK-2026-01-01-001 ready` (a person must run it)',
  );
});

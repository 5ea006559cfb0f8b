import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HOOKS } from '../../../src/relay/setup/index.ts';
import { renderHookReply } from '../../../src/surfaces/hooks/index.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { HOST_EVENTS, type HostEvent } from './host-events.ts';

const call = ({ verb, host }: HostEvent): string[] => ['hook', verb, '--host', host];

/** A project in which every event has something to say. */
async function projectWithWork(event: HostEvent): Promise<TestProject> {
  const project = await testProject();
  if (event.verb === 'stop') await project.data(['begin', '--agent', 'ada']);
  return project;
}

const ASK = { BATON_HANDOFF: 'ask' };

const CONTEXT: Readonly<Partial<Record<HostEvent['host'], string>>> = {
  cursor: 'additional_context',
  copilot: 'additionalContext',
};

const SAYS: Readonly<Record<HostEvent['verb'], object | undefined>> = {
  'session-start': { hookSpecificOutput: { additionalContext: expect.stringContaining('Health') } },
  'pre-compact': undefined,
  'subagent-start': { hookSpecificOutput: { additionalContext: expect.stringContaining('[AOP:START]') } },
  'subagent-stop': { decision: 'block', reason: expect.stringContaining('[AOP:DETAILS_FILE] .baton/outputs/') },
  stop: { decision: expect.stringMatching(/^(block|deny)$/), reason: expect.stringContaining('baton handoff') },
  'session-end': undefined,
};

const saysOf = ({ host, verb }: HostEvent): object | undefined => {
  const member = CONTEXT[host];
  if (member !== undefined && verb === 'session-start') return { [member]: expect.stringContaining('Health') };
  if (host === 'cursor' && verb === 'stop') return { followup_message: expect.stringContaining('baton handoff') };
  return SAYS[verb];
};

/** Short answers pass without a word. */
const fieldsOf = ({ verb }: HostEvent): Readonly<Record<string, unknown>> =>
  verb === 'subagent-stop' ? { last_assistant_message: 'I looked at everything. '.repeat(40) } : {};

test('there is a recorded event for every hook that setup writes, and no other', () => {
  const written = Object.entries(HOOKS).flatMap(([host, rows]) => rows.map(({ event, verb }) => [host, event, verb]));
  expect(HOST_EVENTS.map(({ host, event, verb }) => [host, event, verb])).toEqual(written);
});

describe.each(HOST_EVENTS.map((event) => [`${event.host} ${event.event}`, event] as const))('%s', (_name, event) => {
  verifies(['SUR-012', 'SUR-011'], 'the answer is what the host accepts, or nothing', async () => {
    const project = await projectWithWork(event);
    const { code, stdout } = await project.baton(call(event), {
      input: event.input(project.root, fieldsOf(event)),
      env: ASK,
    });
    expect(code).toBe(0);
    const says = saysOf(event);
    if (says === undefined) return expect(stdout).toBe('');
    const answer: unknown = JSON.parse(stdout);
    expect(event.accepts(answer), JSON.stringify(event.accepts.errors)).toBe(true);
    expect(answer).toMatchObject(says);
  });

  test('no reply can be rendered that the host does not accept', () => {
    const replies = [
      { kind: 'silent' },
      { kind: 'context', text: 'x' },
      { kind: 'block', reason: 'x' },
      { kind: 'message', text: 'x' },
    ] as const;
    for (const reply of replies) {
      const answer = renderHookReply(event, reply);
      expect(answer === undefined || event.accepts(answer), JSON.stringify({ reply, answer })).toBe(true);
    }
  });
});

verifies('SUR-011', 'outside a project every hook is silent and leaves nothing behind', async () => {
  const folder = await tempFolder();
  for (const event of HOST_EVENTS) {
    const result = await runBaton(call(event), { cwd: folder, input: event.input(folder) });
    expect({ event: event.event, ...result }).toEqual({ event: event.event, code: 0, stdout: '', stderr: '' });
  }
  expect(readdirSync(folder)).toEqual([]);
});

test('a repository of its own inside a project has no handoff, and hooks stay silent in it', async () => {
  const project = await testProject();
  mkdirSync(join(project.root, 'vendored', '.git'), { recursive: true });
  const folder = join(project.root, 'vendored');
  for (const event of HOST_EVENTS.filter(({ host }) => host === 'claude')) {
    expect(await project.baton(call(event), { input: event.input(folder) })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  }
});

describe('whatever goes wrong', () => {
  const bad: Readonly<Record<string, (root: string) => string | Uint8Array>> = {
    'no JSON': () => 'hello',
    'half of it': () => '{"session_id":"s","cwd":"/tm',
    'a list': () => '[]',
    bytes: () => Buffer.from([0xff, 0xfe, 0x00, 0x80]),
    'deep nesting': () => '['.repeat(100_000),
    'a folder that is gone inside the project': (root) => JSON.stringify({ session_id: 's', cwd: join(root, 'gone') }),
    'fields of other types': (root) =>
      JSON.stringify({ session_id: 7, cwd: root, source: [], stop_hook_active: 'yes' }),
  };
  test('input of any kind never blocks the host', async () => {
    const project = await testProject();
    for (const [name, input] of Object.entries(bad)) {
      const { code, stdout } = await runBaton(['hook', 'stop'], { cwd: project.root, input: input(project.root) });
      expect({ name, code, stdout }).toEqual({ name, code: expect.toBeOneOf([0, 1]), stdout: '' });
    }
  });

  verifies('SUR-010', 'a wrong call, a broken configuration and a broken handoff end with 1 at most', async () => {
    const project = await testProject();
    const input = JSON.stringify({ session_id: 's', cwd: project.root });
    for (const args of [
      ['hook'],
      ['hook', 'stopp'],
      ['hook', 'stop', '--host', 'nobody'],
      ['hook', '--no-such-flag'],
    ]) {
      expect((await project.baton(args, { input })).code).toBe(1);
    }
    project.write('.ai/handoff/MANIFEST.json', '<<<<<<< ours\n');
    project.write('.ai/handoff/HANDOFF.lock', '{');
    for (const event of HOST_EVENTS.filter(({ host }) => host === 'claude')) {
      const { code, stdout } = await project.baton(call(event), { input: event.input(project.root) });
      expect([0, 1]).toContain(code);
      expect(stdout === '' || event.accepts(JSON.parse(stdout))).toBe(true);
    }
    project.write('baton.config.json', '{ "budget": "many" }');
    expect(await project.baton(['hook', 'session-start'], { input })).toMatchObject({ code: 1, stdout: '' });
  });
});

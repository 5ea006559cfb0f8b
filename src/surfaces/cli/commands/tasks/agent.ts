import { given, whenGiven } from '../../../../kernel/given.ts';
import { BatonError } from '../../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../../kernel/json.ts';
import { parseDuration } from '../../../../kernel/time.ts';
import { addAgent, listAgents, removeAgent, type KnownAgent } from '../../../../relay/tasks/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';
import { readTextOrInput } from './task-input.ts';

const EXECUTORS = ['pull', 'command', 'openclaw', 'a2a'] as const;

export const agentAdd = defineCommand({
  operands: 'NAME',
  takes: [1, 1],
  about: 'Registers an agent, or changes its entry: what it may take, how it is started, and the key it signs with.',
  flags: {
    role: { kind: 'text', value: 'ROLE', about: 'Its role; tasks can ask for one.' },
    team: { kind: 'text', value: 'TEAM', about: 'Its team.' },
    tag: { kind: 'list', value: 'TAG', about: 'What it can do; may be given several times.' },
    executor: {
      kind: 'text',
      value: 'KIND',
      choices: EXECUTORS,
      about: 'Pull: it claims work itself; command and openclaw: Baton starts it; a2a: a remote agent.',
    },
    template: {
      kind: 'text',
      value: 'NAME',
      about: 'Settings for a known command line agent: claude, codex, gemini, shell.',
    },
    command: { kind: 'text', value: 'PROGRAM', about: 'The program to run; its brief comes on standard input.' },
    arg: {
      kind: 'list',
      value: 'TEXT',
      about: 'An argument; {brief} stands for the brief. May be given several times.',
    },
    timeout: {
      kind: 'text',
      value: 'TIME',
      about:
        'After this time the program is stopped, such as 90s or 2h; without it never. A bare number is in seconds.',
    },
    concurrency: { kind: 'number', value: 'N', about: 'Tasks at the same time; default 1.' },
    gateway: { kind: 'text', value: 'URL', about: 'OpenClaw gateway; its token comes from OPENCLAW_TOKEN.' },
    card: { kind: 'text', value: 'URL', about: 'A2A: address of a remote agent, or of its card.' },
    'token-env': { kind: 'text', value: 'NAME', about: 'Environment variable with the token for the remote agent.' },
    skill: { kind: 'text', value: 'ID', about: 'A2A: skill of the card to ask for.' },
    key: { kind: 'text', value: 'FILE|-', about: 'Ed25519 public key, PEM or base64.' },
    settings: { kind: 'text', value: 'JSON', about: 'More settings for its executor.' },
  },
  examples: [
    { run: 'baton agent add swe-backend --template claude --role backend', does: 'Claude Code, started by Baton' },
    { run: 'baton agent add nightly --command ./nightly.sh --timeout 3600', does: 'a script of your own' },
    { run: 'baton agent add far --card https://agents.example.org --token-env FAR_TOKEN', does: 'an agent over A2A' },
    { run: 'baton agent add swe-qa --key qa.pub.pem', does: 'an agent that signs its messages' },
  ],
  async run({ operands, flags, globals, io, platform: getPlatform }) {
    const platform = await getPlatform();
    const settings: JsonObject = {
      ...given({ command: flags.command }),
      ...(flags.arg.length === 0 ? {} : { args: flags.arg }),
      ...given({ timeoutSeconds: whenGiven(flags.timeout, toSeconds) }),
      ...given({ gateway: flags.gateway, card: flags.card, tokenEnv: flags['token-env'], skill: flags.skill }),
      ...toSettings(flags.settings),
    };
    const chosen = EXECUTORS.find((kind) => kind === flags.executor);
    const executor = chosen ?? findImplied(flags);
    const agent = await addAgent(platform, {
      id: operands[0] ?? '',
      tags: flags.tag,
      settings,
      dryRun: globals.dryRun,
      ...given({
        executor,
        role: flags.role,
        team: flags.team,
        template: flags.template,
        concurrency: flags.concurrency,
        publicKey: (await whenGiven(flags.key, (text) => readTextOrInput(platform, io, text)))?.trim(),
      }),
    });
    return { kind: 'value', data: { agent }, text: (style) => renderAdded(agent, style, globals.dryRun) };
  },
});

/** A setting that only one executor has names it. */
function findImplied(flags: {
  readonly command: string | undefined;
  readonly gateway: string | undefined;
  readonly card: string | undefined;
}): (typeof EXECUTORS)[number] | undefined {
  if (flags.command !== undefined) return 'command';
  if (flags.gateway !== undefined) return 'openclaw';
  return flags.card === undefined ? undefined : 'a2a';
}

export const agentList = defineCommand({
  operands: '',
  takes: [0, 0],
  about: 'Lists the registered agents.',
  flags: {},
  examples: [{ run: 'baton agent list', does: 'who can be given work' }],
  async run({ platform }) {
    const agents = await listAgents(await platform());
    return {
      kind: 'value',
      data: { agents },
      text: () =>
        agents.length === 0
          ? 'No agents. baton agent add NAME registers one.'
          : renderTable([['AGENT', 'EXECUTOR', 'ROUTING', 'SLOTS', ''], ...agents.map(describe)]),
    };
  },
});

export const agentRemove = defineCommand({
  operands: 'NAME',
  takes: [1, 1],
  about: 'Removes an agent. Tasks it holds stay with it until their lease expires.',
  flags: {},
  examples: [{ run: 'baton agent remove nightly', does: 'it gets no more work' }],
  async run({ operands, globals, platform: getPlatform }) {
    const platform = await getPlatform();
    const [id = ''] = operands;
    const removed = await removeAgent(platform, id, globals.dryRun);
    if (!removed) throw new BatonError('AGENT_NOT_FOUND', `there is no agent ${id}`, { id });
    return { kind: 'value', data: { removed: id }, text: () => `${id} is removed` };
  },
});

function toSettings(text: string | undefined): JsonObject {
  if (text === undefined) return {};
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new BatonError('INPUT_INVALID', '--settings is not a JSON object');
  return value;
}

const describe = ({ id, executor, role, team, tags, concurrency, publicKey }: KnownAgent): string[] => [
  id,
  executor,
  [role, team, ...tags].filter((word) => word !== undefined).join(' '),
  `${concurrency}`,
  publicKey === undefined ? '' : 'signs',
];

function renderAdded(agent: KnownAgent, style: Style, isDryRun: boolean): string {
  const how = agent.executor === 'pull' ? 'it claims tasks by itself' : 'baton serve starts it when a task is ready';
  return `${style.green(isDryRun ? 'would add' : 'added')}  ${agent.id} (${agent.executor}): ${how}`;
}

const toSeconds = (text: string): number => (/^\d+$/.test(text) ? Number(text) : parseDuration(text) / 1_000);

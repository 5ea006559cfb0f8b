/** docs/threat-model.md is read, and what it says is tried: a sentence nobody tests fails here. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { canonicalJson } from '../../src/kernel/canonical-json.ts';
import { SETTINGS } from '../../src/kernel/config/index.ts';
import type { Json } from '../../src/kernel/json.ts';
import { addAgent, answerHandoff, delegate, routeEvent, secretOfRun } from '../../src/relay/tasks/index.ts';
import { createTaskBench, type TaskBench } from '../support/task-platform.ts';
import { verifies } from '../support/verifies.ts';
import { ATTACKS } from './attacks.ts';

const PAGE = readFileSync('docs/threat-model.md', 'utf8');
const section = (title: string): string => PAGE.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
    .slice(1)
    .filter(([first]) => first !== '' && !/^-+$/.test(first ?? ''));

type Shown =
  | 'a name'
  | 'a name that nobody added here'
  | 'a name that was added here'
  | 'the secret of its run'
  | 'a signature';

interface Stage extends TaskBench {
  readonly keys: Readonly<Record<string, KeyObject>>;
}

async function setStage(messages: 'open' | 'known' | 'signed', shown: Shown): Promise<Stage> {
  const bench = await createTaskBench({ messages });
  const keys: Record<string, KeyObject> = {};
  for (const id of ['ada', 'bob']) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    keys[id] = privateKey;
    const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    if (shown !== 'a name that nobody added here' && shown !== 'a name')
      await addAgent(bench.platform, { id, tags: [], settings: {}, publicKey: spki });
  }
  return { ...bench, keys };
}

/** One message with what the row says the sender shows. */
async function send(stage: Stage, shown: Shown, draft: { fromAgent: string } & Record<string, Json>, secret: string) {
  const message = {
    protocol: 'aof',
    version: 1,
    toAgent: 'baton',
    sentAt: new Date(stage.clock.time).toISOString(),
    ...draft,
  };
  const key = stage.keys[draft.fromAgent];
  const signed =
    shown === 'a signature' && key !== undefined
      ? { ...message, signature: sign(null, Buffer.from(canonicalJson(message)), key).toString('base64') }
      : message;
  const options = shown === 'the secret of its run' ? { secret } : {};
  return (await routeEvent(stage.platform, signed, options))?.outcome === 'applied' ? 'yes' : 'no';
}

async function actOfHolder(messages: 'open' | 'known' | 'signed', shown: Shown): Promise<string> {
  const stage = await setStage(messages, shown);
  const { task, run } = await stage.held('ada');
  const secret = (await secretOfRun(stage.platform, run?.runId ?? '')) ?? '';
  const draft = { type: 'status.update', taskId: task.id, fromAgent: 'ada', payload: { notes: 'half of it' } };
  return await send(stage, shown, draft, secret);
}

async function otherMessage(messages: 'open' | 'known' | 'signed', shown: Shown, isLocal: boolean): Promise<string> {
  const stage = await setStage(messages, shown);
  const { task, run } = await stage.held('ada');
  const secret = (await secretOfRun(stage.platform, run?.runId ?? '')) ?? '';
  // What is under test is the answer: the offer itself is made by an agent that is known.
  if (shown === 'a name that nobody added here') await addAgent(stage.platform, { id: 'ada', tags: [], settings: {} });
  const offer = { parentId: task.id, from: 'ada', to: 'bob', title: 'A part of it', handoff: {}, secret };
  const offered = await delegate(stage.platform, { ...offer, runId: run?.runId ?? '' });
  expect(offered.outcome).toBe('applied');
  const id = offered.taskId;
  if (isLocal) {
    const { outcome } = await answerHandoff(stage.platform, { id, agent: 'bob', answer: 'accepted' });
    return outcome === 'applied' ? 'yes' : 'no';
  }
  return await send(
    stage,
    shown,
    { type: 'handoff.accepted', taskId: id, fromAgent: 'bob', payload: { taskId: id } },
    secret,
  );
}

const MATRIX = rowsOf(section('What each position of `messages` promises'));

describe('the table of `messages`', () => {
  verifies('SEC-020', 'it has a row for every position and for everything that a sender can show', () => {
    expect(new Set(MATRIX.map(([position]) => position))).toEqual(new Set(SETTINGS.messages.choices));
    for (const position of ['known', 'signed'])
      expect(MATRIX.filter(([first]) => first === position).map(([, shown]) => shown)).toEqual(
        expect.arrayContaining(['a name that was added here', 'the secret of its run', 'a signature']),
      );
  });

  for (const [position, shown, holder, other, local] of MATRIX) {
    verifies('SEC-020', `${position}, ${shown}: what the row says is what happens`, async () => {
      const [at, by] = [position as 'open' | 'known' | 'signed', shown as Shown];
      expect({
        holder: await actOfHolder(at, by),
        other: await otherMessage(at, by, false),
        local: await otherMessage(at, by, true),
      }).toEqual({ holder, other, local });
    });
  }
});

/** Each promise of the page, and the attacks of the hostile-clone suite that would break it. */
const PROVEN_BY: Readonly<Record<string, readonly string[]>> = {
  Programs: [
    'a command sink for notices',
    'an agent that runs a command',
    'an outbox with a command that waits to be sent',
  ],
  'Connections and credentials': [
    'a webhook sink',
    'a gateway that is sent a secret of the environment',
    'a remote agent that is sent a secret of the environment',
    'a store that is sent the database password',
    'an address for traces',
  ],
  Places: ['an absolute data dir', 'a data dir that is a symlink'],
  Symlinks: [
    'outputs of a task that are a symlink',
    'a handoff file that leads to a secret',
    'a handoff file that leads into the data dir',
  ],
  Checks: ['weaker settings'],
  'Allow lists': ['an allow list for the injection beside it'],
  'Runtime state': [
    'drafts of sessions that nobody had here',
    'a token and an address of a daemon',
    'a step that was cut short',
    'a journal of tasks',
    'an audit key',
    'a lock that nobody releases',
    'a session that nobody closes',
    'a program that was never started',
  ],
  Tasks: ['a task that speaks in the name of a person'],
  git: ['a configuration of git with programs', 'a work tree moved to another folder'],
};

verifies('SEC-020', 'every promise about a repository is attacked by the hostile-clone suite', () => {
  const promised = [...section('What a repository cannot do').matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, name]) => name);
  expect(new Set(promised)).toEqual(new Set(Object.keys(PROVEN_BY)));
  const names = new Set(ATTACKS.map(({ name }) => name));
  expect(
    Object.values(PROVEN_BY)
      .flat()
      .filter((name) => !names.has(name)),
  ).toEqual([]);
});

verifies(
  'SEC-020',
  'it says who is trusted with what on one machine, in a team and in a fleet, and what is not protected',
  () => {
    for (const title of ["One user's machine", "A team's daemon", 'A fleet', 'What is not protected'])
      expect(section(title).length, title).toBeGreaterThan(150);
    expect(rowsOf(section('Who is trusted with what')).map(([who]) => who)).toEqual([
      'the person at this machine',
      'a repository, or an archive of one',
      'an agent that Baton started (a run)',
      'an agent that pulls work',
      'a sender of messages',
      'the daemon of a team',
      'other daemons of a fleet',
    ]);
  },
);

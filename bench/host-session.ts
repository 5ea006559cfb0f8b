import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeDisk } from '../src/stores/fs/index.ts';
import { createTokenCounter } from '../src/stores/tokens/index.ts';
import { BATON, openProject } from './commands/stages.ts';
import { defineBenchmark, type Case } from './frame/index.ts';

const ANSWERS = 10;
const SUBAGENTS = 3;
/** A usual report of a subagent: some pages. */
const REPORT = readFileSync('docs/task-plane.md', 'utf8').slice(0, 8_000);

/** Whether the host calls Baton when a subagent starts and stops. */
const HOSTS = { claude: true, codex: true, gemini: false, opencode: false } as const;

/**
 * What Baton puts into the conversation of one session with ten answers, each with another file changed, and three
 * subagents; and what it keeps out of it. Default policy, hooks as the host calls them.
 */
export const benchmark = defineBenchmark({
  about: 'tokens and turns of a session of ten answers with three subagents, per host',
  prepare({ folder }) {
    const env = { BATON_CACHE_DIR: join(folder, 'cache'), HOME: folder };
    const plays = Object.entries(HOSTS).map(([host, subagents]) => {
      const played = playSession(openProject(join(folder, host), env), host, subagents, env);
      return { host, subagents, played };
    });
    return {
      cases: plays.flatMap(({ host, subagents, played }): Case[] => [
        {
          title: `${host}: put into the conversation`,
          unit: 'tokens',
          rounds: 1,
          ours: {
            name: 'Baton',
            measure: async () => await count(played.said),
            note: () => `${played.turns} more turns`,
          },
        },
        {
          title: `${host}: answers of subagents that the parent reads`,
          unit: 'tokens',
          rounds: 1,
          ours: { name: 'Baton', measure: async () => await count(played.answers) },
          floor: { name: 'without', measure: async () => SUBAGENTS * (await count([REPORT])) },
          ...(subagents ? { target: { limit: 0.2, against: 'floor' as const } } : {}),
        },
        {
          title: `${host}: what the next session begins with`,
          unit: 'tokens',
          rounds: 1,
          ours: { name: 'Baton', measure: async () => await count(played.next) },
          floor: { name: 'all handoff files', measure: async () => await count(played.files) },
        },
      ]),
    };
  },
});

interface Played {
  /** What Baton said to the model. */
  readonly said: readonly string[];
  /** Answers it asked for, in the session and from subagents. */
  readonly turns: number;
  readonly answers: readonly string[];
  readonly next: readonly string[];
  readonly files: readonly string[];
}

interface Reply {
  readonly decision?: string;
  readonly reason?: string;
  readonly hookSpecificOutput?: { readonly additionalContext?: string };
}

function playSession(folder: string, host: string, subagents: boolean, env: Readonly<Record<string, string>>): Played {
  const said: string[] = [];
  const answers: string[] = [];
  let turns = 0;
  const call = (verb: string, more: object = {}, session = 'one'): string | undefined => {
    const stdout = execFileSync(process.execPath, [BATON, 'hook', verb, '--host', host], {
      cwd: folder,
      encoding: 'utf8',
      input: JSON.stringify({ session_id: session, cwd: folder, ...more }),
      env: { ...process.env, ...env },
    });
    const reply: Reply = stdout.trim() === '' ? {} : (JSON.parse(stdout) as Reply);
    const words = reply.reason ?? reply.hookSpecificOutput?.additionalContext;
    if (words !== undefined && session === 'one') said.push(words);
    if (reply.reason !== undefined) turns += 1;
    return words;
  };
  call('session-start', { source: 'startup' });
  for (let n = 1; n <= SUBAGENTS; n++) {
    const agent = { agent_id: `helper-${n}`, agent_type: 'general-purpose' };
    if (subagents) call('subagent-start', agent);
    const asked = subagents ? call('subagent-stop', { ...agent, last_assistant_message: REPORT }) : undefined;
    const block = asked?.slice(asked.indexOf('[AOP:START]'));
    if (block !== undefined) call('subagent-stop', { ...agent, last_assistant_message: block, stop_hook_active: true });
    answers.push(block ?? REPORT);
  }
  for (let n = 1; n <= ANSWERS; n++) {
    writeFileSync(join(folder, `part-${n}.txt`), `${n}\n`);
    const message = { last_assistant_message: `Part ${n} is written and its tests pass.` };
    if (call('stop', message) !== undefined) call('stop', { ...message, stop_hook_active: true });
  }
  call('session-end', { reason: 'exit' });
  const next = call('session-start', { source: 'startup' }, 'two') ?? '';
  const files = ['STATUS.md', 'NEXT_ACTIONS.md', 'LOG.md', 'DASHBOARD.md', 'TRUST.md', 'CONVENTIONS.md', 'WORKFLOW.md'];
  return { said, turns, answers, next: [next], files: files.map((name) => readHandoff(folder, name)) };
}

function readHandoff(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, '.ai', 'handoff', name), 'utf8');
  } catch {
    return '';
  }
}

const counter = createTokenCounter({ disk: nodeDisk });

const count = async (texts: readonly string[]): Promise<number> =>
  (await Promise.all(texts.map((text) => counter.count(text)))).reduce((sum, tokens) => sum + tokens, 0);

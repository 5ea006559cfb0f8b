import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { defineBenchmark, runTimed, type Case, type Contender, type Target, type TimedRun } from './frame/index.ts';
import { findNode, findPeer } from './commands/programs.ts';
import {
  AGENT,
  BATON,
  ENGINEER,
  fillPeers,
  openGovernedStage,
  openProject,
  openTaskStage,
  TESTER,
  type TaskStage,
} from './commands/stages.ts';

const NODES = ['20', '22', '24'] as const;
const ROUNDS = 7;

/** What an agent waits for, on each Node beside that Node doing nothing. Figures are processor time, notes wall time. */
export const benchmark = defineBenchmark({
  about:
    'commands beside Node doing nothing, on three versions of Node, with peers; processor time, wall time in brackets',
  async prepare({ folder, quick }) {
    // The home stays: what was approved for the data dirs below is kept there, and without it every command is refused.
    const env = { BATON_CACHE_DIR: join(folder, 'cache') };
    const nodes = (quick ? ['22'] : NODES).map((line) => ({ line, path: findNode(line) }));
    const rounds = quick ? 3 : ROUNDS;
    const uses = 2 * nodes.length * (rounds + 1) + rounds + 1;
    const large = quick ? 2_000 : 10_000;
    const project = openProject(join(folder, 'project'), env);
    const few = await openTaskStage(join(folder, 'few'), 100, uses);
    const many = await openTaskStage(join(folder, 'many'), large, uses);
    const governed = await openGovernedStage(join(folder, 'governed'), uses);
    const vast = quick ? undefined : await openTaskStage(join(folder, 'vast'), VAST, 2 * (rounds + 1));
    const cases = nodes.flatMap(({ line, path }) => {
      const made = new Maker(`Node ${line}`, path, env, rounds);
      return [
        ...START.map(({ args, limit }) => made.beside(args.join(' '), project, () => args, limit)),
        // The same where the answer before cannot be given again.
        ...['orient', 'status'].map((name) =>
          made.beside(`${name}, a file touched`, project, () => touched(project, name)),
        ),
        ...Object.entries(WORDS).flatMap(([name, toArgs]) => made.grown(name, toArgs, few, many, large)),
        ...Object.entries(WIDE).map(([name, toArgs]) =>
          made.beside(`${name}, ${large} tasks`, many.folder, () => toArgs(many), 3),
        ),
        made.handoff(project),
        made.beside('delegate, governed', governed.folder, () => delegateArgs(governed.held.pop()), 3),
      ];
    });
    const current = new Maker('peers', findNode('22'), env, rounds);
    const grown = vast === undefined ? [] : new Maker('Node 20', findNode('20'), env, rounds).vast(few, vast);
    return { cases: [...cases, ...grown, ...current.peers(folder, few.folder)] };
  },
});

/** Commands in a usual project, with their goals. */
const START = [
  { args: ['--version'], limit: 1.15 },
  { args: ['--help'], limit: 1.15 },
  { args: ['orient'], limit: 1.8 },
  { args: ['status'], limit: 1.8 },
  { args: ['hook', 'session-start'], limit: 1.8 },
  { args: ['hook', 'stop'], limit: 1.6 },
];

const touched = (project: string, name: string): readonly string[] => {
  const now = new Date();
  utimesSync(join(project, '.ai/handoff/STATUS.md'), now, now);
  return [name];
};

const VAST = 100_000;

const delegateArgs = ({ id, run } = { id: '', run: '' }): readonly string[] =>
  ['delegate', id, '--agent', ENGINEER, '--run', run].concat([
    '--to',
    TESTER,
    '--title',
    'Test the change',
    '--criterion',
    'All tests pass',
  ]);

type ToArgs = (stage: TaskStage) => readonly string[];

/** Commands that look at many tasks. */
const WIDE: Readonly<Record<string, ToArgs>> = {
  'task list': () => ['task', 'list'],
  next: () => ['next'],
  doctor: () => ['doctor'],
  trace: ({ kept }) => ['trace', kept.id],
};

/** What an agent says about a task. */
const WORDS: Readonly<Record<string, ToArgs>> = {
  claim: ({ open }) => ['claim', open.pop() ?? '', '--agent', AGENT],
  heartbeat: ({ kept }) => ['heartbeat', kept.id, '--agent', AGENT, '--run', kept.run],
  complete: ({ held }) => {
    const { id = '', run = '' } = held.pop() ?? {};
    return ['complete', id, '--agent', AGENT, '--run', run, '--notes', 'done'];
  },
  'task show': ({ kept }) => ['task', 'show', kept.id],
};

class Maker {
  readonly title: string;
  readonly node: string;
  readonly env: Readonly<Record<string, string>>;
  readonly rounds: number;

  constructor(title: string, node: string, env: Readonly<Record<string, string>>, rounds: number) {
    this.title = title;
    this.node = node;
    this.env = env;
    this.rounds = rounds;
  }

  beside(name: string, cwd: string, toArgs: () => readonly string[], limit?: number): Case {
    const target = limit === undefined ? undefined : ({ limit, against: 'floor' } as const);
    return this.#case(name, this.#baton(name, cwd, toArgs), this.#floor(), target);
  }

  /** Beside Node, and beside the same command with a hundred tasks. */
  grown(name: string, toArgs: ToArgs, few: TaskStage, many: TaskStage, n: number): Case[] {
    const large = (): Contender => this.#baton(`${n} tasks`, many.folder, () => toArgs(many));
    const small = this.#baton('100 tasks', few.folder, () => toArgs(few));
    return [
      this.#case(`${name}, ${n} tasks`, large(), this.#floor(), { limit: 2, against: 'floor' }),
      this.#case(`${name}, ${n} tasks beside 100`, large(), small, { limit: 1.1, against: 'floor' }),
    ];
  }

  /** Beside the same with a hundred tasks: what ten times more costs is seen, and has no goal. */
  vast(few: TaskStage, vast: TaskStage): Case[] {
    return Object.entries({ ...WORDS, ...WIDE }).map(([name, toArgs]) =>
      this.#case(
        `${name}, ${VAST} tasks beside 100`,
        this.#baton(name, vast.folder, () => toArgs(vast)),
        this.#baton(name, few.folder, () => toArgs(few)),
      ),
    );
  }

  /** The goal is a multiple of Node plus one commit, so the floor is both together. */
  handoff(project: string): Case {
    const node = this.#floor();
    const commit = this.#timed('commit', ['git', 'commit', '--quiet', '--allow-empty', '--message', 'x'], {
      cwd: project,
    });
    const floor: Contender = {
      name: '2.5 × node -e 0, and git commit',
      measure: async () => 2.5 * (await node.measure()) + (await commit.measure()),
    };
    const ours = this.#baton('handoff', project, () => [
      'handoff',
      '--agent',
      AGENT,
      '--done',
      `step ${Math.random()}`,
    ]);
    return this.#case('handoff with commit', ours, floor, { limit: 1, against: 'floor' });
  }

  peers(folder: string, tasks: string): Case[] {
    const places = fillPeers(folder);
    const peers = [
      {
        name: 'backlog.md',
        path: findPeer('backlog.md', 'backlog'),
        cwd: places.backlog,
        args: ['task', 'list', '--plain'],
      },
      {
        name: 'task-master-ai',
        path: findPeer('task-master-ai', 'task-master'),
        cwd: places.taskMaster,
        args: ['list'],
      },
    ].flatMap(({ path, ...peer }) => (path === undefined ? [] : { ...peer, path }));
    const run = (args: (peer: { args: string[] }) => readonly string[]): Contender[] =>
      peers.map((peer) => this.#timed(peer.name, [this.node, peer.path, ...args(peer)], { cwd: peer.cwd }));
    return [
      {
        ...this.#case(
          '--version',
          this.#baton('baton', tasks, () => ['--version']),
          this.#floor(),
        ),
        peers: run(() => ['--version']),
      },
      {
        ...this.#case(
          'list 100 tasks',
          this.#baton('baton', tasks, () => ['task', 'list']),
          this.#floor(),
        ),
        peers: run(({ args }) => args),
      },
    ];
  }

  #case(name: string, ours: Contender, floor: Contender, target?: Target): Case {
    const title = `${this.title}: ${name}`;
    return { title, unit: 'ms', rounds: this.rounds, ours, floor, ...(target === undefined ? {} : { target }) };
  }

  #floor(): Contender {
    return this.#timed('node -e 0', [this.node, '-e', '0'], {});
  }

  #baton(name: string, cwd: string, toArgs: () => readonly string[]): Contender {
    // What `doctor` finds is an answer too.
    const okCodes = name.startsWith('doctor') ? [0, 1] : [0];
    return this.#timed(name, () => [this.node, BATON, ...toArgs()], { cwd, env: this.env, okCodes });
  }

  #timed(name: string, command: readonly string[] | (() => readonly string[]), run: TimedRun): Contender {
    const walls: number[] = [];
    return {
      name,
      measure: async () => {
        const { wallMs, cpuMs } = await runTimed(typeof command === 'function' ? command() : command, run);
        walls.push(wallMs);
        return cpuMs;
      },
      note: () => `${Math.round(walls.toSorted((a, b) => a - b)[walls.length >> 1] ?? 0)} wall`,
    };
  }
}

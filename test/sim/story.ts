import { isBatonError } from '../../src/kernel/errors/index.ts';
import { TASK_STATUSES, type CompletionOutcome } from '../../src/kernel/tasks.ts';
import {
  claim,
  complete,
  delegate,
  heartbeat,
  moveTask,
  newTask,
  routeEvent,
  tick,
} from '../../src/relay/tasks/index.ts';
import { DiskStopped } from '../support/recording-disk.ts';
import { Invariants } from './invariants.ts';
import { AGENTS, World, type Session, type SimProcess } from './world.ts';

/** What happened, so that a person can follow it. */
export interface Story {
  readonly seed: number;
  readonly lines: readonly string[];
  /** Undefined where everything held. */
  readonly fault?: string;
}

const OUTCOMES: readonly CompletionOutcome[] = ['done', 'done', 'done', 'partial', 'needs_review', 'blocked'];

/** One run of the whole plane under simulated time, with everything going wrong that can. */
export async function tell(seed: number, steps: number): Promise<Story> {
  const plot = new Plot(seed);
  try {
    await plot.begin();
    for (let step = 0; step < steps; step++) await plot.step();
    await plot.calmDown();
    return { seed, lines: plot.lines };
  } catch (error) {
    return { seed, lines: plot.lines, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

class Plot {
  readonly lines: string[] = [];
  readonly #world: World;
  readonly #invariants = new Invariants();
  readonly #agents = new Map<string, SimProcess>();
  #daemon: SimProcess | undefined;
  #pulled: Session[] = [];

  constructor(seed: number) {
    this.#world = new World(seed);
  }

  async begin(): Promise<void> {
    await this.#world.prepare();
    this.#daemon = await this.#world.start('daemon');
    for (const agent of AGENTS) this.#agents.set(agent, await this.#world.start(agent));
    await this.#create();
  }

  async step(): Promise<void> {
    const { dice } = this.#world;
    const acts: readonly (readonly [number, () => Promise<void>])[] = [
      [2, () => this.#create()],
      [5, () => this.#tick()],
      [3, () => this.#pull()],
      [7, () => this.#work()],
      [3, () => this.#deliver()],
      [2, () => this.#jump()],
      [1, () => this.#move()],
    ];
    let at = dice.below(acts.reduce((sum, [weight]) => sum + weight, 0));
    const chosen = acts.find(([weight]) => (at -= weight) < 0);
    await chosen?.[1]();
    await this.#check();
  }

  /** No more faults: whatever was begun must come to an end. */
  async calmDown(): Promise<void> {
    this.#world.isCalm = true;
    this.lines.push('all is calm now');
    while (this.#world.mail.length > 0) await this.#deliver();
    for (let round = 0; round < 60 && !(round > 8 && (await this.#isQuiet())); round++) {
      await this.#tick();
      await this.#pull();
      for (const session of [...this.#world.sessions, ...this.#pulled].filter(({ isAlive }) => isAlive))
        await this.#finish(session, 'done');
      this.#world.clock.time += 70_000;
    }
    await this.#check();
    const daemon = this.#getDaemon();
    await daemon.store.reconcile({ deep: true });
    await this.#invariants.checkEnd(daemon.store, this.#world.disk);
  }

  async #isQuiet(): Promise<boolean> {
    const counts = await this.#getDaemon().store.count();
    return counts['in-progress'] + counts.ready === 0;
  }

  async #check(): Promise<void> {
    await this.#invariants.check(this.#getDaemon().store);
  }

  #getDaemon(): SimProcess {
    if (this.#daemon === undefined) throw new Error('there is no daemon');
    return this.#daemon;
  }

  /** Runs a piece of work in a process that may die over it. Undefined where it did, or was refused. */
  async #in<T>(who: string, what: string, work: (process: SimProcess) => Promise<T>): Promise<T | undefined> {
    const process = who === 'daemon' ? this.#getDaemon() : this.#agents.get(who);
    if (process === undefined) throw new Error(`nobody is called ${who}`);
    const isInDanger = !this.#world.isCalm && this.#world.dice.chance(0.15);
    if (isInDanger) this.#world.endanger(process);
    try {
      const result = await work(process);
      this.lines.push(`${who}: ${what} → ${describe(result)}`);
      return result;
    } catch (error) {
      if (hasStopped(error)) {
        this.lines.push(`${who}: ${what} → killed on the way`);
        return undefined;
      }
      if (!isBatonError(error) || error.exitCode === 70) throw error;
      this.lines.push(`${who}: ${what} → ${error.code}`);
      return undefined;
    } finally {
      if (isInDanger) await this.#replace(who, process);
    }
  }

  /** Whether it died or not: a process in danger does not come back. */
  async #replace(who: string, process: SimProcess): Promise<void> {
    this.#world.bury(process);
    const next = await this.#world.start(who);
    if (who === 'daemon') this.#daemon = next;
    else this.#agents.set(who, next);
  }

  async #create(): Promise<void> {
    const { dice } = this.#world;
    const known = this.#invariants.ids;
    const dependsOn = dice.chance(0.3) && known.length > 0 ? [dice.pick(known) ?? ''] : [];
    const agent = dice.chance(0.6) ? dice.pick(AGENTS) : undefined;
    const priority = dice.pick(['low', 'normal', 'high', 'critical'] as const) ?? 'normal';
    const made = await this.#in(
      'daemon',
      `new task for ${agent ?? 'anybody'}${dependsOn.length === 0 ? '' : ` after ${dependsOn[0]}`}`,
      ({ platform }) =>
        newTask(platform, {
          title: 'work',
          by: 'operator',
          dependsOn,
          priority,
          ...(agent === undefined ? {} : { routing: { agent } }),
        }),
    );
    if (made !== undefined) this.#invariants.noteCreated(made.task.id);
  }

  async #tick(): Promise<void> {
    await this.#in('daemon', 'tick', async ({ platform }) =>
      (await tick(platform, { dryRun: false })).actions.map(({ kind, taskId }) => `${kind} ${taskId.slice(-3)}`),
    );
  }

  async #pull(): Promise<void> {
    const agent = 'cyd';
    const taken = await this.#in(agent, 'claim', ({ platform }) => claim(platform, { agent }));
    if (taken?.run !== undefined)
      this.#pulled.push({ id: '', taskId: taken.task.id, runId: taken.run.runId, agent, isAlive: true });
  }

  async #work(): Promise<void> {
    const { dice } = this.#world;
    const sessions = [...this.#world.sessions, ...this.#pulled];
    const session = dice.pick(dice.chance(0.85) ? sessions.filter(({ isAlive }) => isAlive) : sessions);
    if (session === undefined) return;
    const { taskId: id, runId, agent } = session;
    const fate = dice.below(10);
    if (fate < 3)
      await this.#in(agent, `heartbeat ${id.slice(-3)}`, ({ platform }) =>
        heartbeat(platform, { id, runId, agent, checkpoint: { at: this.#world.clock.time } }),
      );
    else if (fate < 6) await this.#finish(session, dice.pick(OUTCOMES) ?? 'done');
    else if (fate < 7) this.#write(session, 'completion.report', { outcome: 'done', notes: 'by letter' });
    else if (fate < 8) this.#write(session, 'status.update', { progress: 'still at it' });
    else if (fate < 9)
      await this.#in(agent, `delegate ${id.slice(-3)}`, ({ platform }) =>
        delegate(platform, { parentId: id, from: agent, to: dice.pick(AGENTS) ?? 'ada', runId, handoff: {} }),
      );
    else {
      session.isAlive = false;
      this.lines.push(`${agent}: dies over ${id.slice(-3)}`);
    }
  }

  async #finish(session: Session, outcome: CompletionOutcome): Promise<void> {
    const { taskId: id, runId, agent } = session;
    const result = await this.#in(agent, `complete ${id.slice(-3)} ${outcome}`, ({ platform }) =>
      complete(platform, { id, agent, runId, outcome, notes: 'by command' }),
    );
    if (result?.outcome === 'applied') this.#invariants.noteCompleted(id, runId, outcome);
    if (result !== undefined) session.isAlive = false;
  }

  #write({ taskId, runId, agent }: Session, type: string, payload: Record<string, string>): void {
    const { mail, clock } = this.#world;
    mail.push({
      protocol: 'aof',
      version: 1,
      type,
      taskId,
      fromAgent: agent,
      toAgent: 'baton',
      sentAt: new Date(clock.time).toISOString(),
      messageId: `m${mail.length}-${clock.time}-${runId}`,
      runId,
      payload,
    });
    this.lines.push(`${agent}: writes ${type} about ${taskId.slice(-3)}`);
  }

  /** In any order; some come twice, some never. */
  async #deliver(): Promise<void> {
    const { dice, mail, isCalm } = this.#world;
    const at = dice.below(mail.length);
    const letter = mail[at];
    if (letter === undefined) return;
    if (isCalm || !dice.chance(0.3)) mail.splice(at, 1);
    if (!isCalm && dice.chance(0.15)) {
      this.lines.push(`lost: ${letter.type} about ${letter.taskId.slice(-3)}`);
      return;
    }
    await this.#in('daemon', `gets ${letter.type} about ${letter.taskId.slice(-3)}`, ({ platform }) =>
      routeEvent(platform, letter),
    );
  }

  async #jump(): Promise<void> {
    const { dice, clock } = this.#world;
    const byMs = dice.chance(0.15) ? -dice.below(120_000) : dice.below(90_000);
    clock.time += byMs;
    this.lines.push(`the clock moves by ${byMs} ms`);
  }

  async #move(): Promise<void> {
    const id = this.#world.dice.pick(this.#invariants.ids);
    const to = this.#world.dice.pick(TASK_STATUSES);
    if (id === undefined || to === undefined) return;
    this.#invariants.noteMovedByHand(id);
    await this.#in('daemon', `moves ${id.slice(-3)} to ${to}`, ({ platform }) =>
      moveTask(platform, { id, to, by: 'operator' }),
    );
  }
}

function hasStopped(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof DiskStopped) return true;
  return false;
}

function describe(result: unknown): string {
  if (result === undefined || result === null) return 'nothing';
  if (Array.isArray(result)) return result.length === 0 ? 'nothing' : result.join(', ');
  if (typeof result !== 'object') return String(result);
  if ('outcome' in result) return `${String(result.outcome)}${'reason' in result ? ` (${String(result.reason)})` : ''}`;
  if ('task' in result && typeof result.task === 'object' && result.task !== null && 'id' in result.task)
    return String(result.task.id);
  return 'done';
}

import { join } from 'node:path';
import { BatonError, isBatonError } from '../../src/kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json } from '../../src/kernel/json.ts';
import type { ProcessIdentity, Platform } from '../../src/kernel/ports/index.ts';
import { Stage } from './stage.ts';

const START_LIMIT_MS = 30_000;
const LOOK_MS = 25;
const MAX_LOG_BYTES = 1024 * 1024;

/** `baton serve` on the stage, as a process of its own. */
export class DemoDaemon {
  readonly #platform: Pick<Platform, 'clock' | 'files' | 'processes' | 'timers'>;
  readonly #stage: Stage;
  #identity: ProcessIdentity | undefined;

  constructor(platform: Pick<Platform, 'clock' | 'files' | 'processes' | 'timers'>, stage: Stage) {
    this.#platform = platform;
    this.#stage = stage;
  }

  /** Settles when it listens: whoever asks for the daemon sooner finds none, and would start another one. */
  async start(): Promise<void> {
    const { processes, timers, clock } = this.#platform;
    const { node, bin, folder } = this.#stage.place;
    const program = await processes.start({
      command: node,
      args: [bin, 'serve', '--poll', '150', '--jsonl'],
      cwd: folder,
      env: this.#stage.env,
      outputPath: this.#logPath,
    });
    this.#identity = program.identity;
    let hasEnded = false;
    void program.ended.then(() => (hasEnded = true));
    const endMs = clock.now() + START_LIMIT_MS;
    while (!(await this.#listens())) {
      this.#stage.checkEnded();
      if (hasEnded || clock.now() > endMs)
        throw new BatonError('DEMO_FAILED', `baton serve did not start: ${(await this.#readLog()).trim()}`);
      await timers.sleep(LOOK_MS, this.#stage.signal);
    }
  }

  /** Ends it, and the agents it started: they would go on without it, as they should anywhere but on a stage. */
  async stop(): Promise<void> {
    const { processes } = this.#platform;
    if (this.#identity === undefined) return;
    await processes.stop(this.#identity);
    // What is asked now must be answered, even if the story was ended early.
    const stage = new Stage(this.#platform, this.#stage.place);
    for (const task of await stage.list('.baton/runs')) {
      const session = await findSession(stage, task);
      const pid = isJsonObject(session) ? session['pid'] : undefined;
      const agent = typeof pid === 'number' ? await processes.identify(pid) : undefined;
      if (agent !== undefined && isSameProcess(agent, session)) await processes.stop(agent);
    }
  }

  get #logPath(): string {
    return join(this.#stage.place.folder, '.baton', 'daemon.log');
  }

  async #readLog(): Promise<string> {
    return (await this.#platform.files.findText(this.#logPath, { maxBytes: MAX_LOG_BYTES })) ?? '';
  }

  async #listens(): Promise<boolean> {
    return (await this.#readLog()).includes('"listening":');
  }
}

/** What the agent of the last run is known by, wherever the store keeps it. */
async function findSession(stage: Stage, task: string): Promise<Json | undefined> {
  try {
    const { data } = await stage.baton(['task', 'show', task]);
    const run = data['run'];
    return isJsonObject(run) && typeof run['sessionId'] === 'string' ? parseJson(run['sessionId']) : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

/** A number that was given to somebody else since is not the agent. */
const isSameProcess = ({ started }: ProcessIdentity, session: Json | undefined): boolean =>
  isJsonObject(session) && session['started'] === started;

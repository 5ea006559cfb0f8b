import { onTestFinished } from 'vitest';
import { composePlatform } from '../../../src/compose.ts';
import type { Executor, Platform } from '../../../src/kernel/ports/index.ts';
import { addAgent, startDaemon, type Daemon } from '../../../src/relay/tasks/index.ts';
import { tempFolder } from '../temp-folder.ts';

/** A machine of a fleet: a data dir of its own, and agents whose sessions only it can see. */
export interface Machine {
  readonly platform: Platform;
  /** Ids of the tasks it has started an agent for. */
  readonly started: string[];
  /** What was remarked on it. */
  readonly remarks: string[];
  /** Sessions that have ended. */
  readonly ended: Set<string>;
  serve(pollMs?: number): Promise<Daemon>;
  /** As if its process was killed: it says no farewell. */
  kill(): Promise<void>;
}

export interface MachineOptions {
  readonly url: string;
  readonly schema: string;
  readonly agents: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export async function startMachine(name: string, options: MachineOptions): Promise<Machine> {
  const remarks: string[] = [];
  const composed = await composePlatform({
    folder: await tempFolder(),
    environment: {
      HOME: '/nonexistent',
      BATON_STORE: options.url,
      BATON_STORE_SCHEMA: options.schema,
      ...options.environment,
    },
    remark: (text) => void remarks.push(text),
  });
  const started: string[] = [];
  const ended = new Set<string>();
  const command: Executor = {
    start: async ({ taskId, runId }) => {
      started.push(taskId);
      return { kind: 'started', sessionId: `${name} ${runId}` };
    },
    look: async ({ sessionId = '' }) => {
      if (!sessionId.startsWith(`${name} `)) return { kind: 'unknown' };
      return ended.has(sessionId)
        ? { kind: 'ended', exit: { at: '2026-02-09T21:00:00.000Z', code: 0, signal: null, how: 'exit code 0' } }
        : { kind: 'alive' };
    },
    stop: async () => ({ kind: 'unknown' }),
  };
  const platform: Platform = {
    ...composed,
    facts: { ...composed.facts, host: name },
    // The skew of the database's clock is learned later.
    clock: composed.clock,
    executors: new Map([['command', command]]),
  };
  for (const agent of options.agents)
    await addAgent(platform, {
      id: agent,
      executor: 'command',
      tags: [],
      concurrency: 4,
      settings: { command: 'true' },
    });
  let close = async (): Promise<void> => await composed.close();
  onTestFinished(() => close());
  return {
    platform,
    started,
    remarks,
    ended,
    async serve(pollMs = 50) {
      const daemon = await startDaemon(platform, { pollMs });
      const closeStore = close;
      close = async () => {
        await daemon.stop().catch(() => undefined);
        await closeStore();
      };
      return daemon;
    },
    async kill() {
      const store = await platform.tasks();
      if (store.fleet !== undefined) store.fleet.leave = async () => undefined;
      await close();
      close = async () => undefined;
    },
  };
}

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./claim-in-process.ts', import.meta.url));
const LIMIT_MS = 60_000;

export interface ClaimingProcesses {
  /** Claims per second of all of them. */
  claimFor(forMs: number): Promise<number>;
  close(): Promise<void>;
}

export interface ProcessPlan {
  readonly address: string;
  readonly schema: string;
  readonly processes: number;
  readonly agentsEach: number;
  readonly kind: 'shared' | 'alone' | 'bare';
}

/** Processes that are started once and claim when they are told to. */
export async function startClaiming(plan: ProcessPlan): Promise<ClaimingProcesses> {
  const args = [plan.address, plan.schema, String(plan.agentsEach), plan.kind];
  const children = Array.from({ length: plan.processes }, () => fork(PROGRAM, args, { execArgv: ['--import', 'tsx'] }));
  await Promise.all(children.map(nextMessage));
  return {
    claimFor: async (forMs) => {
      const answers = Promise.all(children.map(nextMessage));
      for (const child of children) child.send(forMs);
      return (await answers).map(toRate).reduce((sum, rate) => sum + rate, 0);
    },
    close: async () => {
      const ends = children.map((child) => once(child, 'exit', { signal: AbortSignal.timeout(LIMIT_MS) }));
      for (const child of children) child.disconnect();
      await Promise.all(ends);
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(LIMIT_MS) });
  return message;
}

function toRate(message: unknown): number {
  if (typeof message === 'number') return message;
  throw new Error(String(message));
}

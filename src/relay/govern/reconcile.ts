import { BatonError } from '../../kernel/errors/index.ts';
import { equalHex } from '../../kernel/hash.ts';
import { findAgent, type Evidence } from '../../protocols/governance/index.ts';
import { blockedFlag } from './agent-flag.ts';
import { readEvidence } from './read-evidence.ts';
import { getRegistry, type RegistryOptions } from './registry-place.ts';
import type { GovernPlatform } from './ruling.ts';

export interface ReconcileRequest {
  readonly agent: string;
  /** The person who looked into it. */
  readonly by: string;
  readonly reason: string;
  readonly registry?: RegistryOptions;
  readonly dryRun?: boolean;
}

export interface ReconcileOutcome {
  readonly agent: string;
  readonly reconciled: boolean;
  readonly was_blocked: boolean;
  /** Why not, in words. */
  readonly refusal: string | null;
  readonly audit_ref: string | null;
}

/** Lifts a block, if the prompt on disk is the locked one again. A person answers for it, by name and with a reason. */
export async function reconcileAgent(platform: GovernPlatform, request: ReconcileRequest): Promise<ReconcileOutcome> {
  const { agent } = request;
  if (request.by.trim() === '' || request.reason.trim() === '') {
    throw new BatonError('USAGE_INVALID', 'a reconciliation needs a person and a reason: --by and --reason');
  }
  const place = await getRegistry(platform, request.registry);
  const evidence = await readEvidence(platform.files, place, [agent]);
  const answer = { agent, reconciled: false, was_blocked: true, audit_ref: null };
  const flag = blockedFlag(agent);
  const isBlocked = (await platform.audit.ask({ flags: [flag] })).flagged.has(flag);
  if (findAgent(evidence, agent) === undefined && !isBlocked) {
    throw new BatonError('AGENT_NOT_FOUND', `the registry has no agent ${agent}`);
  }
  if (!isBlocked) return { ...answer, was_blocked: false, refusal: `${agent} is not blocked` };
  const fault = findDisagreement(evidence, agent);
  if (fault !== undefined) return { ...answer, refusal: fault };
  if (request.dryRun === true) return { ...answer, reconciled: true, refusal: null };
  const receipts = await platform.audit.decide({ flags: [flag] }, ({ flagged }) =>
    flagged.has(flag)
      ? [
          {
            kind: 'agent.reconciled',
            flag: { name: flag, up: false },
            body: { agent, by: request.by, reason: request.reason },
          },
        ]
      : [],
  );
  return { ...answer, reconciled: true, refusal: null, audit_ref: receipts[0]?.ref ?? null };
}

function findDisagreement({ lock, prompts }: Evidence, agent: string): string | undefined {
  if (lock.kind === 'fault') return lock.reason;
  const locked = lock.value.prompts.get(agent);
  if (locked === undefined) return `the lock has no entry for ${agent}`;
  const prompt = prompts.get(agent);
  if (prompt?.kind !== 'found') return prompt?.reason ?? `the prompt of ${agent} was not found`;
  if (equalHex(prompt.value.sha256, locked.hash)) return undefined;
  return `${locked.file} is still not the locked prompt: restore it, or review it and run baton govern lock`;
}

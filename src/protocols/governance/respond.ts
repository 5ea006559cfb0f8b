/** The way back: is this answer one that the target of an accepted handoff may give? */
import type { JsonObject } from '../../kernel/json.ts';
import {
  checkHash,
  checkIdentity,
  checkTime,
  checkVersion,
  DEFAULT_WINDOW,
  toContentViolation,
  type ContentFinding,
  type TimeWindow,
} from './checks.ts';
import { findRegistryFault, type Evidence } from './registry.ts';
import { findResponseFaults, isResponse } from './parse.ts';
import { ATTESTATION_FLAGS, type Violation } from './schema.ts';

/** What is known about a response beside its text. */
export interface ResponseOptions {
  readonly nowMs: number;
  readonly window?: TimeWindow;
  /** Target of the accepted handoff it answers; undefined if the audit log has none. */
  readonly answers: { readonly targetId: string } | undefined;
  /** The agent that a signature or a run's secret vouches for as the sender. */
  readonly sender?: string;
  readonly content: readonly ContentFinding[];
}

/** What the verification of a response found. */
export interface ResponseJudgement {
  readonly errors: readonly Violation[];
  readonly warnings: readonly Violation[];
  readonly isVouched: boolean;
  readonly blocks: readonly string[];
  readonly holds: readonly string[];
  readonly securityFlag: boolean;
}

/** Judges the answer to a governed handoff by the registry. */
export function verifyResponse(document: JsonObject, evidence: Evidence, options: ResponseOptions): ResponseJudgement {
  const structure = findResponseFaults(document);
  if (structure.length > 0 || !isResponse(document)) return refuse(structure, false);
  const { agent } = document;
  const isVouched = options.sender === agent.agent_id;
  const identity = checkIdentity(evidence, agent, '/agent');
  const hash = identity.length > 0 ? undefined : checkHash(evidence, agent, '/agent');
  const fault = findRegistryFault(evidence);
  const registry: Violation[] =
    fault === undefined ? [] : [{ code: 'HASH_VERIFICATION_FAILURE', path: '', message: fault }];
  if (hash !== undefined && hash.violations.length + registry.length > 0) {
    const isBlocked = hash.isDiskWrong || (hash.isClaimWrong && isVouched);
    return {
      ...refuse([...hash.violations, ...registry], isVouched),
      blocks: isBlocked ? [agent.agent_id] : [],
      holds: hash.isClaimWrong && !isBlocked ? [agent.agent_id] : [],
      securityFlag: true,
    };
  }
  const content = options.content.map((found) => ({ isError: found.finding.severity === 'error', found }));
  return {
    errors: [
      ...identity,
      ...checkVersion(evidence, agent, '/agent'),
      ...checkAnswers(agent.agent_id, options.answers),
      ...ATTESTATION_FLAGS.filter((flag) => !document.governance[flag]).map((flag) => denied(flag)),
      ...checkTime(document.timestamp, options.nowMs, options.window ?? DEFAULT_WINDOW),
      ...content.filter(({ isError }) => isError).map(({ found }) => toContentViolation(found)),
    ],
    warnings: content.filter(({ isError }) => !isError).map(({ found }) => toContentViolation(found)),
    isVouched,
    blocks: [],
    holds: [],
    securityFlag: false,
  };
}

const refuse = (errors: readonly Violation[], isVouched: boolean): ResponseJudgement => ({
  errors,
  warnings: [],
  isVouched,
  blocks: [],
  holds: [],
  securityFlag: false,
});

function checkAnswers(agentId: string, answers: ResponseOptions['answers']): Violation[] {
  if (answers === undefined) {
    const message = 'the audit log has no accepted handoff with this id';
    return [{ code: 'INVALID_AGENT_REFERENCE', path: '/handoff_id', message }];
  }
  if (answers.targetId === agentId) return [];
  const message = `the handoff was given to ${answers.targetId}, not to ${agentId}`;
  return [{ code: 'INVALID_AGENT_REFERENCE', path: '/agent/agent_id', message }];
}

const denied = (flag: string): Violation => ({
  code: 'ATTESTATION_MISMATCH',
  path: `/governance/${flag}`,
  message: `${flag} is attested as false`,
});

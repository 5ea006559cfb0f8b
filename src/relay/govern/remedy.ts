import { VERIFICATION_CODES, type Violation } from '../../protocols/governance/index.ts';
import { leadingCode } from './outcome.ts';
import { LOCK_REMEDY } from './recorded-lock.ts';

export interface Situation {
  /** An agent it names is blocked or held, by this document or before. */
  readonly isRestricted: boolean;
  /** The registry is not the one that was locked here. */
  readonly isUnlocked: boolean;
  /** An orchestrator does not say what it passes on: every other target would be refused too. */
  readonly isOriginUnknown?: boolean;
}

/** What to do about a refusal, for what really holds: nobody is sent to reconcile an agent that takes part. */
export function chooseRemedy(
  errors: readonly Violation[],
  { isRestricted, isUnlocked, isOriginUnknown = false }: Situation,
): string | null {
  const code = leadingCode(errors);
  if (code === null) return null;
  if (code === 'HASH_VERIFICATION_FAILURE' || code === 'IMMUTABILITY_VIOLATION') {
    const remedy = isUnlocked ? LOCK_REMEDY : VERIFICATION_CODES[code].recovery;
    return isRestricted ? `${remedy} ${RECONCILE}` : remedy;
  }
  return isOriginUnknown && code === 'BOUNDARY_VIOLATION' ? NAME_PARENT : VERIFICATION_CODES[code].recovery;
}

const RECONCILE = 'Then run baton govern reconcile AGENT --by PERSON --reason TEXT.';

const NAME_PARENT = 'Name the handoff that is passed on in parent_handoff_id, with the trace_id it has.';

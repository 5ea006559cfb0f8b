import type { DocumentIssue, HandoffDocument } from '../types.ts';
import { chainOf } from '../view.ts';
import { FAILURES } from '../words.ts';

const APPROVAL_ABOVE = 5;
export const MAX_CHAIN = 10;

/** Origin and newest entries; the whole chain stays in the trace. */
export const shortenChain = (chain: readonly string[]): readonly string[] =>
  chain.length <= MAX_CHAIN ? chain : [...chain.slice(0, 1), ...chain.slice(1 - MAX_CHAIN)];

/** `planner → [coder] → tester → coder ✗` */
function drawChain(chain: readonly string[], target: string): string {
  const marked = chain.map((skill) => (skill === target ? `[${skill}]` : skill));
  return [...marked, `${target} ✗`].join(' → ');
}

export interface Judgement {
  readonly errors: readonly DocumentIssue[];
  readonly warnings: readonly DocumentIssue[];
}

const CHAIN = '/handoff/meta/handoff_chain';

/** Loops, approval and length of the chain of handoffs. */
export function checkChain(document: HandoffDocument): Judgement {
  const { source, target, meta } = document.handoff;
  const chain = chainOf(document);
  const errors: DocumentIssue[] = [];
  const warnings: DocumentIssue[] = [];
  if (source.skill === target.skill) errors.push(selfLoop(source.skill));
  else if (chain.includes(target.skill)) {
    const hasReason = (meta.handoff_reason ?? '').trim() !== '';
    (hasReason ? warnings : errors).push(reEntry(chain, target.skill, meta.handoff_reason, hasReason));
  }
  if (chain.length > APPROVAL_ABOVE && meta.user_approved !== true) errors.push(unapproved(chain.length));
  if (chain.length > MAX_CHAIN) warnings.push(tooLong(chain.length));
  if (chain.at(-1) !== source.skill && chain[0] !== source.skill) warnings.push(wrongEnds(chain, source.skill));
  return { errors, warnings };
}

const selfLoop = (skill: string): DocumentIssue => ({
  path: '/handoff/target/skill',
  rule: 'self-loop',
  message: `${skill} hands off to itself`,
  found: JSON.stringify(skill),
  repair: 'choose another target',
});

const reEntry = (
  chain: readonly string[],
  target: string,
  reason: string | undefined,
  isAllowed: boolean,
): DocumentIssue => ({
  path: '/handoff/target/skill',
  rule: 'circular',
  message: isAllowed
    ? `${target} takes part again: ${drawChain(chain, target).slice(0, -2)} (reason: ${reason ?? ''})`
    : `${FAILURES.circular.failure}: ${drawChain(chain, target)}`,
  found: JSON.stringify(target),
  repair: isAllowed
    ? 'nothing to do if the return is intended'
    : 'choose another target, or say in meta.handoff_reason why it returns',
});

const unapproved = (length: number): DocumentIssue => ({
  path: '/handoff/meta/user_approved',
  rule: 'approval',
  message: `a chain of ${length} needs the user's approval (more than ${APPROVAL_ABOVE})`,
  repair: 'ask the user, then set meta.user_approved to true',
});

const tooLong = (length: number): DocumentIssue => ({
  path: CHAIN,
  rule: 'chain-length',
  message: `a chain of ${length} is longer than recommended (${MAX_CHAIN})`,
  repair: 'keep the origin and the newest 9; the trace holds the whole chain',
});

/** We write the sender last, the protocol's own text says first: either is fine. */
const wrongEnds = (chain: readonly string[], skill: string): DocumentIssue => ({
  path: CHAIN,
  rule: 'chain-end',
  message: `neither end of the chain is the sender ${skill}`,
  found: JSON.stringify(chain.at(-1) ?? null),
  repair: `add ${skill} to the end of the chain`,
});

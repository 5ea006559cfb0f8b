import { findNearest } from '../../../kernel/nearest.ts';
import type { SkillCard } from '../discover.ts';
import type { DocumentIssue } from '../types.ts';
import { FAILURES } from '../words.ts';

const SHOWN = 10;

/** What a missing target means and what to do, with the name that comes closest. */
export function describeMissingTarget(target: string | undefined, available: readonly string[]): string {
  const { failure, recovery } = FAILURES.targetNotFound;
  const near = target === undefined ? undefined : findNearest(target, available);
  const ordered = near === undefined ? available : [near, ...available.filter((name) => name !== near)];
  const rest = ordered.length > SHOWN ? [`and ${ordered.length - SHOWN} more`] : [];
  const list = available.length === 0 ? 'none is known' : [...ordered.slice(0, SHOWN), ...rest].join(', ');
  const guess = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${failure}${target === undefined ? '' : `: ${target}`}. ${recovery}: ${list}.${guess}`;
}

/** If skills are known that take handoffs, the target must be one of them. */
export function checkTarget(target: string, cards: readonly SkillCard[]): DocumentIssue | undefined {
  const names = cards.map(({ name }) => name).sort();
  if (names.length === 0 || names.includes(target)) return undefined;
  return {
    path: '/handoff/target/skill',
    rule: 'target-unknown',
    message: describeMissingTarget(target, names),
    found: JSON.stringify(target),
    repair: 'name one of these skills, or use --unlisted if the target is not one of them',
  };
}

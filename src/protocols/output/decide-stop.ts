import type { Finding } from '../../kernel/finding.ts';

/** What to do with an agent that wants to stop. */
export type StopDecision =
  | { readonly kind: 'allow' }
  /** Say why, and let it try again. */
  | { readonly kind: 'refuse'; readonly attempt: number; readonly reason: string }
  /** It was told often enough: its output is wrapped for it. */
  | { readonly kind: 'wrap'; readonly reason: string };

export const MAX_REFUSALS = 2;
const MAX_REASONS = 5;

/** Refuses an answer with errors at most twice per agent. */
export function decideStop(issues: readonly Finding[], refusalsSoFar: number): StopDecision {
  const errors = issues.filter((issue) => issue.severity === 'error');
  if (errors.length === 0) return { kind: 'allow' };
  const reason = renderReason(errors);
  return refusalsSoFar >= MAX_REFUSALS
    ? { kind: 'wrap', reason }
    : { kind: 'refuse', attempt: refusalsSoFar + 1, reason };
}

function renderReason(errors: readonly Finding[]): string {
  const shown = errors.slice(0, MAX_REASONS).map(({ line, message, hint }) => `- line ${line}: ${message}; ${hint}`);
  const more = errors.length - shown.length;
  const rest = more > 0 ? [`- and ${more} more`] : [];
  return [
    'The answer does not follow the Agent Output Protocol:',
    ...shown,
    ...rest,
    'Answer again with the whole block.',
  ].join('\n');
}

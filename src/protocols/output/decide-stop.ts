import type { Finding } from '../../kernel/finding.ts';
import { codePointLength } from '../../kernel/text.ts';
import { renderBlock } from './render.ts';
import { limitOf, type TaskType } from './schema.ts';

/** What to do with an agent that wants to stop. */
export type StopDecision =
  | { readonly kind: 'allow' }
  /** Say why, and let it try again. */
  | { readonly kind: 'refuse'; readonly attempt: number; readonly reason: string }
  /** It was told often enough: its output is wrapped for it. */
  | { readonly kind: 'wrap'; readonly reason: string };

/** However a project is configured, no agent is refused more often. */
export const MAX_REFUSALS = 2;
const MAX_REASONS = 5;

/** Refuses an answer with errors at most so often per agent. */
export function decideStop(
  issues: readonly Finding[],
  refusalsSoFar: number,
  maxRefusals: number = MAX_REFUSALS,
): StopDecision {
  const errors = issues.filter((issue) => issue.severity === 'error');
  if (errors.length === 0) return { kind: 'allow' };
  const reason = renderReason(errors);
  return refusalsSoFar >= Math.min(maxRefusals, MAX_REFUSALS)
    ? { kind: 'wrap', reason }
    : { kind: 'refuse', attempt: refusalsSoFar + 1, reason };
}

/** An answer that a parent can read as it is: short, and without the beginnings of a block that went wrong. */
export const isShortAnswer = (text: string, type: TaskType | undefined): boolean =>
  codePointLength(text.trim()) <= limitOf(type) && !/\[AOP:[A-Z_]+\]/.test(text);

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

export interface StoredAnswer {
  readonly detailsFile: string;
  readonly task: string;
  readonly start: string;
  readonly end: string;
  readonly type: TaskType | undefined;
}

/** What an agent is asked for whose whole answer is stored already: the bullets, and nothing else. */
export function renderRequestForBullets(answer: StoredAnswer, issues: readonly Finding[]): string {
  const limit = limitOf(answer.type);
  const block = renderBlock({
    ...answer,
    bullets: ['your first finding', 'your second finding'],
    metrics: [],
    status: 'success',
    limit,
  });
  const wrong = issues.filter(({ rule, severity }) => severity === 'error' && !rule.endsWith('missing')).slice(0, 3);
  return [
    `Your whole answer is stored in ${answer.detailsFile}, and your parent can read it there. Answer again with this block alone. Replace the bullets with your findings, at most ${limit} characters, and change the status if it is failure or partial:`,
    ...wrong.map(({ message }) => `- ${message}`),
    '',
    block,
  ].join('\n');
}

/** The rules for a subagent before it begins, short enough to be given to every one of them. */
export const renderShortRules = (type: TaskType | undefined): string =>
  `Your parent reads at most ${limitOf(type)} characters of your answer. If yours is longer, Baton stores all of it and asks you once for a summary block that is filled in already, [AOP:START] to [AOP:END]: you only write its bullets. You need no tool and no file for that.`;

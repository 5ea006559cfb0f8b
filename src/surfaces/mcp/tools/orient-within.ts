import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import type { WorkKind } from '../../../protocols/project/index.ts';
import { orient } from '../../../relay/project/index.ts';
import { asSent } from '../as-sent.ts';
import type { ToolPlatform } from '../tool.ts';

const TRIES = 6;

export interface ShownOrientation {
  readonly mode: string;
  readonly tokens: number;
  readonly text: string;
}

/**
 * The orientation whose whole answer, text and structured content together, costs at most `budget` tokens. Both hold
 * the text, so it gets less than half of the budget.
 */
export async function orientWithin(
  platform: ToolPlatform,
  kind: WorkKind,
  budget: number | undefined,
): Promise<ShownOrientation> {
  const most = budget ?? platform.project.settings.values.budget;
  let inner = most;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const shown = await orientOnce(platform, kind, inner, most);
    const cost = await platform.tokens.count(JSON.stringify(asSent({ ...shown })));
    if (cost <= most) return shown;
    inner = Math.max(1, Math.floor(Math.min(inner * 0.9, (inner * most) / cost)));
  }
  throw tooSmall(most);
}

async function orientOnce(
  platform: ToolPlatform,
  kind: WorkKind,
  inner: number,
  budget: number,
): Promise<ShownOrientation> {
  try {
    const { mode, tokens, text } = await orient(platform, { kind, budget: inner, readOnly: true });
    return { mode, tokens, text };
  } catch (error) {
    if (isBatonError(error, 'BUDGET_TOO_SMALL')) throw tooSmall(budget);
    throw error;
  }
}

const tooSmall = (budget: number): BatonError =>
  new BatonError('BUDGET_TOO_SMALL', `not even the health check fits into ${budget} tokens as the answer is sent`, {
    budget,
    hint: 'call baton_orient with a larger budget',
  });

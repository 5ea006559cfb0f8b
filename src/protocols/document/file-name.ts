import { safeName } from '../../kernel/ids.ts';
import { renderCompactTime } from '../../kernel/time.ts';

const MAX_SKILL = 60;

/** `planner-to-coder-20260209T210000Z.json`; with a number if that name is taken. */
export function renderFileName(source: string, target: string, epochMs: number, copy = 1): string {
  const stem = `${safeName(source, MAX_SKILL)}-to-${safeName(target, MAX_SKILL)}-${renderCompactTime(epochMs)}`;
  return `${stem}${copy === 1 ? '' : `-${copy}`}.json`;
}

/** `session-context.json`; with a number if another handoff's file is there. */
export const renderSessionFileName = (copy = 1): string => `session-context${copy === 1 ? '' : `-${copy}`}.json`;

import type { Json } from '../../../kernel/json.ts';
import { findAt } from '../pointer.ts';

/** What only the sender can say. */
const SENDERS_OWN = [
  '/handoff/source/skill',
  '/handoff/source/workflow_id',
  '/handoff/source/session_path',
  '/handoff/source/phase',
  '/handoff/target/skill',
  '/handoff/context/summary',
  '/handoff/context/problem_type',
  '/handoff/trace_id',
];

/** Paths at which a repaired document says something the sender never said, or says it differently. */
export function listInventions(before: Json, after: Json, faulty: readonly string[]): string[] {
  return SENDERS_OWN.filter((path) => {
    const was = findAt(before, path);
    const is = findAt(after, path);
    if (was === undefined) return is !== undefined && path !== '/handoff/trace_id';
    return was !== is && !faulty.includes(path);
  });
}

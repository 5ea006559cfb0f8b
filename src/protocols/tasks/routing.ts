import type { AgentProfile } from '../../kernel/ports/index.ts';
import type { TaskRecord } from '../../kernel/tasks.ts';

/** A task without routing is for any agent that asks. */
export const isRoutable = (task: TaskRecord, agents: readonly AgentProfile[]): boolean =>
  isForAnybody(task) || agents.some((agent) => matches(task, agent));

const isForAnybody = ({ routing, metadata }: TaskRecord): boolean =>
  routing.agent === undefined &&
  routing.role === undefined &&
  routing.team === undefined &&
  routing.tags.length === 0 &&
  metadata.handoff === undefined;

export function matches({ routing, metadata }: TaskRecord, agent: AgentProfile): boolean {
  if (metadata.handoff !== undefined && metadata.handoff.to !== agent.id) return false;
  return (
    (routing.agent === undefined || routing.agent === agent.id) &&
    (routing.role === undefined || routing.role === agent.role) &&
    (routing.team === undefined || routing.team === agent.team) &&
    routing.tags.every((tag) => agent.tags.includes(tag))
  );
}

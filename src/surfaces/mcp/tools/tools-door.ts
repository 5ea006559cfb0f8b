import type { BriefDoor } from '../../../relay/tasks/index.ts';
import { hintForTools } from '../hint-for-tools.ts';

/** A brief for an agent that has these tools and perhaps no shell. */
export const TOOLS_DOOR: BriefDoor = {
  explainReports: ({ id, agent, runId }) => [
    `In each call: agent ${agent}, id ${id}, run_id ${runId}.`,
    'While you work: baton_heartbeat. When you are done: baton_complete {outcome: done, notes}.',
    'Other outcomes: blocked, needs_review, partial.',
  ],
  showTask: (id) => `baton_task {action: show, id: ${id}}`,
  orientation: { reword: hintForTools },
};

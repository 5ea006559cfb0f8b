import type { OrientationDoor } from '../../project/index.ts';

/** How the agent that reads a brief reports: with commands, or with whatever the caller offers instead. */
export interface BriefDoor {
  /** One line per thing the agent can report. */
  explainReports(run: { readonly id: string; readonly agent: string; readonly runId: string }): readonly string[];
  /** What shows the whole task. */
  showTask(id: string): string;
  readonly orientation?: OrientationDoor;
}

export const SHELL: BriefDoor = {
  explainReports: ({ id, agent, runId }) => [
    `While you work: baton heartbeat ${id} --agent ${agent} --run ${runId}`,
    `When you are done: baton complete ${id} --agent ${agent} --run ${runId} --outcome done --notes "…"`,
    'Other outcomes: blocked, needs_review, partial. Or answer in AOP and give it to --output -.',
  ],
  showTask: (id) => `baton task show ${id}`,
};

import type { RunRecord, TaskEntry, TaskRecord } from '../../kernel/index.ts';

export interface BriefParts {
  readonly task: TaskRecord;
  readonly run: RunRecord;
  readonly body: string;
  readonly folder: string;
  readonly checkpoint?: TaskEntry['checkpoint'];
}

/** What an agent is given at the start of a run. Text from people and other agents stands in a frame of its own. */
export function renderBrief({ task, run, body, folder, checkpoint }: BriefParts): string {
  return [
    `# ${task.id}: ${task.title}`,
    '',
    `You are ${run.agentId}. This is run ${run.runId}, attempt ${run.attempt}.`,
    `Your folder: ${folder} (inputs, work, outputs).`,
    '',
    `While you work: baton heartbeat ${task.id} --agent ${run.agentId} --run ${run.runId}`,
    `When you are done: baton complete ${task.id} --agent ${run.agentId} --run ${run.runId} --outcome done --notes "…"`,
    'Other outcomes: blocked, needs_review, partial.',
    ...(task.parentId === undefined ? [] : ['', `Handed on from ${task.parentId}: read inputs/handoff.md.`]),
    ...(checkpoint === undefined
      ? []
      : [
          '',
          '## Where the last run got to',
          '',
          frame(typeof checkpoint === 'string' ? checkpoint : JSON.stringify(checkpoint, null, 2)),
        ]),
    '',
    '## The task',
    '',
    frame(body.trim() === '' ? task.title : body.trim()),
    '',
  ].join('\n');
}

const frame = (text: string): string =>
  ['<<<TASK-DATA', text.replaceAll('TASK-DATA', 'TASK_DATA'), 'TASK-DATA'].join('\n');

/** What a run sends that was believed dead: a report with the id of a run that no longer holds the task. */
import { ask } from './call-baton.mjs';

const [task, run, agent] = process.argv.slice(2);
await ask(
  ['send', '-'],
  JSON.stringify({
    protocol: 'aof',
    version: 1,
    type: 'completion.report',
    taskId: task,
    fromAgent: agent,
    toAgent: 'baton',
    sentAt: new Date().toISOString(),
    messageId: 'from-the-dead',
    runId: run,
    payload: { taskId: task, agentId: agent, outcome: 'done', notes: 'I finished everything.' },
  }),
);

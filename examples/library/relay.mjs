// @ts-check
/** The relay through the typed API: one task, handed on under governance, answered, traced. Run it in an empty folder. */
import { cp, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as baton from 'agent-baton';

const folder = process.argv[2] ?? '.';
await mkdir(folder, { recursive: true });
// A project with a registry of four agents, whose boundaries stand in their prompts.
await cp(fileURLToPath(new URL('../../demo/project/', import.meta.url)), folder, { recursive: true });

const [engineer, tester] = ['domain-02-engineering', 'domain-03-quality'];
const platform = await baton.composePlatform({ folder, environment: { ...process.env, BATON_GOVERNANCE: 'required' } });
await baton.lockRegistry(platform);

const { task } = await baton.newTask(platform, {
  title: 'Limit failed logins',
  by: 'ada',
  routing: { agent: engineer },
});
const held = await baton.claim(platform, { id: task.id, agent: engineer });

const handOn = (to) =>
  baton.delegate(platform, {
    parentId: task.id,
    from: engineer,
    to,
    runId: held.run.runId,
    title: 'Tests and verification of the limiter',
    handoff: { acceptanceCriteria: ['All tests pass'] },
    working: { change: 'src/limiter.mjs', limit: 5 },
  });

const refused = await handOn('domain-04-operations');
console.log(`refused: ${refused.governance.code}, better ${refused.governance.suggested_target}`);

const handed = await handOn(refused.governance.suggested_target);
console.log(`handed on: ${handed.taskId}, ${handed.tokens.after} tokens, ${handed.governance.audit_ref}`);

await baton.answerHandoff(platform, { id: handed.taskId, agent: tester, answer: 'accepted' });
const child = await baton.claim(platform, { id: handed.taskId, agent: tester });
const answer = `[AOP:START] ${new Date().toISOString()}
[AOP:TASK] Test the limiter
[AOP:SUMMARY]
- 12 tests passed
[AOP:DETAILS_FILE] none
[AOP:STATUS] success
[AOP:END] ${new Date().toISOString()}
`;
await baton.complete(platform, {
  id: handed.taskId,
  agent: tester,
  runId: child.run.runId,
  output: Buffer.from(answer),
});
await baton.complete(platform, {
  id: task.id,
  agent: engineer,
  runId: held.run.runId,
  outcome: 'done',
  notes: 'Tested.',
});

const { events } = await baton.readTrace(platform, task.id);
console.log(`traced: ${events.length} events of ${task.metadata.traceId}`);
const { ok, entries } = await platform.audit.verify();
console.log(`audit: ${entries} entries, ${ok ? 'sound' : 'broken'}`);
await platform.close();

// @ts-check
/** The relay through the typed API: one task, handed on under governance, answered, traced. Run it in an empty folder. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as baton from 'agent-baton';

const folder = process.argv[2] ?? '.';
// A project with a registry of four agents, whose boundaries are in their prompts.
await cp(fileURLToPath(new URL('../../demo/project', import.meta.url)), folder, { recursive: true });
const environment = { ...process.env, BATON_GOVERNANCE: 'required' };
const platform = await baton.composePlatform({ folder, environment });
await baton.lockRegistry(platform, { by: 'ada', reason: 'the first lock of this team' });
const [engineer, tester] = ['domain-02-engineering', 'domain-03-quality'];
const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

const { task } = await baton.newTask(platform, { title: 'Limit failed logins', by: 'ada' });
await baton.claim(platform, { id: task.id, agent: engineer });

const handOn = (/** @type {string} */ to) =>
  baton.delegate(platform, {
    parentId: task.id,
    from: engineer,
    to,
    title: 'Tests and verification of the limiter',
    handoff: { acceptanceCriteria: ['All tests pass'] },
    working: { change: 'src/limiter.mjs', limit: 5 },
  });

const refused = await handOn('domain-04-operations');
say(`refused: ${refused.governance?.code}, better ${refused.governance?.suggested_target}`);

const handed = await handOn(tester);
say(`handed on: ${handed.taskId}, ${handed.tokens.after} tokens, ${handed.governance?.audit_ref}`);

const id = handed.taskId;
await baton.answerHandoff(platform, { id, agent: tester, answer: 'accepted' });
await baton.claim(platform, { id, agent: tester });
const answer = `[AOP:START] ${new Date().toISOString()}
[AOP:TASK] Test the limiter
[AOP:SUMMARY]
- 12 tests passed
[AOP:DETAILS_FILE] none
[AOP:STATUS] success
[AOP:END] ${new Date().toISOString()}
`;
await baton.complete(platform, { id, agent: tester, output: Buffer.from(answer) });
await baton.complete(platform, { id: task.id, agent: engineer, notes: 'Built and tested.' });

const { events } = await baton.readTrace(platform, task.id);
say(`traced: ${events.length} events of ${task.metadata.traceId}`);
const { ok, entries } = await platform.audit.verify();
say(`audit: ${entries} entries, ${ok ? 'sound' : 'broken'}`);
await platform.close();

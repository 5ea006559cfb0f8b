// node worker.mjs BUILD NAME SECONDS BEATS: one process that makes, claims, beats and completes tasks as fast as it can.
// Prints the number of steps and how long each claim took, in milliseconds. Plain JavaScript: it runs beside any build.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [build, name, seconds, beats] = process.argv.slice(2);
const { composePlatform, newTask, claim, heartbeat, complete } = await import(
  pathToFileURL(join(build, 'dist', 'lib', 'index.js')).href
);
const platform = await composePlatform({ folder: process.cwd(), environment: process.env });
const claims = [];
let steps = 0;
for (const end = performance.now() + Number(seconds) * 1_000; performance.now() < end;) {
  await newTask(platform, { title: 'Something to do', body: 'As it was asked for.', by: name });
  const began = performance.now();
  const entry = await claim(platform, { agent: name });
  claims.push(Math.round((performance.now() - began) * 10) / 10);
  steps += 2;
  if (entry === undefined) continue;
  const of = { id: entry.task.id, agent: name, runId: entry.run.runId };
  for (let beat = 0; beat < Number(beats); beat += 1, steps += 1) await heartbeat(platform, of);
  await complete(platform, { ...of, outcome: 'done', notes: 'Done and tested.' });
  steps += 1;
}
await platform.close();
console.log(JSON.stringify({ steps, claims }));

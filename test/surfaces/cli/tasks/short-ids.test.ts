import { expect } from 'vitest';
import { runBaton, runForData } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

interface Made {
  readonly task: { readonly id: string; readonly metadata: { readonly traceId: string } };
}

interface Claimed {
  readonly run: { readonly runId: string };
}

const complete = async (cwd: string, ...words: string[]): Promise<string[]> =>
  (await runBaton(['completion', '--complete', '--', ...words], { cwd })).stdout.trim().split('\n');

verifies('TSK-098', 'the beginning of a trace or a run is enough, and one that fits several lists them', async () => {
  const cwd = await tempFolder();
  const traces = ['aaaa1111-0000-4000-8000-000000000001', 'aaaa2222-0000-4000-8000-000000000002'];
  const made = [];
  for (const trace of traces)
    made.push((await runForData(['task', 'new', 'x', '--trace', trace], { cwd })) as unknown as Made);
  const [first] = made;
  const id = first?.task.id ?? '';
  const { run } = (await runForData(['claim', id, '--agent', 'ada'], { cwd })) as unknown as Claimed;
  expect(await runForData(['trace', 'aaaa1'], { cwd })).toMatchObject({ trace_id: traces[0] });
  expect(await runForData(['trace', run.runId.slice(0, 20).toLowerCase()], { cwd })).toMatchObject({
    trace_id: traces[0],
  });
  const vague = await runBaton(['trace', 'aaaa'], { cwd });
  expect([vague.code, vague.stderr]).toEqual([2, expect.stringContaining(traces.join(', '))]);
  expect((await runBaton(['trace', 'bbbb'], { cwd })).stderr).toContain('TRACE_NOT_FOUND');
  const report = ['complete', '1', '--agent', 'ada', '--run', run.runId.slice(0, 12), '--notes', 'done'];
  expect(await runForData(report, { cwd })).toMatchObject({ task: { status: 'done' } });
});

verifies('TSK-098', 'completion offers the ids of open tasks, and traces to the command that takes them', async () => {
  const cwd = await tempFolder();
  const { task } = (await runForData(['task', 'new', 'x'], { cwd })) as unknown as Made;
  expect(await complete(cwd, 'task', 'show', '')).toEqual([task.id]);
  expect(await complete(cwd, 'claim', 'TASK-')).toEqual([task.id]);
  expect((await complete(cwd, 'trace', '')).sort()).toEqual([task.id, task.metadata.traceId].sort());
  expect(await complete(cwd, 'task', 'show', 'NO')).toEqual(['']);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallDocument } from '../../../protocols/document/sample-document.ts';
import { runBaton } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

interface Report {
  readonly valid: boolean;
  readonly trace_id: string;
  readonly errors: readonly unknown[];
  readonly warnings: readonly { readonly rule: string }[];
  readonly omitted?: { readonly errors: number; readonly warnings: number };
}

verifies('UHS-103', 'documents of a stream without trace_id are received, each with one of its own', async () => {
  const cwd = await tempFolder();
  const { trace_id: _, ...legacy } = smallDocument().handoff;
  const input = `${JSON.stringify({ handoff: legacy })}\n`.repeat(2) + '{"handoff": {}}\n';
  const args = ['doc', 'validate', '--jsonl', '-', '--receive'];
  const { stdout, code } = await runBaton(args, { cwd, env: { HOME: cwd }, input });
  const reports = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Report);
  expect([code, reports.map(({ valid }) => valid)]).toEqual([1, [true, true, false]]);
  expect(reports[0]?.warnings.map(({ rule }) => rule)).toContain('legacy-trace-id');
  expect(reports[0]?.trace_id).not.toBe(reports[1]?.trace_id);
  const trace = await runBaton(['trace', reports[1]?.trace_id ?? ''], { cwd, env: { HOME: cwd } });
  expect(trace.stdout).toContain('handoff_received');
  // Nothing is recorded in a dry run, and the verdict is the same.
  const dry = await runBaton([...args, '--dry-run'], { cwd, env: { HOME: cwd }, input });
  const [first] = dry.stdout.split('\n');
  const report = JSON.parse(first ?? '') as Report;
  expect(report.valid).toBe(true);
  expect((await runBaton(['trace', report.trace_id], { cwd, env: { HOME: cwd } })).code).not.toBe(0);
});

test('thousands of faults are a screen of text and a bounded answer', async () => {
  const cwd = await tempFolder();
  const { handoff } = smallDocument();
  const files = Array.from({ length: 3_000 }, (_, index) => ({ pth: `a${index}.ts` }));
  writeFileSync(
    join(cwd, 'bad.json'),
    JSON.stringify({ handoff: { ...handoff, payload: { working: {}, references: { files } } } }),
  );
  const { stdout, code } = await runBaton(['doc', 'validate', 'bad.json'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('bad.json  not valid, 3000 errors');
  expect(stdout.split('\n').length).toBeLessThan(60);
  expect(stdout).toContain('and 2980 more errors');
  const answer = await runBaton(['doc', 'validate', 'bad.json', '--json'], { cwd });
  const { data } = JSON.parse(answer.stdout) as { data: Report };
  expect([data.errors.length, data.omitted]).toEqual([1_000, { errors: 2_000, warnings: 0 }]);
  const repair = await runBaton(['doc', 'repair', 'bad.json'], { cwd });
  expect(repair.stdout.split('\n').length).toBeLessThan(120);
});

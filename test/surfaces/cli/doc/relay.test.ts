import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { runBaton, runForData } from '../../../support/run-baton.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

interface Created {
  readonly path: string;
  readonly document: {
    readonly handoff: { readonly trace_id: string; readonly meta: { readonly token_count: number } };
  };
}

const hop = (cwd: string, from: string, to: string, after?: string): Promise<unknown> =>
  runForData(
    [
      'doc',
      'new',
      '--from',
      from,
      '--to',
      to,
      '--summary',
      `From ${from} to ${to}.`,
      '--type',
      'implementation',
    ].concat(after === undefined ? [] : ['--continues', after]),
    { cwd },
  );

describe('three hops through three processes', () => {
  verifies(['UHS-061', 'UHS-063'], 'keep one trace id, and the trace shows timeline and chain', async () => {
    const cwd = await tempFolder();
    const first = (await hop(cwd, 'planner', 'coder')) as Created;
    const second = (await hop(cwd, 'coder', 'tester', first.path)) as Created;
    const third = (await hop(cwd, 'tester', 'writer', second.path)) as Created;
    const id = first.document.handoff.trace_id;
    expect([second, third].map(({ document }) => document.handoff.trace_id)).toEqual([id, id]);

    const trace = (await runForData(['trace', id], { cwd })) as {
      events: {
        event_type: string;
        workflow: string;
        trace_id: string;
        span_id: string;
        parent_span_id: string | null;
      }[];
      hops: { from: string; to: string; tokens: number; validation: string; latency_ms: number | null }[];
    };
    expect(trace.hops).toEqual([
      {
        from: 'planner',
        to: 'coder',
        tokens: first.document.handoff.meta.token_count,
        validation: 'passed',
        latency_ms: expect.any(Number),
        chain: ['planner'],
      },
      {
        from: 'coder',
        to: 'tester',
        tokens: second.document.handoff.meta.token_count,
        validation: 'passed',
        latency_ms: expect.any(Number),
        chain: ['planner', 'coder'],
      },
      {
        from: 'tester',
        to: 'writer',
        tokens: third.document.handoff.meta.token_count,
        validation: 'not validated',
        latency_ms: null,
        chain: ['planner', 'coder', 'tester'],
      },
    ]);
    expect(new Set(trace.events.map((event) => event.trace_id))).toEqual(new Set([id]));

    const { stdout } = await runBaton(['trace', third.path], { cwd });
    expect(stdout).toContain(`Timeline for trace ${id}`);
    expect(stdout).toMatch(/planner\n +│ tokens: \d+\n +│ validation: passed\n +│ latency: \d+ ms\n +▼\n +coder/);
    expect(readdirSync(join(cwd, '.baton', 'trace'))).toEqual([`${id}.jsonl`]);
  });
});

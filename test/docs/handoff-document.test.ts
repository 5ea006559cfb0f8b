import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { batonArguments, splitShellLine } from '../../scripts/docs-checks/shell-commands.ts';
import { loadScan } from '../../bench/document/compressors.ts';
import { planCompression, type HandoffDocument } from '../../src/protocols/document/index.ts';
import { smallDocument } from '../protocols/document/sample-document.ts';
import { runBaton } from '../support/run-baton.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { testPlatform } from '../support/test-platform.ts';

const PAGE = readFileSync('docs/handoff-document.md', 'utf8');

/** Every command of the page's shell examples, in order. */
const commands = (): string[] =>
  Array.from(PAGE.matchAll(/```bash\n([\s\S]*?)```/g), ([, block = '']) => block.trim().split('\n')).flat();

/** The files the page takes for granted. */
function writeInputs(folder: string): void {
  const { handoff } = smallDocument();
  const big = {
    handoff: { ...handoff, payload: { working: {}, session: { state: { notes: 'Long story. '.repeat(2_000) } } } },
  };
  writeFileSync(join(folder, 'big.json'), JSON.stringify(big));
  writeFileSync(
    join(folder, 'broken.json'),
    JSON.stringify({ handoff: { ...smallDocument().handoff, version: undefined } }),
  );
  writeFileSync(join(folder, 'many.jsonl'), `${JSON.stringify(smallDocument())}\n`.repeat(3));
  writeFileSync(
    join(folder, 'old.yaml'),
    'handoff:\n  version: "2.0"\n  timestamp: "2026-02-04T19:30:00Z"\n  source: {skill: a, session_path: /tmp/s}\n  target: {skill: b}\n  context: {problem_type: decision, synthesis_summary: All is well.}\n',
  );
}

test('every example of the page runs, one after the other in one folder', async () => {
  const cwd = await tempFolder();
  writeInputs(cwd);
  const failed: string[] = [];
  for (const line of commands()) {
    const [words = []] = splitShellLine(line);
    const args = batonArguments(words) ?? [];
    const file = /<\s*(\S+)$/.exec(line)?.[1];
    const { code, stderr } = await runBaton(args, {
      cwd,
      env: { HOME: cwd },
      ...(file === undefined ? {} : { input: readFileSync(join(cwd, file)) }),
    });
    // Discovery finds no skill here, and says so.
    if (code !== (args[1] === 'discover' ? 1 : 0)) failed.push(`${line}: ${code} ${stderr}`);
  }
  expect(failed).toEqual([]);
  expect(JSON.parse(readFileSync(join(cwd, 'whole.json'), 'utf8'))).toEqual(
    JSON.parse(readFileSync(join(cwd, 'big.json'), 'utf8')),
  );
});

test('the answer shown has the keys of a real one', async () => {
  const cwd = await tempFolder();
  writeFileSync(join(cwd, 'first.json'), JSON.stringify(smallDocument()));
  const { stdout } = await runBaton(['doc', 'validate', 'first.json', '--json'], { cwd });
  const { data } = JSON.parse(stdout) as { data: Record<string, unknown> };
  const [, block = ''] = /```json\n([\s\S]*?)```/.exec(PAGE) ?? [];
  const shown = (JSON.parse(block) as { data: Record<string, unknown> }).data;
  expect(Object.keys(data)).toEqual([...Object.keys(shown), 'budget']);
});

/** The review of the page: 150 findings and a long session. */
function review(): HandoffDocument {
  const { handoff } = smallDocument();
  const findings = Array.from({ length: 150 }, (_, index) => ({
    file: `src/part-${index}.ts`,
    line: index * 3,
    severity: index % 6 === 0 ? 'medium' : 'low',
    issue: ['Unused import', 'Name says too little', 'Comment repeats the code', 'Test without an assertion'][
      index % 4
    ],
  }));
  findings[88] = {
    file: 'src/refund.ts',
    line: 274,
    severity: 'critical',
    issue: 'Refund is written twice when the request is retried',
  };
  return {
    handoff: {
      ...handoff,
      source: { skill: 'reviewer', workflow_id: 'r-7', session_path: 'session', phase: 'review' },
      target: { skill: 'fixer' },
      context: {
        summary: 'Review of release 4.2: 150 findings, one critical.',
        problem_type: 'verification',
        success_criteria: ['No critical finding is left'],
      },
      payload: {
        working: {
          findings: findings as never,
          next_step: 'Fix the refund before the tag v4.2.0 is made',
          open_question: 'May the endpoint be off on Friday?',
        },
        session: {
          state: {
            log: Array.from({ length: 80 }, (_, index) => `read src/part-${index}.ts`),
            blocked_by: 'the staging key expired',
          },
        },
      },
      meta: { token_count: 0, confidence: 'high', handoff_chain: ['reviewer'] },
    },
  };
}

test('the compressed document shown is what is written today', async () => {
  const { tokens } = await testPlatform(await tempFolder());
  const original = { path: 'handoffs/session-context.json', checksum: `sha256:${'3f'.repeat(32)}` };
  const { document, before } = await planCompression(review(), original, tokens, 600, loadScan);
  const [, shown = ''] = /shortened to 600:\n\n```json\n([\s\S]*?)```/.exec(PAGE) ?? [];
  expect(JSON.parse(shown)).toEqual(document);
  expect(PAGE).toContain(`a long session, ${before.toLocaleString('en')} tokens, shortened to 600`);
});

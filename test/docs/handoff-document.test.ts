import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { batonArguments, splitShellLine } from '../../scripts/docs-checks/shell-commands.ts';
import { smallDocument } from '../protocols/document/sample-document.ts';
import { runBaton } from '../support/run-baton.ts';
import { tempFolder } from '../support/temp-folder.ts';

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

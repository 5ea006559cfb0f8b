import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { shellWord } from '../../src/kernel/text.ts';
import { testProject } from '../support/project.ts';
import { verifies } from '../support/verifies.ts';

const HOSTILE = [
  '$(touch run)',
  '`touch run`',
  '"; touch run; "',
  "'; touch run; '",
  'a\\',
  '!!',
  '%PATH%',
  "it's",
  'a b',
  '',
];

verifies('SEC-001', 'a name in a command to be copied is one word of a shell, whatever it is', () => {
  for (const name of [...HOSTILE, 'STATUS.md#summary'])
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(name)}`]).toString()).toBe(name);
  expect(shellWord('STATUS.md#summary')).toBe('STATUS.md#summary');
  expect(shellWord('Tests pass')).toBe('"Tests pass"');
});

verifies('SEC-001', 'what verify says to type runs nothing that TRUST.md names', async () => {
  const project = await testProject();
  project.write(
    '.ai/handoff/TRUST.md',
    `${project.file('TRUST.md').split('\n| ')[0]}\n| Property | Status | Verified by | Verified on | TTL | Expires |\n|---|---|---|---|---|---|\n| $(touch run) | verified | ada | 2026-01-01 | 1d | 2026-01-02 |\n`,
  );
  await project.data(['manifest']);
  const { stdout } = await project.baton(['verify']);
  const [, command = ''] = /verify it again: (baton trust verify .+)$/m.exec(stdout) ?? [];
  const said = execFileSync('sh', ['-c', `baton() { printf '<%s>' "$@"; }; ${command}`], {
    cwd: project.root,
  }).toString();
  expect(said).toBe('<trust><verify><$(touch run)>');
  expect(project.git('status', '--porcelain')).not.toContain('run');
});

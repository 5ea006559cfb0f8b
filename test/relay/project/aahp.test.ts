import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

/** Commands as the documentation of version 3.8 shows them, with the exit codes it gives, on a project in this state. */
const RECORDED: readonly {
  readonly run: string;
  readonly exit: number;
  readonly env?: Record<string, string>;
  readonly says?: RegExp;
}[] = [
  { run: 'init', exit: 0, says: /Done\. \d+ file\(s\) copied/ },
  { run: 'init .', exit: 0, says: /already exists, use --force to overwrite/ },
  { run: 'init --with-pii-allowlist', exit: 0, says: /copy: \.ai\/handoff\/pii-allowlist\.json/ },
  { run: 'init --force', exit: 0, says: /copy: \.ai\/handoff\/STATUS\.md/ },
  {
    run: 'manifest --agent claude-sonnet --phase implementation --session-id s1 --context Done --duration 45',
    exit: 0,
    says: /checksums current/,
  },
  { run: 'manifest . --quiet', exit: 0, says: /^$/ },
  { run: 'manifest --phase party', exit: 1 },
  { run: 'manifest --unknown', exit: 1 },
  { run: 'manifest nowhere', exit: 1 },
  { run: 'lint', exit: 0, says: /All checks passed/ },
  { run: 'lint --unknown', exit: 1 },
  { run: 'verify', exit: 0, says: /passed \(level: full\)/ },
  { run: 'verify --level precommit', exit: 0 },
  { run: 'verify --level prepush --quiet', exit: 0 },
  { run: 'verify --level ci', exit: 0 },
  { run: 'verify --level sometimes', exit: 1 },
  { run: 'archive', exit: 0, says: /up to date/ },
  { run: 'archive --keep 5', exit: 0 },
  { run: 'archive --keep 0', exit: 1 },
  { run: 'archive --verify', exit: 0, says: /verify passed/ },
  { run: 'migrate', exit: 0 },
  { run: 'status', exit: 0, says: /^Project: / },
  { run: 'doctor --governance', exit: 0, says: /Conformance OK/ },
  { run: 'doctor', exit: 1, says: /FAILED: grounding/ },
  { run: 'doctor --no-handoff --json', exit: 0, says: /"schemaVersion": 1/ },
  { run: '--version', exit: 0, says: /^3\.8\.\d+$/ },
  { run: '--help', exit: 0, says: /Usage/ },
  { run: 'dance', exit: 1 },
];

/** Whoever sets up commits it: before that, the first commit is code without a handoff. */
function commitAll(project: TestProject): void {
  project.git('add', '.');
  project.git('commit', '--quiet', '-m', 'handoff');
}

describe('baton aahp', () => {
  verifies(
    'PRJ-150',
    'answers the recorded commands with the recorded exit codes, and writes version 3.0',
    async () => {
      const project = await testProject({ init: false });
      const run = (line: string, env: Record<string, string> = {}) =>
        project.baton(['aahp', ...line.split(' ')], { env });
      for (const { run: line, exit, says } of RECORDED) {
        const { code, stdout, stderr } = await run(line);
        expect({ line, code, stderr: exit === 0 ? stderr : '' }).toEqual({ line, code: exit, stderr: '' });
        if (says !== undefined) expect(stdout.trim(), line).toMatch(says);
        if (exit === 1 && says === undefined) expect(`${stdout}${stderr}`.trim(), line).not.toBe('');
        if (line === 'init') commitAll(project);
      }
      expect(JSON.parse(project.file('MANIFEST.json'))).toMatchObject({ aahp_version: '3.0' });
      project.write('.ai/handoff/STATUS.md', '# Status\n\nChanged.\n');
      expect((await run('verify --level precommit')).code).toBe(1);
      expect((await run('verify --level precommit', { AAHP_SKIP_VERIFY: '1' })).code).toBe(0);
      expect((await run('verify --level ci', { AAHP_SKIP_VERIFY: '1' })).code).toBe(1);
      project.write('.ai/handoff/HANDOFF.lock', '{}');
      expect((await run('lint')).code).toBe(1);
      rmSync(join(project.root, '.ai'), { recursive: true });
      for (const line of ['manifest', 'lint', 'verify', 'archive', 'migrate', 'status', 'doctor'])
        expect([line, (await run(line)).code]).toEqual([line, 1]);
    },
    { timeout: 120_000 },
  );
});

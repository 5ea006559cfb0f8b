import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { close, begin, lint, orient, recover } from '../../../src/relay/project/index.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

/** Four times what any file of the folder may have but an archive. */
const HUGE_BYTES = 20 * 1024 * 1024;

/** Sparse, so that it costs no disk. */
function writeHuge(project: TestProject, name: string): void {
  const path = join(project.root, '.ai/handoff', name);
  writeFileSync(path, `# ${name}\n`);
  truncateSync(path, HUGE_BYTES);
}

verifies('SEC-011', 'a file of 20 MiB in the folder is named and not read', async () => {
  const project = await testProject();
  writeHuge(project, 'NOTES.md');
  const platform = await project.platform();
  const seen = await orient(platform, { kind: 'fix', readOnly: true });
  expect(seen.text).toContain('NOTES.md has 20 MiB and is not read');
  const { findings } = await lint(platform);
  expect(findings).toContainEqual(
    expect.objectContaining({ file: '.ai/handoff/NOTES.md', rule: 'file-not-text', severity: 'error' }),
  );
});

verifies('SEC-011', 'a file that is too large is written down once, not at every look', async () => {
  const project = await testProject();
  writeHuge(project, 'STATUS.md');
  const platform = await project.platform();
  await orient(platform, { kind: 'fix', readOnly: false });
  const log = project.file('LOG.md');
  expect(log).toContain(`- STATUS.md has ${HUGE_BYTES} bytes now`);
  await orient(platform, { kind: 'fix', readOnly: false });
  expect(project.file('LOG.md')).toBe(log);
});

verifies('SEC-011', 'a file that is too large is kept aside whole before it is restored', async () => {
  const project = await testProject();
  writeHuge(project, 'STATUS.md');
  const { kept } = await recover(await project.platform(), { action: 'salvage' });
  expect(kept).toHaveLength(1);
  expect(project.file('STATUS.md').length).toBeLessThan(100_000);
});

verifies('SEC-011', 'an archive of many years is no reason to stop', async () => {
  const project = await testProject();
  const entries = `## 2020-01-01 Session: old\n\n${'Old words. '.repeat(60)}\n\n`.repeat(8_000);
  project.write('.ai/handoff/LOG-ARCHIVE.md', `# Archive\n\n${entries}`);
  await begin(await project.platform(), { agent: 'ada', sessionId: 's1' });
  const result = await close(await project.platform(), { sessionId: 's1', tag: false, commit: true });
  expect(result).toMatchObject({ closed: true });
});

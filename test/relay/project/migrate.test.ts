import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { splitLog } from '../../../src/kernel/markdown/index.ts';
import { lint, migrate } from '../../../src/relay/project/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

const STATUS =
  '# Status\r\n\r\nBuild green.  \r\n\r\n## Build health\r\n\r\n| a | b |\r\n|---|---|\r\n\r\n## What is missing?\r\n\r\nDocs.';
const TRUST =
  '# Trust\n\n| Property | Status | Verified | Owner |\n|:--|---|---|---|\n| Build passes | verified | 2026-02-26 | Ada |\n';
const LOG = `# LOG\n\n${Array.from({ length: 12 }, (_, index) => `## [2026-02-${String(26 - index).padStart(2, '0')}] ada: ${index}\n\nText ${index}.\n\n`).join('')}`;

async function version1(): Promise<TestProject> {
  const project = await testProject({ init: false });
  for (const [name, text] of Object.entries({
    'STATUS.md': STATUS,
    'TRUST.md': TRUST,
    'LOG.md': LOG,
    'NEXT_ACTIONS.md': '- [ ] One\n',
  }))
    project.write(`.ai/handoff/${name}`, text);
  return project;
}

describe('migrate', () => {
  verifies(
    'PRJ-100',
    'adds manifest, markers, TTL and .aiignore, splits the log, and keeps every other byte',
    async () => {
      const project = await version1();
      await migrate(await project.platform(), {});
      const status = project.file('STATUS.md');
      expect(status.match(/<!-- SECTION: (\w+) -->/g)).toEqual([
        '<!-- SECTION: summary -->',
        '<!-- SECTION: build_health -->',
        '<!-- SECTION: what_is_missing -->',
      ]);
      expect(status.replaceAll(/<!-- \/?SECTION: \w+ -->\r\n/g, '').trimEnd()).toBe(STATUS);
      expect(project.file('TRUST.md')).toContain('| Build passes | verified | 2026-02-26 | Ada | 1d | 2026-02-27 |');
      expect(project.file('TRUST.md')).toContain('|:--|---|---|---|');
      expect(splitLog(project.file('LOG.md')).entries).toHaveLength(10);
      expect(
        [...splitLog(project.file('LOG.md')).entries, ...splitLog(project.file('LOG-ARCHIVE.md')).entries].map(
          ({ text }) => text,
        ),
      ).toEqual(splitLog(LOG).entries.map(({ text }) => text));
      expect(project.file('.aiignore')).toContain('sk-*');
      expect(JSON.parse(project.file('MANIFEST.json'))).toMatchObject({
        aahp_version: '2.0',
        files: { 'LOG-ARCHIVE.index.json': {} },
      });
      expect((await lint(await project.platform())).findings.filter(({ severity }) => severity === 'error')).toEqual(
        [],
      );
    },
  );

  verifies('PRJ-100', 'puts a log that was kept oldest first in order, and archives the oldest', async () => {
    const project = await version1();
    const [head = '', ...entries] = LOG.split(/^(?=## )/m);
    project.write('.ai/handoff/LOG.md', head + entries.toReversed().join(''));
    const orders = async (): Promise<unknown[]> =>
      (await lint(await project.platform())).findings.filter(({ rule }) => rule === 'log-order');
    expect(await orders()).toHaveLength(1);
    await migrate(await project.platform(), {});
    expect(project.file('LOG.md')).toBe(head + entries.slice(0, 10).join(''));
    expect(project.file('LOG-ARCHIVE.md')).toContain(entries.slice(10).join(''));
    expect(await orders()).toEqual([]);
    project.write('.ai/handoff/LOG.md', head + entries.slice(0, 3).toReversed().join(''));
    await migrate(await project.platform(), {});
    expect(project.file('LOG.md')).toBe(head + entries.slice(0, 3).join(''));
  });

  verifies('PRJ-100', 'shows a diff with --dry-run, and a second run changes nothing', async () => {
    const project = await version1();
    const { stdout } = await project.baton(['migrate', '--dry-run']);
    expect(stdout).toContain('+ <!-- SECTION: summary -->');
    expect(stdout).toContain('would change  STATUS.md');
    expect(existsSync(join(project.root, '.ai/handoff/MANIFEST.json'))).toBe(false);
    expect(existsSync(join(project.root, '.baton'))).toBe(false);
    await migrate(await project.platform(), {});
    const before = project.git('status', '--porcelain', '--untracked-files=all');
    const files = ['STATUS.md', 'TRUST.md', 'LOG.md', 'MANIFEST.json'].map((name) => project.file(name));
    expect(await migrate(await project.platform(), {})).toEqual({ changed: [], lost: [] });
    expect(['STATUS.md', 'TRUST.md', 'LOG.md', 'MANIFEST.json'].map((name) => project.file(name))).toEqual(files);
    expect(project.git('status', '--porcelain', '--untracked-files=all')).toBe(before);
    rmSync(join(project.root, '.ai/handoff/MANIFEST.json'));
    project.write('.ai/handoff/STATUS.md', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n');
    expect(await codeOf(migrate(await project.platform(), {}))).toBe('HANDOFF_FILE_CORRUPT');
  });
});

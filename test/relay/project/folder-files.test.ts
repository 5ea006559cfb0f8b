import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { begin, close, lint, verify } from '../../../src/relay/project/index.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

const CLOSE = { tag: false, commit: true, sessionId: 's' } as const;
const SECRET = 'DEPLOY_KEY=abcdef123456\n';
const HIDDEN = ['.env', 'NOTES.MD', 'notes.txt', 'sub/x.md'];

async function withFiles(options: { git?: boolean } = {}): Promise<TestProject> {
  const project = await testProject(options);
  project.write('.gitignore', '.ai/handoff/private.txt\n');
  project.write('.ai/handoff/private.txt', SECRET);
  for (const name of HIDDEN) project.write(`.ai/handoff/${name}`, SECRET);
  return project;
}

const hitsOf = (findings: readonly { rule: string; file?: string | undefined }[]): string[] =>
  findings.flatMap(({ rule, file }) => (rule === 'aiignore' ? [(file ?? '').slice('.ai/handoff/'.length)] : []));

const committed = (project: TestProject): string[] =>
  project.git('ls-tree', '-r', '--name-only', 'HEAD', '.ai/handoff').split('\n');

describe('everything below the folder', () => {
  verifies(
    ['PRJ-060', 'GRD-030'],
    'is looked at by lint, verify and close, whatever it is called and however deep it lies',
    async () => {
      const project = await withFiles();
      const platform = await project.platform();
      const seen = await lint(platform);
      expect(hitsOf(seen.findings).sort()).toEqual(HIDDEN);
      expect(seen.files).toEqual(expect.arrayContaining(HIDDEN));
      await begin(platform, { agent: 'ada', sessionId: 's' });
      const head = project.git('rev-parse', 'HEAD');
      const result = await close(platform, CLOSE);
      expect(result.closed).toBe(false);
      expect(hitsOf(result.findings).sort()).toEqual(HIDDEN);
      expect(project.git('rev-parse', 'HEAD')).toBe(head);
      project.git('add', '.ai/handoff');
      const [content] = (await verify(platform, 'precommit')).checks;
      expect(content).toMatchObject({ name: 'content', state: 'failed' });
      expect(hitsOf(content?.findings ?? []).sort()).toEqual(HIDDEN);
    },
  );

  verifies('PRJ-071', 'goes into the handoff unless git ignores it; the protocol’s own files always do', async () => {
    const project = await withFiles();
    const platform = await project.platform();
    project.write('.gitignore', '.ai/handoff/private.txt\n.ai/handoff/TRUST.md\n');
    for (const name of HIDDEN) project.write(`.ai/handoff/${name}`, 'Harmless.\n');
    project.write('.ai/handoff/picture.png', Buffer.from([0x89, 0x50, 0, 0xff]));
    symlinkSync('/etc', join(project.root, '.ai/handoff/outside'));
    await begin(platform, { agent: 'ada', sessionId: 's' });
    const result = await close(platform, CLOSE);
    expect(result.findings.map(({ rule, file, severity }) => [rule, file, severity])).toEqual([
      ['file-not-checked', '.ai/handoff/picture.png', 'warning'],
    ]);
    const names = committed(project);
    expect(names).toEqual(
      expect.arrayContaining([...HIDDEN, 'TRUST.md', 'picture.png', 'outside'].map((name) => `.ai/handoff/${name}`)),
    );
    expect(names).not.toContain('.ai/handoff/private.txt');
    expect(project.git('status', '--porcelain')).toBe('?? .gitignore');
    const { files } = JSON.parse(project.file('MANIFEST.json')) as { files: Record<string, unknown> };
    expect(Object.keys(files).filter((name) => !name.endsWith('.md'))).toEqual([]);
  });

  verifies('PRJ-060', 'that is too large to be looked at keeps the session open, and is named', async () => {
    const project = await testProject({ git: false });
    project.write('.ai/handoff/deep/down/dump.txt', 'x'.repeat(3 * 1024 * 1024));
    const platform = await project.platform();
    await begin(platform, { agent: 'ada', sessionId: 's' });
    const result = await close(platform, CLOSE);
    expect(result).toMatchObject({
      closed: false,
      findings: [{ rule: 'file-not-checked', file: '.ai/handoff/deep/down/dump.txt', severity: 'error' }],
    });
  });
});

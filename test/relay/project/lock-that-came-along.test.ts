import { readFileSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { composePlatform } from '../../../src/compose.ts';
import { begin, close, init, log } from '../../../src/relay/project/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { testProject } from '../../support/project.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const LOCK = '.ai/handoff/HANDOFF.lock';
const theirs = (startedMs: number): string =>
  JSON.stringify({ agent: 'mallory', started: new Date(startedMs).toISOString(), updating: [], session_id: 'theirs' });

verifies('SEC-005', 'a HANDOFF.lock that git tracks holds nothing; one that another tool wrote here does', async () => {
  const project = await testProject();
  project.write(LOCK, theirs(Date.now()));
  expect(await codeOf(begin(await project.platform(), { agent: 'ada' }))).toBe('SESSION_HELD');
  project.git('add', '--force', LOCK);
  project.git('commit', '--quiet', '-m', 'planted');
  const platform = await project.platform();
  await begin(platform, { agent: 'ada', sessionId: 's' });
  // Its own session is known by its mark, although git still tracks the file.
  expect(JSON.parse(project.read(LOCK))).toMatchObject({
    agent: 'ada',
    mark: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect(await codeOf(begin(await project.platform(), { agent: 'bob' }))).toBe('SESSION_HELD');
  await log(platform, { title: 'Something', body: '', sessionId: 's' });
  await close(platform, { context: 'Closed.', sessionId: 's', tag: false, commit: true });
});

verifies('SEC-005', 'a mark of another installation or another project is no mark', async () => {
  const project = await testProject();
  const platform = await project.platform();
  await begin(platform, { agent: 'ada', sessionId: 's' });
  const own = project.read(LOCK);
  const copy = await testProject();
  copy.write(LOCK, own);
  copy.git('add', '--force', LOCK);
  copy.git('commit', '--quiet', '-m', 'planted');
  expect(await begin(await copy.platform(), { agent: 'bob' })).toMatchObject({ agent: 'bob' });
});

verifies(
  'SEC-005',
  'without git a lock that was packed long before it came here, or says no time, holds nothing',
  async () => {
    for (const text of [theirs(Date.now() - 15 * 60_000), JSON.stringify({ agent: 'mallory', updating: [] })]) {
      const root = await tempFolder();
      const platform = await composePlatform({ folder: root, root, environment: { HOME: root } });
      await init(platform, { git: false, agentsMd: false });
      mkdirSync(join(root, '.ai/handoff'), { recursive: true });
      writeFileSync(join(root, LOCK), text);
      // An archive keeps the time of its files; when they came here only the system knows.
      utimesSync(join(root, LOCK), new Date(Date.now() - 15 * 60_000), new Date(Date.now() - 15 * 60_000));
      await begin(platform, { agent: 'ada' });
      expect(readFileSync(join(root, LOCK), 'utf8')).toContain('"agent": "ada"');
      await platform.close();
    }
  },
);

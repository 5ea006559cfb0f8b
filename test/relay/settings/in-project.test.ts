import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../../src/relay/settings/index.ts';
import { testProject } from '../../support/project.ts';

test('a command on another folder takes its lock in the data dir of that folder', async () => {
  const here = await testProject();
  const there = await testProject();
  const platform = await here.platform();
  const held = await inProject(platform, there.root, async ({ project }) => {
    expect([project.root, project.dataDir]).toEqual([there.root, join(there.root, '.baton')]);
    return await project.locks.acquire('handoff', { owner: 'a test' });
  });
  const own = await there.platform();
  expect(await own.project.locks.inspect('handoff')).toMatchObject({ owner: 'a test' });
  await held.release();
});

test('baton aahp manifest DIR leaves nothing in the folder it is run from', async () => {
  const here = await testProject({ init: false });
  const there = await testProject();
  expect((await here.baton(['aahp', 'manifest', there.root, '--quiet'])).code).toBe(0);
  expect(existsSync(join(here.root, '.baton'))).toBe(false);
  expect(existsSync(join(there.root, '.baton'))).toBe(true);
});

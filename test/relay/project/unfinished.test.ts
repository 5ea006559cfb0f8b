import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Platform } from '../../../src/kernel/ports/index.ts';
import { begin, close, orient, recover } from '../../../src/relay/project/index.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

const CLOSE = { tag: false, commit: true, sessionId: 's' } as const;
const PENDING = '.ai/handoff/.pending';
const LOCK = '.ai/handoff/HANDOFF.lock';

const remarking = (platform: Platform, remarks: string[]): Platform =>
  Object.create(platform, { remark: { value: (text: string) => remarks.push(text) } }) as Platform;

/** A close that decided everything and died before it moved the first file into place. */
async function cutShort(): Promise<{ project: TestProject; platform: Platform; remarks: string[] }> {
  const project = await testProject();
  project.git('add', '.ai');
  project.git('commit', '--quiet', '-m', 'set up');
  const remarks: string[] = [];
  const platform = remarking(await project.platform(), remarks);
  await begin(platform, { agent: 'ada', sessionId: 's' });
  const move = (): Promise<void> => Promise.reject(new Error('killed'));
  const dying = Object.create(platform, { files: { value: { ...platform.files, move } } }) as Platform;
  await expect(close(dying, { ...CLOSE, context: 'Words of the plan.' })).rejects.toThrow('killed');
  expect(readdirSync(join(project.root, PENDING))).toContain('plan.json');
  return { project, platform, remarks };
}

describe('a step that was cut short', () => {
  verifies('PRJ-072', 'is reported by recover, which carries it out only on request', async () => {
    const { project, platform } = await cutShort();
    expect(await recover(platform, { action: 'look' })).toMatchObject({ state: 'unfinished', commit: null });
    expect((await project.baton(['recover'])).code).toBe(1);
    expect(existsSync(join(project.root, PENDING))).toBe(true);
    expect(await recover(platform, { action: 'restore' })).toMatchObject({ state: 'finished' });
    expect(project.git('status', '--porcelain')).toBe('');
    expect(project.git('log', '-1', '--format=%s')).toBe('Handoff of ada: Words of the plan.');
    expect(await recover(platform, { action: 'look' })).toMatchObject({ state: 'clean' });
  });

  verifies(['PRJ-072', 'PRJ-073'], 'keeps aside, and names, what was written since it was decided', async () => {
    const { project, platform, remarks } = await cutShort();
    const byHand = `${project.file('LOG.md')}\nWritten by hand since.\n`;
    project.write('.ai/handoff/LOG.md', byHand);
    await begin(platform, { agent: 'bob', sessionId: 't' });
    expect(project.file('LOG.md')).toContain('Words of the plan');
    expect(project.file('LOG.md')).not.toContain('Written by hand since.');
    const [path] = /\.baton\/recovered\/\S+\/LOG\.md/.exec(remarks.join('\n')) ?? [''];
    expect(project.read(path)).toBe(byHand);
    expect(remarks).toHaveLength(1);
  });

  verifies('PRJ-072', 'is read whole by a reader who meets another process carrying it out', async () => {
    const { platform } = await cutShort();
    let isCarriedOut = false;
    const { stat } = platform.files;
    const meeting = Object.create(platform, {
      files: {
        value: {
          ...platform.files,
          // The staged file has just been seen when the other process moves it into place.
          async stat(path: string) {
            const found = await stat(path);
            if (path.endsWith('.new') && !isCarriedOut) {
              isCarriedOut = true;
              await recover(platform, { action: 'restore' });
            }
            return found;
          },
        },
      },
    }) as Platform;
    const { text } = await orient(meeting, { kind: 'fix', readOnly: true });
    expect(isCarriedOut).toBe(true);
    expect(text).toContain('Words of the plan.');
    expect(text).not.toContain('outside the protocol');
  });

  verifies('PRJ-073', 'is not committed where another branch or commit is checked out by then', async () => {
    const { project, platform, remarks } = await cutShort();
    project.git('stash', '--quiet');
    project.git('checkout', '--quiet', '-b', 'other');
    await begin(platform, { agent: 'bob', sessionId: 't' });
    expect(project.git('log', '--format=%s', 'other')).toBe('set up\nfirst');
    expect(remarks.join('\n')).toContain('not committed: another commit or branch is checked out');
    expect(project.file('LOG.md')).toContain('Words of the plan');
    expect(existsSync(join(project.root, PENDING))).toBe(false);
  });

  test('leaves a lock alone that somebody put there since', async () => {
    const { project, platform } = await cutShort();
    const foreign = JSON.stringify({ agent: 'eve', started: new Date().toISOString(), updating: [] });
    project.write(LOCK, foreign);
    await expect(begin(platform, { agent: 'bob' })).rejects.toThrow('held by eve');
    expect(project.read(LOCK)).toBe(foreign);
  });
});

describe('git that refuses', () => {
  verifies('PRJ-071', 'a tag: the commit stands, and what comes next works', async () => {
    const project = await testProject();
    const remarks: string[] = [];
    const platform = remarking(await project.platform(), remarks);
    project.git('tag', 'aahp');
    await begin(platform, { agent: 'ada', sessionId: 's' });
    const result = await close(platform, { ...CLOSE, tag: true });
    expect(result).toMatchObject({
      closed: true,
      commit: project.git('rev-parse', 'HEAD'),
      tag: null,
      commit_failed: false,
      note: expect.stringContaining('not tagged') as string,
    });
    expect(remarks.join('\n')).toContain('not tagged');
    expect(project.git('status', '--porcelain')).toBe('');
    await begin(platform, { agent: 'bob', sessionId: 't' });
  });

  verifies(
    ['PRJ-071', 'PRJ-073'],
    'a commit: the files are complete, it is said, and what comes next works',
    async () => {
      const project = await testProject();
      project.write('.git/refs/heads/main.lock', '');
      await project.data(['begin', '--agent', 'ada']);
      const { code, stdout } = await project.baton(['close', '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        data: {
          closed: true,
          commit: null,
          commit_failed: true,
          note: expect.stringContaining('not committed') as string,
        },
      });
      expect(readdirSync(join(project.root, '.ai/handoff')).filter((name) => /lock|pending/.test(name))).toEqual([]);
      await project.data(['begin', '--agent', 'bob']);
      rmSync(join(project.root, '.git/refs/heads/main.lock'));
      expect(await project.data(['close'])).toMatchObject({ closed: true, commit: project.git('rev-parse', 'HEAD') });
      expect(project.git('status', '--porcelain')).toBe('');
    },
  );
});

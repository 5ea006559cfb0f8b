import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { addHookBlock, regenerateStatus } from '../../../src/protocols/project/index.ts';
import {
  begin,
  close,
  handoff,
  lint,
  log,
  manifest,
  migrate,
  next,
  orient,
  recover,
  set,
  trust,
  verify,
  who,
} from '../../../src/relay/project/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { testProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

const CLOSE = { tag: false, commit: true } as const;
const SECRET = 'DEPLOY_TOKEN=abcdef1234567890';

describe('honest provenance', () => {
  verifies('PRJ-162', 'an edit from outside stays Assumed, and who never names the agent that closed', async () => {
    const project = await testProject();
    const platform = await project.platform();
    await begin(platform, { agent: 'ada', sessionId: 'one' });
    await set(platform, { file: 'STATUS.md', section: 'summary', body: 'Green.', create: false, sessionId: 'one' });
    await close(platform, { ...CLOSE, sessionId: 'one' });
    await begin(platform, { agent: 'bob', sessionId: 'two' });
    project.write('.ai/handoff/STATUS.md', `${project.file('STATUS.md')}\n## Rumour\n\nThe server is down.\n`);
    await log(platform, { title: 'Honest work', body: '', sessionId: 'two' });
    const result = await close(platform, { ...CLOSE, sessionId: 'two' });
    expect(result).toMatchObject({ closed: true, adopted: [expect.stringMatching(/^STATUS\.md/)] });
    expect(await who(platform, 'The server is down')).toMatchObject({ agent: 'unknown', adopted_by: 'two' });
    expect(await who(platform, 'Green.')).toMatchObject({ agent: 'ada', session: 'one' });
    const seen = await orient(platform, { kind: 'fix', readOnly: true });
    expect(seen.files.find(({ name }) => name === 'STATUS.md')).toMatchObject({ trust: 'Assumed' });
    expect(seen.text).toContain('Changed outside, adopted by two: STATUS.md');
    await begin(platform, { agent: 'eve', sessionId: 'three' });
    await trust(platform, { action: 'verify', property: 'STATUS.md', sessionId: 'three' });
    await close(platform, { ...CLOSE, sessionId: 'three' });
    const later = await orient(platform, { kind: 'fix', readOnly: true });
    expect(later.files.find(({ name }) => name === 'STATUS.md')).toMatchObject({ trust: 'Verified' });
  });

  verifies('PRJ-162', 'after a salvage one section that is set verifies no other of the dead session', async () => {
    const project = await testProject();
    const platform = await project.platform();
    await handoff(platform, { done: 'Start.', agent: 'ada' });
    await begin(platform, { agent: 'bob', sessionId: 'dead' });
    for (const section of ['summary', 'build_health'])
      await set(platform, { file: 'STATUS.md', section, body: 'Half.', create: false, sessionId: 'dead' });
    const lock = JSON.parse(project.read('.ai/handoff/HANDOFF.lock')) as object;
    project.write('.ai/handoff/HANDOFF.lock', JSON.stringify({ ...lock, pid: 2 ** 30 }));
    await recover(platform, { action: 'salvage' });
    await begin(platform, { agent: 'eve', sessionId: 'next' });
    await set(platform, { file: 'STATUS.md', section: 'summary', body: 'Checked.', create: false, sessionId: 'next' });
    await close(platform, { ...CLOSE, sessionId: 'next' });
    const { files } = JSON.parse(project.file('MANIFEST.json')) as { files: Record<string, { sections?: object }> };
    expect(files['STATUS.md']?.sections).toEqual({ build_health: { trust: 'unknown' } });
  });
});

describe('what close would refuse', () => {
  verifies('PRJ-165', 'is refused at once by log, set and next add, and the last entry can be corrected', async () => {
    const project = await testProject();
    const platform = await project.platform();
    rmSync(join(project.root, '.ai/handoff/.aiignore'));
    await begin(platform, { agent: 'ada', sessionId: 's' });
    const sessionId = 's';
    expect(await codeOf(log(platform, { title: 'Key', body: SECRET, sessionId }))).toBe('CONTENT_REFUSED');
    expect(
      await codeOf(set(platform, { file: 'STATUS.md', section: 'summary', body: SECRET, create: false, sessionId })),
    ).toBe('CONTENT_REFUSED');
    expect(await codeOf(next(platform, { action: 'add', item: SECRET, sessionId }))).toBe('CONTENT_REFUSED');
    await log(platform, { title: 'Frist try', body: 'one', sessionId });
    await log(platform, { title: 'First try', body: 'two', amend: true, sessionId });
    expect(project.file('LOG.md')).not.toContain('Frist');
    expect(project.file('LOG.md')).toMatch(/ada: First try[\s\S]*two/);
    const { findings } = await lint(platform);
    expect(findings.map(({ rule }) => rule)).toContain('aiignore-missing');
    expect(await close(platform, { ...CLOSE, sessionId })).toMatchObject({ closed: true });
  });

  verifies('PRJ-164', 'what was there before is reported apart and blocks nobody; CI still fails on it', async () => {
    const project = await testProject();
    const platform = await project.platform();
    project.write(
      '.ai/handoff/NOTES.md',
      `# Notes\n\n${SECRET}\n\nMail comes from noreply@corp.com, the package is @scope/pkg.com, the header says Bearer <token>.\n`,
    );
    await begin(platform, { agent: 'ada', sessionId: 's' });
    const result = await close(platform, { ...CLOSE, sessionId: 's' });
    expect(result).toMatchObject({ closed: true, standing: [{ rule: 'aiignore', line: 3 }] });
    expect((await verify(platform, 'ci')).ok).toBe(false);
    const { findings } = await lint(platform);
    expect(findings.filter(({ severity, line }) => severity === 'error' && line === 5)).toEqual([]);
    await begin(platform, { agent: 'ada', sessionId: 't' });
    project.write('.ai/handoff/NOTES.md', `${project.file('NOTES.md')}\nOTHER_KEY=zyxwvu0987654321\n`);
    expect(await close(platform, { ...CLOSE, sessionId: 't' })).toMatchObject({ closed: false });
  });
});

describe('one call hands over', () => {
  verifies(
    'PRJ-171',
    'the first handoff of a project says what was done in STATUS.md, later ones leave it',
    async () => {
      const project = await testProject();
      const platform = await project.platform();
      await handoff(platform, { agent: 'ada', done: 'Drafted the parser.' });
      expect(project.file('STATUS.md')).toContain('<!-- SECTION: summary -->\nDrafted the parser.\n<!-- /SECTION');
      await handoff(platform, { agent: 'ada', done: 'Renamed a variable.' });
      expect(project.file('STATUS.md')).toContain('Drafted the parser.');
      expect(project.file('STATUS.md')).not.toContain('Renamed a variable.');
    },
  );

  verifies('PRJ-171', 'log, status, next, claims and commit in one step, from flags, JSON or the library', async () => {
    const project = await testProject();
    const { stdout, code } = await project.baton([
      'handoff',
      '--agent',
      'ada',
      '--done',
      'Fixed CORS. 12 of 12 pass.',
      '--status',
      'Build green.',
      '--next',
      'Deploy',
      '--next',
      'Write docs',
      '--verified',
      'Build passes',
    ]);
    expect([code, stdout.trim().split('\n')]).toEqual([
      0,
      [expect.stringMatching(/^handed over {2}commit [0-9a-f]{7}/)],
    ]);
    expect(project.git('rev-list', '--count', 'HEAD')).toBe('2');
    expect(project.file('LOG.md')).toContain('ada: Fixed CORS.');
    expect(project.file('STATUS.md')).toContain('Build green.');
    expect(project.file('NEXT_ACTIONS.md')).toContain('- [ ] Deploy\n- [ ] Write docs\n');
    expect(project.file('TRUST.md')).toMatch(/Build passes \| verified/);
    expect(project.git('status', '--porcelain')).toBe('');
    const input = JSON.stringify({ done: 'More.', next: ['Third'], agent: 'bob' });
    expect((await project.baton(['handoff', '-'], { input })).code).toBe(0);
    expect(project.file('NEXT_ACTIONS.md')).toContain('- [ ] Third\n');
    const before = project.git('rev-parse', 'HEAD');
    const platform = await project.platform();
    expect(await handoff(platform, { done: 'Oops.', status: SECRET, agent: 'eve' })).toMatchObject({ closed: false });
    expect([project.git('rev-parse', 'HEAD'), project.git('status', '--porcelain')]).toEqual([before, '']);
    await begin(platform, { agent: 'ada', sessionId: 'held' });
    expect(await codeOf(handoff(platform, { done: 'x', agent: 'bob', sessionId: 'other' }))).toBe('SESSION_HELD');
    expect(await handoff(platform, { done: 'Within.', sessionId: 'held' })).toMatchObject({
      closed: true,
      session_id: 'held',
    });
  });
});

describe('gates and hooks', () => {
  verifies('PRJ-167', 'drift is compared with the base of the change, and never with itself', async () => {
    const project = await testProject();
    const platform = await project.platform();
    await handoff(platform, { done: 'Start.', agent: 'ada' });
    const base = project.git('rev-parse', 'HEAD');
    project.git('update-ref', 'refs/remotes/origin/main', base);
    project.write('code.txt', 'two\n');
    project.git('commit', '--quiet', '--no-verify', '-am', 'code');
    const drift = async (hints = {}) =>
      (await verify(platform, 'ci', hints)).checks.find(({ name }) => name === 'drift');
    expect(await drift()).toMatchObject({ state: 'failed', note: expect.stringContaining('origin/main') as string });
    project.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(await drift()).toMatchObject({ state: 'failed', note: expect.stringContaining('HEAD~1') as string });
    expect(await drift({ base: 'HEAD' })).toMatchObject({ state: 'ok' });
    expect(await codeOf(drift({ base: 'no-such' }))).toBe('INPUT_INVALID');
    expect(await drift({ candidates: [base] })).toMatchObject({ state: 'failed' });
    const lone = await testProject();
    const row = (await verify(await lone.platform(), 'ci')).checks.find(({ name }) => name === 'drift');
    expect(row).toMatchObject({ state: 'skipped', note: expect.stringMatching(/^skipped: /) as string });
    project.write('.ai/handoff/STATUS.md', `${project.file('STATUS.md')}\nmore\n`);
    const { checks } = await verify(platform, 'ci');
    expect(checks.find(({ name }) => name === 'integrity')?.note).toContain('not staged: STATUS.md');
  });

  verifies(
    'PRJ-169',
    'hooks without baton fail loudly; migrate writes .gitignore; branches and lost files are said',
    async () => {
      const hook = addHookBlock(undefined, 'precommit', '') ?? '';
      expect(hook).toMatch(/cannot be checked[\s\S]*exit 1/);
      const project = await testProject();
      const platform = await project.platform();
      project.write('.git/hooks/pre-commit', hook);
      project.git('config', 'core.hooksPath', '.git/hooks');
      rmSync(join(project.root, '.ai/handoff/.gitignore'), { force: true });
      await migrate(platform, {});
      expect(project.read('.ai/handoff/.gitignore')).toContain('HANDOFF.lock');
      await begin(platform, { agent: 'ada', sessionId: 's' });
      project.git('checkout', '--quiet', '-b', 'other');
      expect(await close(platform, { ...CLOSE, sessionId: 's' })).toMatchObject({
        closed: true,
        note: 'begun on main, closed on other',
      });
      rmSync(join(project.root, '.ai/handoff/STATUS.md'));
      const seen = await orient(platform, { kind: 'fix', readOnly: true });
      expect(seen.text).toContain('Made again from LOG.md');
      const entries = '## [2026-01-02] baton: Warning: X changed\n\nx\n\n## [2026-01-01] ada: Real work\n\ny\n';
      expect(regenerateStatus(entries, [])).toContain('Last: ada: Real work');
    },
  );

  verifies('PRJ-166', 'a manifest of another shape blocks neither manifest, close nor migrate', async () => {
    for (const text of ['{"files": []}', '<<<<<<< HEAD\n{', '{"tasks": {"T-001": {"title": "x", "status": "open"}}}']) {
      const project = await testProject();
      project.write('.ai/handoff/MANIFEST.json', text);
      const platform = await project.platform();
      await begin(platform, { agent: 'ada', sessionId: 's' });
      expect(await codeOf(next(platform, { action: 'add', item: 'One', sessionId: 's' }))).toBe('ok');
      expect(await close(platform, { ...CLOSE, sessionId: 's' })).toMatchObject({ closed: true });
      project.write('.ai/handoff/MANIFEST.json', text);
      expect(await codeOf(migrate(platform, {}))).toBe('ok');
      project.write('.ai/handoff/MANIFEST.json', text);
      expect(await codeOf(manifest(platform, {}))).toBe('ok');
      expect((await project.baton(['aahp', 'manifest'])).code).toBe(0);
    }
  });
});

verifies('PRJ-171', 'a handoff finishes next actions, and the same one again changes nothing on the list', async () => {
  const project = await testProject();
  await project.data([
    'handoff',
    '--agent',
    'ada',
    '--done',
    'Planned',
    '--next',
    'First',
    '--next',
    'Second',
    '--next',
    'Third',
  ]);
  // Numbers are those of the list before.
  const call = [
    'handoff',
    '--agent',
    'ada',
    '--done',
    'Did two',
    '--finished',
    '1',
    '--finished',
    'second',
    '--next',
    'Fourth',
  ];
  expect(await project.data(call)).toMatchObject({ closed: true, added: 1 });
  const list = async () => {
    const { active, completed } = (await project.data(['next'])) as Record<string, { title: string }[]>;
    return {
      active: active?.map(({ title }) => title),
      completed: completed?.map(({ title }) => title.slice(0, -13)).toSorted(),
    };
  };
  expect(await list()).toEqual({ active: ['Third', 'Fourth'], completed: ['First', 'Second'] });
  const again = ['handoff', '--agent', 'ada', '--done', 'Did two', '--finished', 'First', '--next', ' fourth '];
  const { stdout } = await project.baton(again);
  expect(stdout).toContain('0 next actions added, 1 there already');
  expect(await list()).toEqual({ active: ['Third', 'Fourth'], completed: ['First', 'Second'] });
  const before = project.git('rev-parse', 'HEAD');
  expect((await project.baton(['handoff', '--done', 'Nothing', '--finished', 'Unheard of'])).code).not.toBe(0);
  expect(project.git('rev-parse', 'HEAD')).toBe(before);
  const input = JSON.stringify({ done: 'Third too', finished: 'Third' });
  expect((await project.baton(['handoff', '-'], { input })).code).toBe(0);
  expect((await list()).active).toEqual(['Fourth']);
});

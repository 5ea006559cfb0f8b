import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Platform } from '../../../src/kernel/ports/index.ts';
import {
  begin,
  close,
  diff,
  handoff,
  history,
  inSession,
  log,
  manifest,
  next,
  orient,
  recover,
  restore,
  set,
  tag,
  trust,
  who,
} from '../../../src/relay/project/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

const CLOSE = { tag: false, commit: true } as const;
const LOCK = '.ai/handoff/HANDOFF.lock';

/** One finished session, and one that died after writing. */
async function interrupted(): Promise<{ project: TestProject; platform: Platform; clean: string }> {
  const project = await testProject();
  const platform = await project.platform();
  await begin(platform, { agent: 'ada', sessionId: 'clean' });
  await set(platform, {
    file: 'STATUS.md',
    section: 'summary',
    body: 'Clean state.',
    create: false,
    sessionId: 'clean',
  });
  await next(platform, { action: 'add', item: 'Something', sessionId: 'clean' });
  await close(platform, { ...CLOSE, sessionId: 'clean' });
  const clean = project.git('rev-parse', 'HEAD');
  await begin(platform, { agent: 'bob', sessionId: 'dead' });
  await set(platform, { file: 'STATUS.md', section: 'summary', body: 'Half done.', create: false, sessionId: 'dead' });
  await log(platform, { title: 'Half an entry', body: 'Words of the dead.', sessionId: 'dead' });
  await trust(platform, { action: 'add', property: 'It works', status: 'verified', sessionId: 'dead' });
  const lock = JSON.parse(project.read(LOCK)) as object;
  project.write(LOCK, JSON.stringify({ ...lock, pid: 2 ** 30, pid_started: undefined }));
  return { project, platform, clean };
}

describe('recovery', () => {
  verifies('PRJ-072', 'a left lock means recovery: shown as Unknown, nothing written, options offered', async () => {
    const { project, platform, clean } = await interrupted();
    const before = project.file('LOG.md');
    const seen = await orient(platform, { kind: 'fix', readOnly: false });
    expect(seen).toMatchObject({ mode: 'recovery', logged: [] });
    expect(seen.files.slice(0, 2).map(({ name, trust: label }) => [name, label])).toEqual([
      ['NEXT_ACTIONS.md', 'Verified'],
      ['STATUS.md', 'Unknown'],
    ]);
    expect(await codeOf(begin(platform, { agent: 'eve' }))).toBe('RECOVERY_NEEDED');
    expect(await recover(platform, { action: 'look' })).toMatchObject({
      state: 'interrupted',
      clean_commit: clean,
      kept: [],
      changed: ['LOG.md', 'STATUS.md', 'TRUST.md'],
      session: { agent: 'bob', session_id: 'dead' },
    });
    expect(project.file('LOG.md')).toBe(before);
    expect((await project.baton(['recover'])).code).toBe(1);
  });

  verifies('PRJ-072', 'a manifest that the session made itself vouches for nothing it left', async () => {
    const { project, platform } = await interrupted();
    const lock = project.read(LOCK);
    project.write(LOCK, JSON.stringify({ ...(JSON.parse(lock) as object), pid: process.pid }));
    await manifest(platform, { sessionId: 'dead', context: 'Words of the dead session.' });
    project.write(LOCK, lock);
    const seen = await orient(platform, { kind: 'fix', readOnly: true });
    expect(seen.mode).toBe('recovery');
    expect(seen.files.slice(0, 2).map(({ name, trust: label }) => [name, label])).toEqual([
      ['NEXT_ACTIONS.md', 'Verified'],
      ['STATUS.md', 'Unknown'],
    ]);
    expect(seen.text).not.toContain('Words of the dead session.');
    const loose = await testProject({ git: false });
    const still = await loose.platform();
    await begin(still, { agent: 'bob', sessionId: 'dead' });
    await manifest(still, { sessionId: 'dead' });
    const left = JSON.parse(loose.read(LOCK)) as object;
    loose.write(LOCK, JSON.stringify({ ...left, pid: 2 ** 30, pid_started: undefined }));
    const { files } = await orient(still, { kind: 'fix', readOnly: true });
    expect(new Set(files.map(({ trust: label }) => label))).toEqual(new Set(['Unknown']));
  });

  verifies('PRJ-072', 'restore goes back to the clean commit, keeps every byte aside and logs it', async () => {
    const { project, platform, clean } = await interrupted();
    project.write('.ai/handoff/NOTES.md', '# Notes\n\nDEPLOY_KEY=abcdef123456\n');
    const names = ['LOG.md', 'STATUS.md', 'TRUST.md', 'NOTES.md'];
    const written = names.map((name) => project.file(name));
    const result = await recover(platform, { action: 'restore' });
    expect(result).toMatchObject({ state: 'recovered', clean_commit: clean });
    const kept = Object.fromEntries(
      result.kept.map((path) => [path.slice(path.lastIndexOf('/') + 1), project.read(path)]),
    );
    expect(names.map((name) => kept[name])).toEqual(written);
    expect(existsSync(join(project.root, '.ai/handoff/NOTES.md'))).toBe(false);
    expect(project.git('ls-tree', '--name-only', 'HEAD', '.ai/handoff/')).not.toContain('NOTES.md');
    expect(project.file('STATUS.md')).toContain('Clean state.');
    expect(project.file('STATUS.md')).not.toContain('Half done.');
    expect(project.file('LOG.md')).toContain('Recovery after bob');
    for (const path of result.kept) expect(project.file('LOG.md')).toContain(path);
    expect(existsSync(join(project.root, LOCK))).toBe(false);
    expect(project.git('status', '--porcelain')).toBe('');
    expect(await orient(platform, { kind: 'fix', readOnly: true })).toMatchObject({
      mode: 'normal',
      health: expect.arrayContaining([expect.objectContaining({ step: 4, ok: true })]) as unknown,
    });
  });

  verifies('PRJ-072', 'salvage keeps what was written, as Unknown, until somebody vouches for it', async () => {
    const { project, platform } = await interrupted();
    await recover(platform, { action: 'salvage' });
    expect(project.file('STATUS.md')).toContain('Half done.');
    expect(project.file('LOG.md')).toContain('Words of the dead.');
    expect(project.file('TRUST.md')).toMatch(/It works \| unknown/);
    const labels = async () =>
      Object.fromEntries(
        (await orient(platform, { kind: 'fix', readOnly: true })).files
          .slice(0, 2)
          .map(({ name, trust: label }) => [name, label]),
      );
    expect(await labels()).toEqual({ 'STATUS.md': 'Unknown', 'NEXT_ACTIONS.md': 'Verified' });
    await begin(platform, { agent: 'eve', sessionId: 'next' });
    await set(platform, { file: 'STATUS.md', section: 'summary', body: 'Checked.', create: false, sessionId: 'next' });
    await close(platform, { ...CLOSE, sessionId: 'next' });
    expect(await labels()).toEqual({ 'STATUS.md': 'Verified', 'NEXT_ACTIONS.md': 'Verified' });
  });

  verifies(
    'PRJ-072',
    'the clean commit is the newest without a lock whose manifest matches its own files',
    async () => {
      const { project, platform, clean } = await interrupted();
      project.git('add', '--force', '.ai');
      project.git('commit', '--quiet', '-m', 'with lock and half the files');
      rmSync(join(project.root, LOCK));
      project.git('rm', '--quiet', '--cached', LOCK);
      project.git('commit', '--quiet', '-m', 'lock gone, manifest still wrong');
      writeFileSync(
        join(project.root, LOCK),
        JSON.stringify({ agent: 'bob', started: '2026-01-01T00:00:00Z', updating: [], session_id: 'dead' }),
      );
      expect((await recover(platform, { action: 'look' })).clean_commit).toBe(clean);
      await recover(platform, { action: 'restore' });
      expect(project.file('STATUS.md')).toContain('Clean state.');
    },
  );

  verifies(
    ['PRJ-060', 'PRJ-072'],
    'what the checks of a handoff would stop is recovered, but not committed',
    async () => {
      const { project, platform, clean } = await interrupted();
      project.write('.ai/handoff/STATUS.md', `${project.file('STATUS.md')}\nDEPLOY_KEY=abcdef123456\n`);
      const result = await recover(platform, { action: 'salvage' });
      expect(result).toMatchObject({ state: 'recovered', commit: null, note: 'not committed: a check failed' });
      expect(result.findings.map(({ rule, file }) => [rule, file])).toContainEqual([
        'aiignore',
        '.ai/handoff/STATUS.md',
      ]);
      expect(project.git('rev-parse', 'HEAD')).toBe(clean);
      expect(existsSync(join(project.root, LOCK))).toBe(false);
      expect(project.file('STATUS.md')).toContain('Half done.');
    },
  );

  verifies('PRJ-072', 'restore brings .aiignore back too, and never an id that was given away', async () => {
    const { project, platform } = await interrupted();
    const patterns = project.file('.aiignore');
    project.write('.ai/handoff/.aiignore', '');
    const left = JSON.parse(project.file('MANIFEST.json')) as object;
    project.write('.ai/handoff/MANIFEST.json', JSON.stringify({ ...left, next_task_id: 7 }));
    await recover(platform, { action: 'restore' });
    expect(project.file('.aiignore')).toBe(patterns);
    expect(project.git('status', '--porcelain')).toBe('');
    expect(JSON.parse(project.file('MANIFEST.json'))).toMatchObject({ next_task_id: 7 });
  });

  verifies(
    'PRJ-072',
    'a manifest nobody can use is kept aside byte for byte, with or without a clean commit',
    async () => {
      for (const bytes of [Buffer.from('{ "tasks": "half'), Buffer.from([0x7b, 0xff, 0xfe, 0x7d])]) {
        for (const isCommitted of [true, false]) {
          const project = await testProject({ git: isCommitted });
          const platform = await project.platform();
          await begin(platform, { agent: 'bob', sessionId: 'dead' });
          const lock = JSON.parse(readFileSync(join(project.root, LOCK), 'utf8')) as object;
          project.write(LOCK, JSON.stringify({ ...lock, pid: 4_194_303, pid_started: undefined }));
          project.write('.ai/handoff/MANIFEST.json', bytes);
          const { kept } = await recover(platform, { action: 'salvage' });
          const path = kept.find((each) => each.endsWith('/MANIFEST.json')) ?? '';
          expect(readFileSync(join(project.root, path)).equals(bytes)).toBe(true);
        }
      }
    },
  );

  verifies('PRJ-070', 'a live holder never means recovery', async () => {
    const project = await testProject();
    await begin(await project.platform(), { agent: 'ada', sessionId: 's' });
    expect(await codeOf(recover(await project.platform(), { action: 'restore' }))).toBe('SESSION_HELD');
  });
});

describe('graceful degradation', () => {
  const withAction = async (): Promise<{ project: TestProject; platform: Platform }> => {
    const project = await testProject();
    const platform = await project.platform();
    await begin(platform, { agent: 'ada', sessionId: 's' });
    await next(platform, { action: 'add', item: 'Work', sessionId: 's' });
    await log(platform, { title: 'Auth middleware', body: 'Twelve tests pass.', sessionId: 's' });
    await close(platform, { ...CLOSE, sessionId: 's' });
    return { project, platform };
  };

  verifies('PRJ-080', 'MANIFEST.json missing: all files are read, as in v1', async () => {
    const { project, platform } = await withAction();
    rmSync(join(project.root, '.ai/handoff/MANIFEST.json'));
    const seen = await orient(platform, { kind: 'fix', readOnly: false });
    expect(seen.mode).toBe('v1');
    expect(seen.files.map(({ name }) => name)).toEqual([
      'NEXT_ACTIONS.md',
      'STATUS.md',
      'LOG.md',
      'TRUST.md',
      'CONVENTIONS.md',
      'WORKFLOW.md',
    ]);
    expect(seen.files.every(({ trust: label }) => label === 'Assumed')).toBe(true);
  });

  verifies(
    ['PRJ-080', 'PRJ-081'],
    'STATUS.md corrupted: made again from the last entries and git history',
    async () => {
      for (const damage of [
        Buffer.from([0xff, 0xfe, 0x41]),
        Buffer.alloc(0),
        Buffer.from('# S\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n'),
        Buffer.from('# S\n\n<!-- SECTION: summary -->\ncut'),
      ]) {
        const { project, platform } = await withAction();
        project.write('.ai/handoff/STATUS.md', damage);
        const seen = await orient(platform, { kind: 'fix', readOnly: true });
        expect(seen.health[3]).toMatchObject({ ok: false, result: expect.stringContaining('STATUS.md') as string });
        expect(seen.files.find(({ name }) => name === 'STATUS.md')).toMatchObject({ trust: 'Assumed' });
        expect(seen.text).toContain('Made again from LOG.md and git history');
        expect(seen.text).toContain('ada: Auth middleware');
        expect(seen.text).toContain('Handoff of ada');
        // A cut is known by the lines there were; whatever else is damage is damage in the manifest's eyes too.
        if (!damage.includes('SECTION')) {
          await manifest(platform, {});
          const again = await orient(platform, { kind: 'fix', readOnly: true });
          expect(again.files.find(({ name }) => name === 'STATUS.md')).toMatchObject({ trust: 'Assumed' });
          expect(again.text).toContain('Made again from LOG.md and git history');
        }
        const result = await recover(platform, { action: 'restore' });
        expect(result.state).toBe('recovered');
        expect(readFileSync(join(project.root, result.kept[0] ?? '')).equals(damage)).toBe(true);
        expect(project.file('STATUS.md')).toContain('Made again from LOG.md');
      }
    },
  );

  verifies(
    'PRJ-080',
    'NEXT_ACTIONS.md empty: the dashboard; both empty: the owner is told, and only an agent alone stops',
    async () => {
      const { project, platform } = await withAction();
      project.write('.ai/handoff/NEXT_ACTIONS.md', '');
      project.write('.ai/handoff/DASHBOARD.md', '# Dashboard\n\nThe queue is long.\n');
      expect((await orient(platform, { kind: 'fix', readOnly: true })).text).toContain('The queue is long.');
      rmSync(join(project.root, '.ai/handoff/DASHBOARD.md'));
      const told: unknown[] = [];
      const watched = Object.create(platform, {
        notifier: { value: { notify: (notice: unknown) => told.push(notice) } },
      }) as Platform;
      expect((await orient(watched, { kind: 'fix', readOnly: false })).mode).toBe('idle');
      expect(told).toEqual([expect.objectContaining({ type: 'project.idle' })]);
      const quiet = await project.baton(['orient']);
      expect(quiet.code).toBe(0);
      expect(quiet.stdout).not.toMatch(/\bstop\b/i);
      expect((await project.baton(['orient', '--strict'])).code).toBe(1);
      expect((await project.baton(['orient'], { env: { BATON_UNATTENDED: '1' } })).code).toBe(1);
      rmSync(join(project.root, '.ai/handoff/NEXT_ACTIONS.md'));
      expect((await orient(platform, { kind: 'fix', readOnly: true })).mode).toBe('idle');
      project.write('.ai/handoff/NEXT_ACTIONS.md', '# Next\n\n## Recently Completed\n\n- [x] All of it\n');
      project.write('.ai/handoff/DASHBOARD.md', '# Dashboard\n\n- [ ] Ship\n');
      const shown = await orient(platform, { kind: 'fix', readOnly: true });
      expect(shown.files.map(({ name }) => name)).toEqual(['NEXT_ACTIONS.md', 'STATUS.md', 'DASHBOARD.md', 'LOG.md']);
      expect(shown).toMatchObject({ mode: 'normal', text: expect.stringContaining('- [ ] Ship') as string });
      const fresh = await testProject();
      expect((await fresh.baton(['orient'])).code).toBe(0);
    },
  );

  verifies('PRJ-080', 'LOG.md missing: started again with the gap noted; all files missing: bootstrap', async () => {
    const { project, platform } = await withAction();
    rmSync(join(project.root, '.ai/handoff/LOG.md'));
    expect((await orient(platform, { kind: 'fix', readOnly: true })).health[3]).toMatchObject({
      ok: false,
      result: 'missing: LOG.md; LOG.md is missing; the next session starts a new one',
    });
    await begin(platform, { agent: 'ada', sessionId: 's' });
    expect(project.file('LOG.md')).toContain('LOG.md was missing');
    await close(platform, { ...CLOSE, sessionId: 's' });
    rmSync(join(project.root, '.ai'), { recursive: true });
    expect((await orient(platform, { kind: 'fix', readOnly: true })).mode).toBe('bootstrap');
    expect((await project.data(['init']))['created']).toHaveLength(9);
  });

  verifies(
    'PRJ-080',
    'all files but the manifest missing: bootstrap, and no session that would hand that over',
    async () => {
      const { project, platform } = await withAction();
      for (const name of readdirSync(join(project.root, '.ai/handoff')).filter((each) => each.endsWith('.md')))
        rmSync(join(project.root, '.ai/handoff', name));
      const seen = await orient(platform, { kind: 'fix', readOnly: false });
      expect(seen).toMatchObject({ mode: 'bootstrap', logged: [] });
      expect(seen.text).toContain('baton restore FILE');
      expect(await codeOf(begin(platform, { agent: 'eve' }))).toBe('PROJECT_NOT_FOUND');
      expect(existsSync(join(project.root, '.ai/handoff/LOG.md'))).toBe(false);
      const head = project.git('rev-parse', 'HEAD');
      const open = { agent: 'eve', started: new Date().toISOString(), updating: [], session_id: 'e' };
      project.write(LOCK, JSON.stringify(open));
      expect(await codeOf(close(platform, { ...CLOSE, sessionId: 'e' }))).toBe('PROJECT_NOT_FOUND');
      expect(project.git('rev-parse', 'HEAD')).toBe(head);
    },
  );

  verifies('PRJ-040', 'a file that is gone is logged once, and a manifest nobody can use is not Verified', async () => {
    const { project, platform } = await withAction();
    rmSync(join(project.root, '.ai/handoff/WORKFLOW.md'));
    expect((await orient(platform, { kind: 'fix', readOnly: false })).logged).toEqual(['WORKFLOW.md']);
    expect(project.file('LOG.md')).toMatch(/^- WORKFLOW\.md is gone, it was sha256:[0-9a-f]{16}$/m);
    expect((await orient(platform, { kind: 'fix', readOnly: false })).logged).toEqual([]);
    project.write('.ai/handoff/MANIFEST.json', '{');
    expect((await orient(platform, { kind: 'fix', readOnly: true })).text).not.toMatch(/MANIFEST\.json.*Verified/);
  });
});

describe('history', () => {
  verifies('PRJ-074', 'tags, lists, compares and brings back earlier handoffs', async () => {
    const project = await testProject();
    const platform = await project.platform();
    for (const words of ['One.', 'Two.', 'Three.']) {
      await begin(platform, { agent: 'ada', sessionId: words });
      await set(platform, { file: 'STATUS.md', section: 'summary', body: words, create: false, sessionId: words });
      await close(platform, { commit: true, tag: words === 'Two.', context: words, sessionId: words });
    }
    const rows = await history(platform, {});
    expect(rows.map(({ n, subject, tags }) => [n, subject, tags])).toEqual([
      [1, 'Handoff of ada: Three.', []],
      [2, 'Handoff of ada: Two.', ['aahp/session-1']],
      [3, 'Handoff of ada: One.', []],
    ]);
    expect((await tag(platform, { message: 'clean' })).tag).toBe('aahp/session-2');
    expect((await diff(platform, { file: 'STATUS.md' })).diff).toContain('-Two.\n+Three.');
    const result = await restore(platform, { file: 'STATUS.md', at: 'aahp/session-1' });
    expect(result).toMatchObject({ changed: true, from: rows[1]?.commit });
    expect(project.file('STATUS.md')).toContain('Two.');
    expect(project.read(result.kept[0] ?? '')).toContain('Three.');
    const seen = await orient(platform, { kind: 'fix', readOnly: false });
    expect([seen.logged, seen.health[3]?.result]).toEqual([[], 'yes']);
    expect(await restore(platform, { file: 'STATUS.md', at: '3' })).toMatchObject({ from: rows[2]?.commit });
    const still = await project.platform({ nowMs: Date.parse('2026-02-01T10:00:00Z') });
    const copies: string[] = [];
    for (const words of ['First.', 'Second.']) {
      project.write('.ai/handoff/STATUS.md', words);
      copies.push(...(await restore(still, { file: 'STATUS.md' })).kept);
    }
    expect(copies.map((path) => project.read(path))).toEqual(['First.', 'Second.']);
    expect(await codeOf(restore(platform, { file: '../x', at: '1' }))).toBe('INPUT_INVALID');
    expect(await codeOf(restore(platform, { file: 'STATUS.md', at: '--upload-pack=x' }))).toBe('INPUT_INVALID');
  });

  verifies('PRJ-042', 'from a claim to agent, session and commit', async () => {
    const project = await testProject();
    const platform = await project.platform();
    const first = project.git('rev-parse', '--short=7', 'HEAD');
    await begin(platform, { agent: 'claude sonnet', sessionId: 'sess_1' });
    await set(platform, {
      file: 'STATUS.md',
      section: 'summary',
      body: 'Auth complete.',
      create: false,
      sessionId: 'sess_1',
    });
    await trust(platform, { action: 'add', property: 'Build passes', run: 'true', sessionId: 'sess_1' });
    await close(platform, { ...CLOSE, sessionId: 'sess_1' });
    const brought = project.git('rev-parse', 'HEAD');
    await begin(platform, { agent: 'bob', sessionId: 'sess_2' });
    await set(platform, {
      file: 'STATUS.md',
      section: 'build_health',
      body: 'Green.',
      create: false,
      sessionId: 'sess_2',
    });
    await close(platform, { ...CLOSE, sessionId: 'sess_2' });
    expect(await who(platform, 'auth complete')).toMatchObject({
      agent: 'claude sonnet',
      session: 'sess_1',
      commit: first,
      handoff_commit: brought,
      file: 'STATUS.md',
    });
    expect(await who(platform, 'Green.')).toMatchObject({ agent: 'bob', session: 'sess_2' });
    expect(await who(platform, 'build passes')).toMatchObject({
      agent: 'claude sonnet',
      session: 'sess_1',
      commit: first,
      file: 'TRUST.md',
    });
    expect((await project.baton(['who', 'nothing of the kind'])).code).toBe(4);
  });

  verifies(
    'PRJ-042',
    'a commit within a session, a row without provenance and an edit by hand have their own makers',
    async () => {
      const project = await testProject();
      const platform = await project.platform();
      const table = '# Trust\n\n| Property | Status | Verified | TTL | Expires |\n|---|---|---|---|---|\n';
      await begin(platform, { agent: 'alice', sessionId: 'sess_a', updating: ['TRUST.md'] });
      project.write('.ai/handoff/TRUST.md', `${table}| DB connection | verified | 2026-02-20 | 3d | 2026-02-23 |\n`);
      expect(await who(platform, 'DB connection')).toMatchObject({ agent: 'alice', session: 'sess_a' });
      await close(platform, { ...CLOSE, sessionId: 'sess_a' });
      await begin(platform, { agent: 'bob', sessionId: 'sess_b' });
      const body = 'Bob claims it works.';
      await set(platform, { file: 'STATUS.md', section: 'summary', body, create: false, sessionId: 'sess_b' });
      project.git('commit', '--quiet', '-am', 'mid');
      expect(await who(platform, 'Bob claims')).toMatchObject({ agent: 'bob', session: 'sess_b' });
      await close(platform, { ...CLOSE, sessionId: 'sess_b' });
      expect(await who(platform, 'Bob claims')).toMatchObject({ agent: 'bob', session: 'sess_b' });
      expect(await who(platform, 'DB connection')).toMatchObject({
        agent: 'alice',
        session: 'sess_a',
        file: 'TRUST.md',
      });
      project.write('.ai/handoff/STATUS.md', `${project.file('STATUS.md')}\nBy hand.\n`);
      project.git('commit', '--quiet', '--no-verify', '-am', 'hand');
      expect(await who(platform, 'By hand.')).toMatchObject({ agent: 'Ada', session: 'none' });
      project.write(
        '.ai/handoff/TRUST.md',
        `${table.replace('Expires |', 'Provenance |')}| Task done | assumed | 2026-02-20 | 7d | worker run_7 |\n| Bare | assumed | | | |\n`,
      );
      expect(await who(platform, 'Task done')).toMatchObject({ agent: 'worker', session: 'run_7', commit: 'none' });
      expect(await who(platform, 'Bare')).toMatchObject({ agent: 'unknown', session: 'none' });
    },
  );
});

describe('a session’s limits', () => {
  verifies(
    ['PRJ-031', 'PRJ-032'],
    'what a session adds beyond five goes to the dashboard or the backlog, what is not in git is not pruned, and size is warned of',
    async () => {
      const project = await testProject();
      const platform = await project.platform();
      await begin(platform, { agent: 'ada', sessionId: 's' });
      for (let index = 0; index < 7; index += 1)
        await next(platform, { action: 'add', item: `Open ${index}`, sessionId: 's' });
      const text = project
        .file('NEXT_ACTIONS.md')
        .replace(
          '## Recently Completed\n',
          `## Recently Completed\n\n${Array.from({ length: 7 }, (_, index) => `- [x] Done ${index} (2026-02-26)\n`).join('')}`,
        );
      project.write('.ai/handoff/NEXT_ACTIONS.md', text);
      await close(platform, { ...CLOSE, sessionId: 's' });
      expect(project.file('NEXT_ACTIONS.md').match(/^- \[ \]/gm)).toHaveLength(5);
      expect(project.file('NEXT_ACTIONS.md').match(/^- \[x\]/gm)).toHaveLength(7);
      expect(project.file('BACKLOG.md')).toContain('- [ ] Open 5\n- [ ] Open 6\n');
      expect(project.file('LOG.md')).not.toContain('Done 6');
      project.write('.ai/handoff/NEXT_ACTIONS.md', `- [ ] ${'many words in one item '.repeat(60)}\n`);
      const { stdout } = await project.baton(['lint', '--json']);
      expect(stdout).toMatch(/NEXT_ACTIONS\.md has \d{3} tokens, more than 200/);
    },
  );

  verifies(
    'PRJ-041',
    'a STATUS that the session said it would write gets its block, and entries end at the commit before the handoff',
    async () => {
      const project = await testProject();
      const platform = await project.platform();
      const before = project.git('rev-parse', '--short=7', 'HEAD');
      await begin(platform, { agent: 'ada', sessionId: 's', updating: ['STATUS.md'] });
      await log(platform, { title: 'Early', body: '', sessionId: 's' });
      project.write('code.txt', 'two\n');
      project.git('commit', '--quiet', '-am', 'work');
      const after = project.git('rev-parse', '--short=7', 'HEAD');
      project.write('.ai/handoff/STATUS.md', '# Status\n\nBy hand.\n');
      await close(platform, { ...CLOSE, sessionId: 's' });
      const block = `> **Commit before:** ${before}\n> **Commit after:** ${after}\n`;
      expect(project.file('STATUS.md')).toMatch(/^# Status\n\n> \*\*Agent:\*\* ada\n> \*\*Session ID:\*\* s {2}\n/);
      expect(project.file('STATUS.md')).toContain(block);
      expect(project.file('LOG.md')).toContain(block);
      expect(
        (JSON.parse(project.file('MANIFEST.json')) as { last_session: { commit: string } }).last_session.commit,
      ).toBe(after);
    },
  );

  verifies('PRJ-051', 'only exit 0 verifies, and the evidence is stored', async () => {
    const project = await testProject();
    const platform = await project.platform();
    await begin(platform, { agent: 'ada', sessionId: 's' });
    const passed = await trust(platform, { action: 'add', property: 'Tests pass', run: 'echo fine', sessionId: 's' });
    expect(passed.claims[0]).toMatchObject({
      status: 'verified',
      ttl: '1d',
      evidence: expect.stringMatching(/^`echo fine` exit 0, output sha256:[0-9a-f]{16}, at [0-9a-f]{7}$/) as string,
    });
    const failed = await trust(platform, { action: 'verify', property: 'Tests pass', run: 'exit 3', sessionId: 's' });
    expect(failed).toMatchObject({ probe: { exit: 3 }, claims: [{ status: 'refuted', effective: 'refuted' }] });
    const dry = { property: 'Tests pass', run: 'true', dryRun: true, sessionId: 's' };
    expect(await trust(platform, { ...dry, action: 'verify' })).toMatchObject({
      probe: null,
      claims: [{ status: 'refuted' }],
    });
    await trust(platform, { action: 'verify', property: 'Tests pass', ttl: '2c', run: 'true', sessionId: 's' });
    for (const words of ['a', 'b']) {
      project.write('code.txt', words);
      project.git('commit', '--quiet', '-am', words);
    }
    expect((await project.data(['trust']))['claims']).toEqual([
      expect.objectContaining({ status: 'verified', effective: 'assumed', expired: true, expires: '2 commits' }),
    ]);
  });

  test('setting a section keeps every byte outside it, and refuses what would break the file', async () => {
    const project = await testProject({ git: false });
    const platform = await project.platform();
    await begin(platform, { agent: 'ada', sessionId: 's' });
    const before = project.file('CONVENTIONS.md').replaceAll('\n', '\r\n');
    project.write('.ai/handoff/CONVENTIONS.md', `${before}<!-- SECTION: a -->\r\nold\r\n<!-- /SECTION: a -->\r\ntail`);
    await set(platform, { file: 'CONVENTIONS.md', section: 'a', body: 'new\nlines', create: false, sessionId: 's' });
    expect(project.file('CONVENTIONS.md')).toBe(
      `${before}<!-- SECTION: a -->\r\nnew\r\nlines\r\n<!-- /SECTION: a -->\r\ntail`,
    );
    const request = { file: 'CONVENTIONS.md', section: 'a', create: false, sessionId: 's' };
    expect(await codeOf(set(platform, { ...request, body: '```' }))).toBe('INPUT_INVALID');
    expect(await codeOf(set(platform, { ...request, body: 'x', section: 'b' }))).toBe('SECTION_NOT_FOUND');
    expect(await codeOf(set(platform, { ...request, body: 'x', file: 'LOG.md' }))).toBe('INPUT_INVALID');
    expect(await codeOf(set(platform, { ...request, body: 'x', file: '../../code.md' }))).toBe('INPUT_INVALID');
  });
});

describe('a session whose process has ended', () => {
  const labelsOf = (project: TestProject, file: string): object => {
    const { files } = JSON.parse(project.file('MANIFEST.json')) as { files: Record<string, { sections?: object }> };
    return files[file]?.sections ?? {};
  };
  const note = (platform: Platform, agent: string, title: string) =>
    inSession(platform, { agent }, ({ sessionId }) => log(platform, { title, body: '', sessionId }));

  verifies(
    'PRJ-072',
    'does not lock out callers without a person: it is salvaged as Unknown, and the call goes on',
    async () => {
      const { project, platform } = await interrupted();
      const { sessionId } = await note(platform, 'noa', 'Work of noa');
      expect(sessionId).not.toBe('dead');
      expect(JSON.parse(project.read(LOCK))).toMatchObject({ agent: 'noa', session_id: sessionId });
      expect(project.git('log', '-1', '--format=%s')).toBe('Recover the handoff after bob');
      expect(project.file('LOG.md')).toMatch(/noa: Work of noa[^]*baton: Recovery after bob[^]*bob: Half an entry/);
      await close(platform, { ...CLOSE, sessionId });
      expect(labelsOf(project, 'LOG.md')).toMatchObject({
        [String(/\[.*\] bob: Half an entry/.exec(project.file('LOG.md')))]: { trust: 'unknown' },
      });
      expect(labelsOf(project, 'STATUS.md')).toEqual({ summary: { trust: 'unknown' } });
      expect(project.file('TRUST.md')).toMatch(/It works \|[^\n]*unknown/i);
      expect(readdirSync(join(project.root, '.baton/recovered')).join()).toContain('dead');
    },
  );

  verifies('PRJ-072', 'is salvaged by a handoff too, which is of its own agent alone', async () => {
    const { project, platform } = await interrupted();
    await handoff(platform, { agent: 'noa', done: 'Work of noa' });
    expect(project.git('log', '-2', '--format=%s').split('\n')).toEqual([
      'Handoff of noa: Work of noa',
      'Recover the handoff after bob',
    ]);
    expect(labelsOf(project, 'STATUS.md')).toEqual({ summary: { trust: 'unknown' } });
  });

  verifies('PRJ-072', 'stays for a person if nobody knows that it is dead, or if a decision is needed', async () => {
    const change = async (edit: (project: TestProject, lock: Record<string, unknown>) => void): Promise<string> => {
      const { project, platform } = await interrupted();
      const lock = JSON.parse(project.read(LOCK)) as Record<string, unknown>;
      edit(project, lock);
      const before = project.read(LOCK);
      const code = await codeOf(note(platform, 'noa', 'Work of noa'));
      expect(project.read(LOCK)).toBe(before);
      return code;
    };
    const write = (project: TestProject, lock: object): void => project.write(LOCK, JSON.stringify(lock));
    // Of another machine, and silent for long.
    expect(
      await change((project, lock) =>
        write(project, {
          ...lock,
          host: 'elsewhere',
          started: '2020-01-01T00:00:00Z',
          last_activity: '2020-01-01T00:00:00Z',
        }),
      ),
    ).toBe('RECOVERY_NEEDED');
    // Not of this installation.
    expect(await change((project, lock) => write(project, { ...lock, mark: undefined }))).toBe('RECOVERY_NEEDED');
    // With words that must not be committed.
    expect(
      await change((project) =>
        project.write('.ai/handoff/STATUS.md', `${project.file('STATUS.md')}\nkey AKIAQ3LMPZX7TRWNV2QK\n`),
      ),
    ).toBe('RECOVERY_NEEDED');
    // With a file that is damaged.
    expect(await change((project) => project.write('.ai/handoff/STATUS.md', Buffer.from([0, 255, 0, 254])))).toBe(
      'RECOVERY_NEEDED',
    );
  });

  verifies('PRJ-072', 'is salvaged without a commit while git is in the middle of a merge', async () => {
    const { project, platform } = await interrupted();
    const before = project.git('rev-parse', 'HEAD');
    project.write('.git/MERGE_HEAD', `${before}\n`);
    await note(platform, 'noa', 'Work of noa');
    expect(project.git('rev-parse', 'HEAD')).toBe(before);
    expect(project.file('LOG.md')).toContain('Recovery after bob');
  });
});

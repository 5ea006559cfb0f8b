/** The table of docs/project-state.md, row by row, on folders as people keep them. */
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { begin, handoff, orient, recover } from '../../../src/relay/project/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { testProject, type TestProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const shared = join(process.env['BATON_SHARED'] ?? resolve(root, '../shared'), 'data/handoff');

/** Own folders of the shapes that real ones have: a table with ids, German check boxes, a manifest of another shape. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  table: {
    'STATUS.md': '# Ferry: state\n\n| Part | State |\n|---|---|\n| engine | runs |\n| radar | broken |\n',
    'NEXT_ACTIONS.md': '# Next\n\n| ID | Task | Status |\n|---|---|---|\n| F-7 | Mount the radar | ready |\n',
    'LOG.md': '# Log\n\n## [2026-03-01] mate: engine overhauled\n\nAll eight cylinders hold pressure.\n',
    'DASHBOARD.md': '# Dashboard\n\n- [ ] F-8 Paint the hull\n',
  },
  boxes: {
    'STATUS.md': '# Stand\r\n\r\nDer Bau ist grün.\r\n',
    'NEXT_ACTIONS.md': '# Nächste Schritte\r\n\r\n## Bereit\r\n\r\n- [ ] Anmeldung\r\n',
    'LOG.md': '# Protokoll\r\n\r\n## 2026-03-01 Berta: Migration\r\n\r\nHälfte der Tabellen.\r\n',
  },
  'other manifest': {
    'STATUS.md': '# Status\n\nThe parser reads all files.\n',
    'NEXT_ACTIONS.md': '# TODO\n\n1. Ship it\n2. Rest\n',
    'LOG.md': '# Log\n\n## 2026-02-02 Session: parser\n\nWritten from scratch.\n',
    'MANIFEST.json': '{ "version": 2, "files": ["STATUS.md"], "quick_context": "We ship on Friday." }\n',
  },
};

/** One without a manifest, one whose manifest holds conflict markers and a task graph. */
const REAL = ['BMAS', 'failprompt'].filter((name) => existsSync(join(shared, name)));

async function adopt(name: string): Promise<TestProject> {
  const project = await testProject({ init: false });
  const own = SHAPES[name];
  for (const [file, text] of Object.entries(own ?? {})) project.write(`.ai/handoff/${file}`, text);
  const target = join(project.root, '.ai/handoff');
  if (own === undefined) cpSync(join(shared, name), target, { recursive: true });
  for (const file of readdirSync(target)) chmodSync(join(target, file), 0o644);
  project.git('add', '.');
  project.git('commit', '--quiet', '-m', 'their handoff');
  return project;
}

const take = async (project: TestProject): Promise<void> => {
  const result = await handoff(await project.platform(), { agent: 'ada', done: 'Looked around. 12 of 12 tests pass.' });
  expect(result.closed).toBe(true);
};
const look = async (project: TestProject) => orient(await project.platform(), { kind: 'fix', readOnly: true });
const drop = (project: TestProject, name: string): void => rmSync(join(project.root, '.ai/handoff', name));

describe.each([...Object.keys(SHAPES), ...REAL])('degradation on the shape %s', (name) => {
  verifies('PRJ-080', 'no manifest: everything is read and Assumed, and the next handoff makes one', async () => {
    const project = await adopt(name);
    rmSync(join(project.root, '.ai/handoff/MANIFEST.json'), { force: true });
    const seen = await look(project);
    expect([seen.mode, new Set(seen.files.map(({ trust }) => trust))]).toEqual(['v1', new Set(['Assumed'])]);
    await take(project);
    expect((await look(project)).mode).toBe('normal');
    expect(JSON.parse(project.file('MANIFEST.json'))).toMatchObject({ files: { 'STATUS.md': {} } });
  });

  verifies(
    'PRJ-080',
    'STATUS.md damaged or missing: made again from entries and git, and written by restore',
    async () => {
      for (const damage of ['empty', 'gone']) {
        const project = await adopt(name);
        await take(project);
        if (damage === 'gone') drop(project, 'STATUS.md');
        else project.write('.ai/handoff/STATUS.md', '');
        expect((await look(project)).text).toContain('Looked around');
        expect((await recover(await project.platform(), { action: 'restore' })).state).toBe('recovered');
        expect([damage, project.file('STATUS.md')]).toEqual([damage, expect.stringContaining('Looked around')]);
      }
    },
  );

  verifies('PRJ-080', 'no next actions: the dashboard, or nothing to do; only an agent alone stops', async () => {
    const project = await adopt(name);
    await take(project);
    project.write('.ai/handoff/NEXT_ACTIONS.md', '');
    project.write('.ai/handoff/DASHBOARD.md', '# Dashboard\n\n- [ ] Ship the ferry\n');
    expect(await look(project)).toMatchObject({ text: expect.stringContaining('Ship the ferry') as string });
    drop(project, 'DASHBOARD.md');
    const idle = await project.baton(['orient', '--read-only']);
    expect([idle.code, /\bstop\b/i.test(idle.stdout.split('\n')[0] ?? '')]).toEqual([0, false]);
    // A task graph that names work is work too.
    const { mode } = await look(project);
    if (SHAPES[name] !== undefined) expect(mode).toBe('idle');
    const alone = await project.baton(['orient', '--read-only'], { env: { BATON_UNATTENDED: '1' } });
    expect(alone.code).toBe(mode === 'idle' ? 1 : 0);
  });

  verifies('PRJ-080', 'no LOG.md: the next session begins one and notes the gap', async () => {
    const project = await adopt(name);
    await take(project);
    drop(project, 'LOG.md');
    await begin(await project.platform(), { agent: 'bob', sessionId: 'b' });
    expect(project.file('LOG.md')).toContain('LOG.md was missing');
  });

  verifies('PRJ-080', 'a lock of a dead session: recovery, which keeps what was written', async () => {
    const project = await adopt(name);
    await take(project);
    const started = new Date(Date.now() - 86_400_000).toISOString();
    const lock = { agent: 'zed', started, updating: ['STATUS.md'], session_id: 'z', last_activity: started };
    project.write('.ai/handoff/HANDOFF.lock', JSON.stringify(lock));
    const before = project.file('STATUS.md');
    project.write('.ai/handoff/STATUS.md', `${before}\nHalf a thought.\n`);
    expect((await look(project)).mode).toBe('recovery');
    await recover(await project.platform(), { action: 'salvage' });
    expect(readFileSync(join(project.root, '.ai/handoff/STATUS.md'), 'utf8')).toContain('Half a thought.');
    expect((await look(project)).mode).not.toBe('recovery');
  });

  verifies('PRJ-080', 'the manifest alone, or nothing: bootstrap, and no session begins', async () => {
    const project = await adopt(name);
    await take(project);
    for (const file of readdirSync(join(project.root, '.ai/handoff')))
      if (file !== 'MANIFEST.json') rmSync(join(project.root, '.ai/handoff', file), { recursive: true });
    expect((await look(project)).mode).toBe('bootstrap');
    expect(await codeOf(begin(await project.platform(), { agent: 'eve' }))).toBe('PROJECT_NOT_FOUND');
    rmSync(join(project.root, '.ai'), { recursive: true });
    expect((await look(project)).mode).toBe('bootstrap');
  });
});

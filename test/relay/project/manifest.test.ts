import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manifest } from '../../../src/relay/project/index.ts';
import { findManifestFaults, summarise } from '../../../src/protocols/project/manifest/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { testProject } from '../../support/project.ts';
import { verifies } from '../../support/verifies.ts';

const NOW = Date.parse('2026-02-26T14:30:00Z');
const schema = JSON.parse(readFileSync('schema/aahp-manifest.schema.json', 'utf8')) as object;
const ajv = new Ajv2020({ allErrors: true, strict: true });
addFormats.default(ajv);
const stock = ajv.compile(schema);

describe('the manifest', () => {
  verifies(
    ['PRJ-001', 'PRJ-005', 'PRJ-006'],
    'has the documented fields, defaults, and counted tokens under both names',
    async () => {
      const project = await testProject();
      const platform = await project.platform({ nowMs: NOW });
      const { manifest: made, method } = await manifest(platform, {});
      expect(Object.keys(made)).toEqual([
        'aahp_version',
        'project',
        'last_session',
        'files',
        'quick_context',
        'token_budget',
      ]);
      expect(made.last_session).toEqual({
        agent: 'cli-tool',
        session_id: expect.stringMatching(/^sess_[0-9a-f]{16}$/) as string,
        timestamp: '2026-02-26T14:30:00Z',
        commit: project.git('rev-parse', '--short=7', 'HEAD'),
        phase: 'idle',
        duration_minutes: 0,
      });
      expect(Object.keys(made.files)).toEqual([
        'STATUS.md',
        'NEXT_ACTIONS.md',
        'LOG.md',
        'TRUST.md',
        'CONVENTIONS.md',
        'WORKFLOW.md',
      ]);
      expect(Object.keys(made.files['STATUS.md'] ?? {})).toEqual(['checksum', 'updated', 'lines', 'summary']);
      expect(method).toBe('o200k_base');
      const texts = Object.keys(made.files).map((name) => project.file(name));
      const counts = await platform.tokens.countAll(texts);
      const own = made.token_budget?.manifest_only ?? 0;
      const zeroed = project
        .file('MANIFEST.json')
        .replace(/"manifest_only": \d+/, '"manifest_only": 0')
        .replaceAll(
          /("manifest_plus_\w+"): (\d+)/g,
          (_, name: string, value: string) => `${name}: ${Number(value) - own}`,
        )
        .replace(/"full_read": (\d+)/, (_, value: string) => `"full_read": ${Number(value) - own}`);
      expect(own).toBe(await platform.tokens.count(zeroed));
      expect(made.token_budget).toEqual({
        manifest_only: own,
        manifest_plus_status_and_actions: own + (counts[0] ?? 0) + (counts[1] ?? 0),
        manifest_plus_core: own + (counts[0] ?? 0) + (counts[1] ?? 0),
        full_read: own + counts.reduce((sum, count) => sum + count, 0),
      });
      const { code, stdout } = await project.baton(['manifest', '--phase', 'party', '--json']);
      expect(code).toBe(2);
      expect(stdout).toContain('research, architecture, implementation, review, fix, idle, documentation');
    },
  );

  verifies('PRJ-002', 'checksums equal sha256sum, and a CRLF checkout has the same', async () => {
    const project = await testProject();
    const { manifest: made } = await manifest(await project.platform(), {});
    const sum = execFileSync('sha256sum', [join(project.root, '.ai/handoff/STATUS.md')])
      .toString()
      .slice(0, 64);
    expect(made.files['STATUS.md']?.checksum).toBe(`sha256:${sum}`);
    for (const name of Object.keys(made.files))
      project.write(`.ai/handoff/${name}`, project.file(name).replaceAll('\n', '\r\n'));
    project.write('.ai/handoff/MANIFEST.json', project.file('MANIFEST.json').replaceAll('\n', '\r\n'));
    const seen = await project.data(['orient']);
    expect(seen).toMatchObject({
      mode: 'normal',
      health: expect.arrayContaining([
        { step: 4, question: 'Do checksums match?', ok: true, result: 'yes' },
      ]) as unknown,
    });
    const again = await manifest(await project.platform(), { agent: 'cli-tool' });
    expect(again.manifest.files).toEqual(made.files);
    expect(project.file('MANIFEST.json')).toContain('\r\n');
  });

  verifies('PRJ-003', 'summaries come from the text of the file, by its kind', () => {
    expect(
      summarise(
        'STATUS.md',
        '# S\n\n<!-- SECTION: summary -->\nBuild **green**.\n<!-- /SECTION: summary -->\n\nOther.',
      ),
    ).toBe('Build green.');
    expect(summarise('CONVENTIONS.md', '# Rules\n\n> quoted\n\nTypeScript strict, e.g. no any. Second sentence.')).toBe(
      'TypeScript strict, e.g. no any.',
    );
    expect(summarise('LOG.md', '# L\n\n## [2026-02-26] ada: Newest\n\n## 2026-02-25 Session: Old\n')).toBe(
      'Last entry: ada: Newest',
    );
    expect(summarise('NEXT_ACTIONS.md', '- [ ] Fix CORS\n- [ ] Docs\n\n## Blocked\n\n- DB migration\n')).toBe(
      '2 tasks. Top: Fix CORS. Blocked: 1 (DB migration).',
    );
    expect(
      summarise('TRUST.md', '| Property | Status |\n|---|---|\n| a | verified |\n| b | assumed |\n| c | verified |\n'),
    ).toBe('2 verified, 1 assumed');
    expect(summarise('X.md', '# Only a heading\n')).toBe('Only a heading');
    expect([...summarise('X.md', 'word '.repeat(100))]).toHaveLength(200);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2_000 }), (text) => {
        expect([...summarise('X.md', text)].length).toBeLessThanOrEqual(200);
      }),
    );
  });

  verifies(
    ['PRJ-004', 'PRJ-008'],
    'any text in any option gives valid JSON; context is given or derived, and limited',
    async () => {
      const project = await testProject({ git: false });
      const platform = await project.platform();
      const tricky = 'quotes " and \\ and </script> and \u2028 🚀 \u0000 \n new';
      const { manifest: made } = await manifest(platform, { context: tricky, agent: '"a" 🚀 </script>' });
      expect(made).toMatchObject({ quick_context: tricky, last_session: { agent: '"a" 🚀 </script>' } });
      expect(JSON.parse(project.file('MANIFEST.json'))).toEqual(made);
      expect(await codeOf(manifest(platform, { context: 'x'.repeat(501) }))).toBe('INPUT_INVALID');
      expect((await manifest(platform, { context: '🚀'.repeat(500) })).manifest.quick_context).toHaveLength(1_000);
      expect((await manifest(platform, {})).manifest.quick_context).toBe(
        'Handoff files are set up. Nothing is recorded yet. 0 tasks.',
      );
    },
  );

  verifies('PRJ-007', 'regeneration keeps project, tasks, version and every field it does not know', async () => {
    const project = await testProject({ git: false });
    const kept = {
      aahp_version: '3.1',
      project: 'renamed',
      tasks: { 'T-001': { title: 'x', status: 'done' } },
      next_task_id: 7,
      cross_repo_ref: { repo: 'a/b', commit: 'c', relation: 'extends' },
      own_field: { deep: [1] },
    };
    const old = JSON.parse(project.file('MANIFEST.json')) as object;
    project.write('.ai/handoff/MANIFEST.json', JSON.stringify({ ...old, ...kept }));
    const { manifest: made } = await manifest(await project.platform(), {});
    expect(made).toMatchObject(kept);
    expect((await manifest(await project.platform(), { version: '3.0' })).manifest.aahp_version).toBe('3.0');
  });

  verifies('PRJ-009', 'the product and a stock validator agree on good and bad manifests', async () => {
    const project = await testProject({ git: false });
    const good = JSON.parse(project.file('MANIFEST.json')) as Record<string, unknown>;
    const bad: [string, unknown][] = [
      ['aahp_version', '2'],
      ['quick_context', 'x'.repeat(501)],
      ['last_session', { agent: 'a', timestamp: 'noon', phase: 'idle' }],
      ['last_session', { agent: 'a', timestamp: '2026-02-26T14:30:00Z', phase: 'party' }],
      ['files', { 'STATUS.md': { checksum: 'sha256:abc', updated: '2026-02-26T14:30:00Z', lines: 1, summary: '' } }],
      [
        'files',
        { 'evil.sh': { checksum: `sha256:${'a'.repeat(64)}`, updated: '2026-02-26T14:30:00Z', lines: 1, summary: '' } },
      ],
      [
        'files',
        {
          'STATUS.md': {
            checksum: `sha256:${'a'.repeat(64)}`,
            updated: '2026-02-26T14:30:00Z',
            lines: 1,
            summary: 'x'.repeat(201),
          },
        },
      ],
      ['tasks', { 'T-1': { title: 'x', status: 'ready' } }],
      ['next_task_id', 0],
    ];
    expect([stock(good), findManifestFaults(JSON.stringify(good))]).toEqual([true, []]);
    for (const [field, value] of bad) {
      const broken = { ...good, [field]: value };
      expect([field, stock(broken), findManifestFaults(JSON.stringify(broken)).length > 0]).toEqual([
        field,
        false,
        true,
      ]);
    }
  });

  verifies(
    'PRJ-010',
    'the same files and options give the same bytes; updated changes only with the checksum',
    async () => {
      const project = await testProject({ git: false });
      const make = async (nowMs: number) => {
        await manifest(await project.platform({ nowMs }), { sessionId: 's', context: 'c' });
        return project.file('MANIFEST.json');
      };
      const first = await make(NOW);
      expect(await make(NOW)).toBe(first);
      expect((await make(NOW + 3_600_000)).replace('2026-02-26T15:30:00Z', '2026-02-26T14:30:00Z')).toBe(first);
      project.write('.ai/handoff/WORKFLOW.md', '# Changed\n');
      const later = JSON.parse(await make(NOW + 7_200_000)) as { files: Record<string, { updated: string }> };
      expect(later.files['WORKFLOW.md']?.updated).toBe('2026-02-26T16:30:00Z');
      expect(later.files['STATUS.md']?.updated).not.toBe('2026-02-26T16:30:00Z');
    },
  );

  test('a file that is not text is named as left out', async () => {
    const project = await testProject({ git: false });
    project.write('.ai/handoff/SCAN.md', Buffer.from([0xff, 0xfe, 0x00]));
    const { manifest: made, skipped } = await manifest(await project.platform(), {});
    expect([skipped, made.files['SCAN.md']]).toEqual([['SCAN.md'], undefined]);
    const { stdout } = await project.baton(['manifest']);
    expect(stdout).toContain('left out  SCAN.md: it is not UTF-8 text');
  });

  verifies(['PRJ-008', 'PRJ-166'], 'a manifest nobody can read is rebuilt, and its bytes are kept aside', async () => {
    const cases: [string, string | Buffer][] = [
      ['empty', ''],
      ['not JSON', '{"aahp_version": '],
      ['a prototype key', '{"__proto__": {"x": 1}}'],
      ['50 MB', Buffer.alloc(50 * 1024 * 1024, 0x20)],
      ['binary', Buffer.from([0xff, 0xfe, 0x00])],
      ['a list', '[]'],
    ];
    for (const [what, content] of cases) {
      const project = await testProject({ git: false });
      project.write('.ai/handoff/MANIFEST.json', content);
      const { mode, health } = (await project.data(['orient', '--read-only'])) as {
        mode: string;
        health: { ok: boolean; result: string }[];
      };
      expect([what, mode]).toEqual([what, 'v1']);
      expect(health[1]).toMatchObject({ ok: false, result: expect.stringContaining('another shape') as string });
      const { manifest: made, lost } = await manifest(await project.platform(), {});
      expect([what, Object.keys(made.files).length > 3, lost.length > 0]).toEqual([what, true, true]);
      expect((await project.data(['orient', '--read-only']))['mode']).toBe('normal');
    }
  });
});

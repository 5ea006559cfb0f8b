import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { addItem, parseItems } from '../../../src/protocols/project/items/index.ts';
import { changeActions } from '../../../src/protocols/project/actions/index.ts';
import { decideLabels, listParts, recordChange } from '../../../src/protocols/project/labels/index.ts';
import { findManifestFaults, renderManifest, repairManifest } from '../../../src/protocols/project/manifest/index.ts';
import { linesOfFile, planDigest, selectParts } from '../../../src/protocols/project/digest/index.ts';
import { parseClaims, verifyClaim } from '../../../src/protocols/project/trust/index.ts';
import { verifies } from '../../support/verifies.ts';

const NOW = Date.parse('2026-03-01T10:00:00Z');

/** The shapes people use, in our own words. */
const HEADINGS = `# Next

> Work top-down.

## Status Summary

| Status | Count |
|--------|-------|
| Ready | 2 |

## Ready - Work These Next

### T-014: Test the command line [high] (issue #3)
**Goal:** Cover the entry point.

- [ ] ten tests exist

---

### T-015: Add a status command
- **Goal:** Print a summary.

## Blocked

### T-006: Publish the package
**Blocked by:** the token expired

## Dropped

### T-003: Market listing

## Recently Completed

| Task | Title | Date |
|---|---|---|
| T-001 | Scaffold | 2026-01-01 |
`;
const TABLE = `# Next

## Phase 3

| ID    | Task        | Priority | Status      | Notes |
| ----- | ----------- | -------- | ----------- | ----- |
| T-004 | Find flakes | HIGH     | NOT_STARTED | loops |
| T-005 | Lock safely | HIGH     | IN_PROGRESS |       |
`;
const SIGNS = `# 🚀 Next

## ✅ Erledigt

- ✅ P1: Grundlage

## 🔄 In Arbeit

### P6 - Full run
- half done

## 👤 Needs Ada

- 👤 Decide: make it public
`;

const rows = (text: string): unknown[] => parseItems(text).items.map(({ id, title, state }) => [id, title, state]);

describe('items as people write them', () => {
  verifies('PRJ-160', 'headings with bodies, tables, signs and other languages are read with their state', () => {
    expect(rows(HEADINGS)).toEqual([
      ['T-014', 'Test the command line [high] (issue #3)', 'ready'],
      ['T-015', 'Add a status command', 'ready'],
      ['T-006', 'Publish the package', 'blocked'],
      ['T-003', 'Market listing', 'dropped'],
      ['T-001', 'Scaffold', 'done'],
    ]);
    expect(parseItems(HEADINGS).items[0]).toMatchObject({ priority: 'high', line: 13, lastLine: 16 });
    expect(parseItems(HEADINGS).items[2]).toMatchObject({ reason: 'the token expired' });
    expect(rows(TABLE)).toEqual([
      ['T-004', 'Find flakes', 'ready'],
      ['T-005', 'Lock safely', 'in_progress'],
    ]);
    expect(rows(SIGNS)).toEqual([
      ['P1', 'Grundlage', 'done'],
      ['P6', 'Full run', 'in_progress'],
      [undefined, 'Decide: make it public', 'blocked'],
    ]);
    expect(parseItems(HEADINGS).unread.length).toBeGreaterThan(0);
  });

  verifies(
    ['PRJ-160', 'PRJ-161'],
    'a change touches the lines of that item alone, and ids are above all others',
    () => {
      const context = { texts: ['LOG-ARCHIVE.md speaks of T-041', HEADINGS], nowMs: NOW };
      const added = changeActions({ text: HEADINGS, graph: undefined }, { action: 'add', item: 'New one' }, context);
      expect(added.id).toBe('T-042');
      expect(added.text.replace('\n### T-042: New one\n', '')).toBe(HEADINGS);
      expect(rows(added.text)[2]).toEqual(['T-042', 'New one', 'ready']);
      const done = changeActions({ text: HEADINGS, graph: undefined }, { action: 'done', item: 'T-014' }, context).text;
      expect(done).toBe(HEADINGS.replace('(issue #3)\n', '(issue #3) (done 2026-03-01)\n'));
      expect(rows(done)[0]).toMatchObject(['T-014', expect.any(String) as string, 'done']);
      const row = changeActions({ text: TABLE, graph: undefined }, { action: 'done', item: 'T-004' }, context).text;
      expect(row.split('\n').filter((line, at) => line !== TABLE.split('\n')[at])).toEqual([
        '| T-004 | Find flakes | HIGH     | DONE        | loops |',
      ]);
      expect(addItem(TABLE, { id: 'T-006', title: 'Soak', priority: 'high' })).toBe(
        `${TABLE}| T-006 | Soak | HIGH | NOT_STARTED |  |\n`,
      );
    },
  );

  verifies('PRJ-160', 'whatever a file holds, adding an item keeps every line', () => {
    const block = fc.constantFrom(
      HEADINGS,
      TABLE,
      SIGNS,
      'Prose.\n',
      '## Ready\n\n_No open tasks._\n',
      '1. one\n2. two\n',
      '\r\n- [ ] a\r\n',
      '```\n# no heading\n',
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), fc.string({ minLength: 1, maxLength: 30 }), (blocks, title) => {
        const text = blocks.join('\n');
        fc.pre(title.trim() !== '');
        const lines = addItem(text, { title }).split(/\r\n|\n|\r/);
        for (const line of text.split(/\r\n|\n|\r/)) expect(lines).toContain(line);
      }),
    );
  });
});

describe('what orient chooses', () => {
  verifies('PRJ-163', 'titles come before bodies, and noise is never shown', () => {
    const status =
      '# Status\n\n<!-- SECTION: summary -->\nAll green.\n<!-- /SECTION: summary -->\n\n<!-- SECTION: empty -->\n| A | B |\n|---|---|\n<!-- /SECTION: empty -->\n\n## History\n\n- long ago\n';
    const texts = new Map([
      ['NEXT_ACTIONS.md', HEADINGS],
      ['STATUS.md', status],
    ]);
    const priced = planDigest('fix', ['NEXT_ACTIONS.md', 'STATUS.md'], texts).map((part) => ({
      part,
      costs: part.forms.map(({ lines }) => lines.reduce((sum, { text }) => sum + text.split(' ').length, 0)),
    }));
    const shown = (room: number): string => {
      const chosen = selectParts(priced, room);
      return ['NEXT_ACTIONS.md', 'STATUS.md']
        .flatMap((name) => linesOfFile(priced, chosen, name).map(({ text }) => text))
        .join('\n');
    };
    expect(shown(60)).toContain('T-014');
    expect(shown(60)).toContain('T-015');
    expect(shown(60)).not.toContain('Cover the entry point');
    const all = shown(10_000);
    for (const words of ['T-014', 'Cover the entry point', 'ten tests exist', 'All green.', 'long ago', 'T-003'])
      expect(all).toContain(words);
    expect(all).not.toMatch(/SECTION|\| A \| B|---/);
  });
});

describe('labels per section', () => {
  const base = '# S\n\n## One\n\na\n\n## Two\n\nb\n';
  const decide = (text: string, ledger: readonly string[], old = {}) =>
    decideLabels({ text, base, listStood: () => [], old, ledger, isDeclared: false, session: 's2' });

  verifies('PRJ-162', 'what nobody recorded is Assumed and adopted; writing one section verifies no other', () => {
    const edited = base.replace('\na\n', '\nchanged\n');
    expect(decide(edited, [])).toEqual({
      trust: { sections: { One: { trust: 'assumed', adopted_by: 's2' } } },
      adopted: ['One'],
    });
    const own = recordChange(base, edited, (name) => name === 'One');
    expect(decide(edited, own)).toEqual({ trust: {}, adopted: [] });
    const unknown = { sections: { One: { trust: 'unknown' as const }, Two: { trust: 'unknown' as const } } };
    expect(decide(edited, own, unknown).trust).toEqual({ sections: { Two: { trust: 'unknown' } } });
    const added = base.replace('\nb\n', '\nb\nc\n');
    const derived = recordChange(base, added, () => false);
    expect(decide(added, derived, unknown).trust).toEqual(unknown);
    expect(listParts(base).map(({ name }) => name)).toEqual(['', 'One', 'Two']);
  });
});

verifies(
  'PRJ-166',
  'a manifest of another shape keeps every field that can be read, and says what it could not',
  () => {
    const text = JSON.stringify({
      aahp_version: 3,
      project: 'x',
      last_session: { agent: 'ada', timestamp: '2026-03-01 14:59', phase: 'implementing' },
      files: { 'STATUS.md': { updated: '2026-02-27', summary: 'no checksum' } },
      quick_context: 'All 17 done.',
      tasks: [
        { id: 'T-001', title: 'One', status: 'completed', priority: 'High', created: '2026-02-24' },
        { id: 'T-002', title: 'Two', status: 'todo', depends_on: ['T-009'] },
        { id: 'old-1', title: 'Odd', status: 'open' },
      ],
      custom: { kept: true },
    });
    const { manifest, lost } = repairManifest(text);
    expect(manifest).toMatchObject({
      quick_context: 'All 17 done.',
      last_session: { phase: 'implementation', timestamp: '2026-03-01T14:59:00Z' },
      tasks: { 'T-001': { status: 'done', priority: 'high' }, 'T-002': { status: 'ready', depends_on: [] } },
      other_tasks: { 'old-1': { title: 'Odd' } },
      custom: { kept: true },
    });
    for (const words of ['implementing', 'old-1', 'T-002']) expect(lost.join(' ')).toContain(words);
    if (manifest !== undefined) expect(findManifestFaults(renderManifest(manifest))).toEqual([]);
    const torn =
      '{\n"project": "x",\n<<<<<<< HEAD\n"quick_context": "ours"\n=======\n"quick_context": "theirs"\n>>>>>>> b\n}\n';
    expect(repairManifest(torn)).toMatchObject({
      manifest: { quick_context: 'ours' },
      lost: [expect.stringMatching(/conflict/)],
    });
    expect(repairManifest('nonsense').manifest).toBeUndefined();
  },
);

verifies('PRJ-168', 'trust tables in the wild are read, and no second column is added for the same thing', () => {
  const wild =
    '# T\n\n## Verified\n\n| Claim | Evidence | TTL |\n|---|---|---|\n| 74 tests pass | npm test, 2026-02-27 | stable |\n\n## Records\n\n| ID | Claim | Status | Provenance | Agent | Last verified | TTL | Expires |\n|---|---|---|---|---|---|---|---|\n| TR-001 | Build works | verified | tool_verified | bob | 27.02.2026 | 3d | 2026-03-02 |\n';
  expect(parseClaims(wild).map(({ id, property, status, verified }) => [id, property, status, verified])).toEqual([
    ['', '74 tests pass', 'verified', '2026-02-27'],
    ['TR-001', 'Build works', 'verified', '2026-02-27'],
  ]);
  const again = verifyClaim(wild, 'tr-001', {
    status: 'verified',
    verifiedMs: NOW,
    ttl: '3d',
    provenance: 'ada s1 abc1234',
  });
  expect(again.split('\n')[11]).toBe(wild.split('\n')[11]);
  expect(again).toContain(
    '| TR-001 | Build works | verified | self_reviewed | ada s1 abc1234 | 2026-03-01 | 3d | 2026-03-04 |',
  );
});

verifies('PRJ-160', 'a word of a status cell says more than the sign before it', () => {
  const cells = ['⏳ ready', '⏳', '✅ In Progress', '✅', '🔄 blocked by Ada'];
  const table = cells.map((cell, n) => `| T-00${n + 1} | One | ${cell} |`).join('\n');
  const { items } = parseItems(`# Next\n\n| ID | Task | Status |\n|---|---|---|\n${table}\n`);
  expect(items.map(({ state }) => state)).toEqual(['ready', 'blocked', 'in_progress', 'done', 'blocked']);
});

const stateOf = (heading: string): string => parseItems(`# N\n\n## ${heading}\n\n- One\n`).items[0]?.state ?? 'none';

verifies('PRJ-160', 'headings are read in other languages, also if a word begins or ends with an accent', () => {
  const headings = {
    ready: [
      'À faire',
      'Por hacer',
      'A fazer',
      'Da fare',
      'К выполнению',
      '待办',
      'Not done',
      'Immediate',
      'P1 - High',
      'Höchste Priorität',
    ],
    in_progress: ['En cours', 'Em andamento', 'В работе', '進行中', 'In Arbeit'],
    blocked: ['Bloqué', 'Bloque\u0301', 'Заблокировано', '受阻'],
    done: ['Terminé', 'Concluído', 'Сделано', '已完成', 'Erledigt'],
    later: ['Not now', 'Long term', 'P3 - Nice to have'],
  };
  for (const [state, names] of Object.entries(headings))
    expect(names.map((name) => [name, stateOf(name)])).toEqual(names.map((name) => [name, state]));
  expect(stateOf('Definition of Done')).toBe('none');
});

verifies('PRJ-160', 'ids are read in links and as numbers of issues; priorities in headings are no ids', () => {
  const text =
    '# N\n\n## P0 - Critical\n\n### 1. Patch it\nWhy: now\n\n- [ ] [AB-7](https://x.test/AB-7): Move\n- [ ] **[AB-8](https://x.test/8)** Trace\n- [ ] #31 Export\n\n## Backlog\n\n### High priority\n\n- [ ] [AB-9] Drop it\n';
  expect(rows(text)).toEqual([
    [undefined, 'Patch it', 'ready'],
    ['AB-9', 'Drop it', 'later'],
  ]);
  const list = text.replace('### 1. Patch it\nWhy: now\n\n', '');
  expect(rows(list)).toEqual([
    ['AB-7', 'Move', 'ready'],
    ['AB-8', 'Trace', 'ready'],
    ['#31', 'Export', 'ready'],
    ['AB-9', 'Drop it', 'later'],
  ]);
});

verifies('PRJ-166', 'a manifest of another tool keeps its context, phase, agent and time under their own names', () => {
  const text = JSON.stringify({
    project_name: 'ferry',
    phase: 'review',
    agent: 'ada',
    updated_at: '2026-02-02',
    quickContext: 'Half way.',
  });
  expect(repairManifest(text).manifest).toMatchObject({
    project: 'ferry',
    quick_context: 'Half way.',
    last_session: { agent: 'ada', phase: 'review', timestamp: expect.stringMatching(/^2026-02-02T/) as string },
  });
});

const shownOf = (file: string, texts: Readonly<Record<string, string>>, room: number): string => {
  const parts = planDigest('fix', ['STATUS.md', 'NEXT_ACTIONS.md'], new Map(Object.entries(texts)));
  const priced = parts.map((part) => ({
    part,
    costs: part.forms.map(({ lines }) => lines.reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0)),
  }));
  return linesOfFile(priced, selectParts(priced, room), file)
    .map(({ text }) => text)
    .join('\n');
};

verifies('PRJ-163', 'the last result of a log without entries is what follows its newest date', () => {
  const newest = (log: string): string => shownOf('LOG.md', { 'STATUS.md': '', 'LOG.md': log }, 60);
  expect(newest('# L\n\n### 2026-05-01\n\nOld.\n\n### 2026-06-01\n\nSearch merged.\n')).toContain('Search merged.');
  expect(newest('# L\n\n- 2026-02-01: began\n- 2026-02-02: read four papers\n')).toContain('read four papers');
  expect(newest('began\nwrote the parser\n')).toContain('wrote the parser');
  const labelled =
    '# L\n\n## [2026-01-01] ada: Drain\n\n**Commits:** abc\n**Work done:**\n- Nodes drain.\n' +
    'More of it.\n'.repeat(40);
  expect(newest(labelled)).toContain('Nodes drain.');
  expect(newest(labelled)).not.toContain('Work done');
});

verifies('PRJ-163', 'of a section that does not fit its title and first line stay', () => {
  const long = Array.from({ length: 20 }, (_, n) => `- detail ${n} ${'of the module '.repeat(8)}`).join('\n');
  const status = `# S\n\n## Summary\n\nDeployed. Tests 20/20.\n${long}\n`;
  expect(shownOf('STATUS.md', { 'STATUS.md': status }, 40)).toBe('## Summary\nDeployed. Tests 20/20.');
});

verifies('PRJ-160', 'files of a name of their own are shown in a small folder', () => {
  const texts = { 'STATUS.md': 'Fine.\n', 'HANDOFF.md': '# H\n\n- [ ] T-2 emitter\n' };
  expect(shownOf('HANDOFF.md', texts, 100)).toContain('T-2 emitter');
  expect(shownOf('HANDOFF.md', { ...texts, 'LOG.md': 'x'.repeat(20_000) }, 100)).toBe('');
});

verifies('PRJ-163', 'a long list leaves room for blockers, the newest facts and the last result', () => {
  const ready = Array.from({ length: 40 }, (_, n) => `- [ ] T-${100 + n}: Task number ${n}`).join('\n');
  const texts = {
    'STATUS.md': '# S\n\n## Now\n\nFour of 90 tests fail.\n',
    'NEXT_ACTIONS.md': `# N\n\n## Ready\n\n${ready}\n\n## Blocked\n\n- [ ] T-190: Deploy (blocked: no access)\n`,
    'LOG.md': '# L\n\n## [2026-01-01] ada: Triage\n\nDone.\n',
  };
  const actions = shownOf('NEXT_ACTIONS.md', texts, 180);
  for (const id of ['T-100', 'T-104', 'T-190']) expect(actions).toContain(id);
  expect(actions).not.toContain('T-139');
  expect(shownOf('STATUS.md', texts, 180)).toContain('Four of 90');
  expect(shownOf('LOG.md', texts, 180)).toContain('Triage');
});

verifies('PRJ-160', 'a table whose rows are numbered goes on counting', () => {
  const table = '# N\n\n| # | Task | State |\n|---|---|---|\n| 1 | Parse | open |\n| 2 | Emit | open |\n';
  expect(addItem(table, { title: 'Print' })).toBe(`${table}| 3 | Print | open |\n`);
  const issues = table.replace('| 1 |', '| #31 |');
  expect(addItem(issues, { title: 'Print' })).toBe(`${issues}| - | Print | open |\n`);
});

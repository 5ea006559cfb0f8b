import fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  addItem,
  appendOverflow,
  getItem,
  limitItems,
  namesWork,
  parseItems,
} from '../../../src/protocols/project/items/index.ts';
import {
  addTask,
  blockTask,
  changeActions,
  completeTask,
  findGraphFaults,
  listReady,
  mergeTasks,
  readGraph,
  type ActionChange,
  type GraphState,
  type TaskSide,
} from '../../../src/protocols/project/actions/index.ts';
import type { Manifest } from '../../../src/protocols/project/index.ts';
import { verifies } from '../../support/verifies.ts';

const NOW = Date.parse('2026-02-26T14:30:00Z');
const MIXED = `# Next

## T-001: First thing

Details of it.

## Active

- [ ] T-002 Second thing
  - nested detail
- [ ] Third thing
1. Fourth thing

## Blocked

- [ ] Database (blocked: needs creds)

## Recently Completed

- [x] Old thing (2026-02-01)
`;

const change = (text: string, edit: ActionChange, graph?: GraphState) =>
  changeActions({ text, graph }, edit, { texts: [], nowMs: NOW });
const done = (text: string, item: string): string => change(text, { action: 'done', item }).text;

describe('next actions', () => {
  verifies('PRJ-031', 'both forms of item are read; done and block move an entry with what belongs to it', () => {
    expect(parseItems(MIXED).items.map(({ id, title, state }) => [id, title, state])).toEqual([
      ['T-001', 'First thing', 'ready'],
      ['T-002', 'Second thing', 'ready'],
      [undefined, 'Third thing', 'ready'],
      [undefined, 'Fourth thing', 'ready'],
      [undefined, 'Database (blocked: needs creds)', 'blocked'],
      [undefined, 'Old thing (2026-02-01)', 'done'],
    ]);
    const finished = done(MIXED, 'T-002');
    expect(finished).toContain(
      '## Recently Completed\n\n- [x] T-002 Second thing (2026-02-26)\n  - nested detail\n- [x] Old thing',
    );
    const blocked = change(finished, { action: 'block', item: 'third', reason: 'no key' }).text;
    expect(
      parseItems(blocked)
        .items.filter(({ state }) => state === 'blocked')
        .map(({ title }) => title),
    ).toEqual(['Database (blocked: needs creds)', 'Third thing (blocked: no key)']);
    expect(() => getItem(parseItems(MIXED).items, 'thing')).toThrow('matches 4 actions');
    expect(parseItems(addItem('', { title: 'Only one' })).items.map(({ title }) => title)).toEqual(['Only one']);
  });

  verifies('PRJ-031', 'of what was added at most five active stay, and of what is in git five completed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }), (active, completed) => {
        let text = '# Next\n';
        for (let index = 0; index < active; index += 1) text = addItem(text, { title: `open ${index}` });
        for (let index = 0; index < completed; index += 1)
          text = done(addItem(text, { title: `finished ${index}` }), `finished ${index}`);
        const limited = limitItems(text, '');
        const count = (found: string, state: string): number =>
          parseItems(found).items.filter((item) => item.state === state).length;
        expect([count(limited.text, 'ready'), count(limited.text, 'done')]).toEqual([Math.min(5, active), completed]);
        expect([limited.overflow.length, limited.pruned]).toEqual([Math.max(0, active - 5), []]);
        const backlog = appendOverflow(appendOverflow('# Backlog\n', ['- [ ] earlier']), limited.overflow);
        for (const item of limited.overflow) expect(backlog).toContain(item);
        expect(backlog).toContain('- [ ] earlier');
        // A file that was as long before is left as it is.
        expect(limitItems(text, text)).toEqual({ text, overflow: [], pruned: [] });
      }),
    );
    const five = Array.from({ length: 5 }, (_, index) => `- [x] done ${index} (2026-02-0${index + 1})\n`).join('');
    const before = `## Recently Completed\n\n${five}`;
    const after = done(addItem(before, { title: 'sixth' }), 'sixth');
    expect(limitItems(after, before).pruned).toEqual(['- [x] done 4 (2026-02-05)']);
  });
});

verifies('PRJ-080', 'work is an open item, a numbered heading, or words that are not about what is completed', () => {
  const over = '## Recently Completed\n\n- [x] done (2026-02-01)\n  - how\n\nAll of it.\n';
  for (const work of [
    '# Next\n\n## 1. Fix CORS\n\nThe gateway drops the header.\n',
    '# Next\n\n## 1. Fix CORS\n',
    'Fix CORS next.\n',
    '| Task | Who |\n|---|---|\n| CORS | ada |\n',
    '## Blocked\n\n- key\n',
  ])
    expect([work, namesWork(`${work}\n${over}`)]).toEqual([work, true]);
  for (const none of ['', '# Next actions\n\n## Active\n\n## Blocked\n\n', '> Newest first.\n', '<!-- none -->\n'])
    expect([none, namesWork(`${none}\n${over}`)]).toEqual([none, false]);
});

describe('the task graph', () => {
  const graph = (...titles: string[]) =>
    titles.reduce((state, title) => addTask(state, { title }, NOW).graph, readGraph(undefined, undefined));

  verifies('PRJ-120', 'ids count up and are never used again; cycles and unknown ids are refused', () => {
    const two = graph('one', 'two');
    expect(Object.keys(two.tasks)).toEqual(['T-001', 'T-002']);
    expect(two.tasks['T-001']).toEqual({
      title: 'one',
      status: 'ready',
      priority: 'medium',
      depends_on: [],
      created: '2026-02-26T14:30:00Z',
    });
    const { 'T-002': _gone, ...rest } = two.tasks;
    expect(addTask(readGraph(rest, two.nextId), { title: 'three' }, NOW).id).toBe('T-003');
    expect(readGraph({ 'T-041': { title: 'x', status: 'done' } }, 2).nextId).toBe(42);
    expect(() => addTask(two, { title: 'x', dependsOn: ['T-009'] }, NOW)).toThrow(
      'T-003 depends on T-009, which does not exist',
    );
    const circle = {
      'T-001': { title: 'a', status: 'ready', depends_on: ['T-002'] },
      'T-002': { title: 'b', status: 'ready', depends_on: ['T-001'] },
    } as const;
    expect(findGraphFaults(circle)).toEqual(['T-001 → T-002 → T-001 is a circle']);
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [
        `T-${String(index).padStart(5, '0')}`,
        {
          title: 'x',
          status: 'ready' as const,
          depends_on: index === 0 ? [] : [`T-${String(index - 1).padStart(5, '0')}`],
        },
      ]),
    );
    expect(findGraphFaults(chain)).toEqual([]);
  });

  verifies('PRJ-120', 'a reason of several lines makes no item of its own', () => {
    const reason = `wait\n\n## Active\n\n- [ ] T-999 injected ${'💥'.repeat(300)}`;
    const stuck = blockTask(graph('one'), 'T-001', reason);
    expect([...(stuck.tasks['T-001']?.blocked_by ?? '')]).toHaveLength(200);
    const { text } = change('## Active\n\n- [ ] T-001 one\n', { action: 'block', item: 'T-001', reason }, graph('one'));
    expect(parseItems(text).items).toMatchObject([{ id: 'T-001', state: 'blocked' }]);
  });

  verifies('PRJ-120', 'the graph decides ids, order and status; in the list only the lines of the item change', () => {
    const list = '# Plan\n\nPeople wrote this.\n\n## Active\n\n- [ ] T-001 one\n\n## Recently Completed\n';
    const urgent = change(list, { action: 'add', item: 'urgent', priority: 'critical' }, graph('one'));
    expect(urgent.id).toBe('T-002');
    expect(urgent.text).toBe(list.replace('T-001 one\n', 'T-001 one\n- [ ] T-002 urgent (critical)\n'));
    const waiting = change(urgent.text, { action: 'add', item: 'after one', after: ['T-001'] }, urgent.graph);
    expect(waiting.text).toContain('## Blocked\n\n- [ ] T-003 after one (after T-001)\n');
    expect(listReady(waiting.graph?.tasks ?? {}).map(({ id }) => id)).toEqual(['T-002', 'T-001']);
    const finished = change(waiting.text, { action: 'done', item: 'T-001' }, waiting.graph);
    expect(finished.graph?.tasks['T-001']).toMatchObject({ status: 'done', completed: '2026-02-26T14:30:00Z' });
    expect(parseItems(finished.text).items.map(({ id, state }) => [id, state])).toEqual([
      ['T-002', 'ready'],
      ['T-003', 'ready'],
      ['T-001', 'done'],
    ]);
    expect(finished.text).toContain('People wrote this.');
    const alone = change(finished.text, { action: 'add', item: 'not in the graph' });
    expect(alone.id).toBe('T-004');
  });
});

describe('merging task graphs', () => {
  const LATER = NOW + 60_000;
  const empty = readGraph(undefined, undefined);
  const listOf = (graph: GraphState | undefined): string =>
    Object.entries(graph?.tasks ?? {}).reduce((text, [id, { title, status }]) => {
      const added = addItem(text, { id, title });
      return status === 'done' ? done(added, id) : added;
    }, '# Next actions\n\n## Active\n');
  const side = (graph: GraphState | undefined, actions = listOf(graph)): TaskSide => ({
    manifest: {
      last_session: { agent: 'ada', timestamp: '2026-02-26T14:30:00Z', phase: 'idle' },
      ...(graph === undefined ? {} : { tasks: graph.tasks, next_task_id: graph.nextId }),
    } as Manifest,
    actions,
  });
  const rows = (graph: GraphState | undefined): unknown[] =>
    Object.entries(graph?.tasks ?? {}).map(([id, { title, status, depends_on }]) => [id, title, status, depends_on]);

  verifies(
    'PRJ-120',
    'a task is one task whatever id each branch gave it, and our list shows what the other side did',
    () => {
      const base = addTask(empty, { title: 'start' }, NOW).graph;
      const main = addTask(base, { title: 'B' }, NOW).graph;
      const added = addTask(completeTask(base, 'T-001', NOW), { title: 'A' }, NOW).graph;
      const feat = addTask(added, { title: 'after A', dependsOn: ['T-002'] }, NOW).graph;
      const once = mergeTasks({ base: side(base), ours: side(main), theirs: side(feat) });
      expect(rows(once?.graph)).toEqual([
        ['T-001', 'start', 'done', []],
        ['T-002', 'B', 'ready', []],
        ['T-004', 'A', 'ready', []],
        ['T-003', 'after A', 'ready', ['T-004']],
      ]);
      expect(parseItems(once?.actions ?? '').items.map(({ id, title, state }) => [id, title, state])).toEqual([
        ['T-002', 'B', 'ready'],
        ['T-004', 'A', 'ready'],
        ['T-003', 'after A (after T-004)', 'blocked'],
        ['T-001', 'start (2026-02-26)', 'done'],
      ]);

      const back = mergeTasks({ base: side(base), ours: side(feat), theirs: side(main) });
      const again = mergeTasks({ base: side(main), ours: side(main), theirs: side(back?.graph) });
      expect(Object.values(again?.graph.tasks ?? {}).map(({ title }) => title)).toEqual(['start', 'B', 'A', 'after A']);
      const ready = { ...main, tasks: { ...main.tasks, 'T-001': { ...main.tasks['T-001'], status: 'in_progress' } } };
      expect(
        rows(mergeTasks({ base: side(feat), ours: side(feat), theirs: side(ready as GraphState) })?.graph)[0],
      ).toEqual(['T-001', 'start', 'in_progress', []]);
    },
  );

  verifies('PRJ-120', 'a branch without a graph has its say by what it completed; its new items are not lost', () => {
    const list = '## Active\n\n- [ ] T-001 one\n- [ ] T-002 two\n';
    const both = ['one', 'two'].reduce((state, title) => addTask(state, { title }, NOW).graph, empty);
    const theirs = completeTask(both, 'T-002', LATER);
    const without =
      '## Active\n\n- [ ] T-002 two\n- [ ] four\n\n## Recently Completed\n\n- [x] T-001 one (2026-02-26)\n';
    for (const sides of [
      { ours: side(undefined, without), theirs: side(theirs) },
      { ours: side(theirs), theirs: side(undefined, without) },
    ]) {
      const merged = mergeTasks({ base: side(undefined, list), ...sides });
      expect(rows(merged?.graph).map((row) => (row as unknown[]).slice(0, 3))).toEqual([
        ['T-001', 'one', 'done'],
        ['T-002', 'two', 'done'],
      ]);
      const open = parseItems(merged?.actions ?? '').items.filter(({ state }) => state === 'ready');
      expect(open.map(({ title }) => title)).toEqual(['four']);
    }
    expect(mergeTasks({ base: side(undefined), ours: side(undefined), theirs: side(undefined) })).toBeUndefined();
  });
});

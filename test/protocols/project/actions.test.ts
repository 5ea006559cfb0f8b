import fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  addAction,
  addTask,
  appendOverflow,
  blockAction,
  blockTask,
  completeAction,
  completeTask,
  findGraphFaults,
  getAction,
  listReady,
  mergeTasks,
  namesWork,
  parseNextActions,
  readGraph,
  renderActions,
  takeOverActions,
  trimActions,
  type GraphState,
  type Manifest,
  type TaskSide,
} from '../../../src/protocols/project/index.ts';
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

describe('next actions', () => {
  verifies('PRJ-031', 'both forms of item are read; done and block move an item with what belongs to it', () => {
    expect(parseNextActions(MIXED).map(({ id, title, state }) => [id, title, state])).toEqual([
      ['T-001', 'First thing', 'active'],
      ['T-002', 'Second thing', 'active'],
      [undefined, 'Third thing', 'active'],
      [undefined, 'Fourth thing', 'active'],
      [undefined, 'Database (blocked: needs creds)', 'blocked'],
      [undefined, 'Old thing (2026-02-01)', 'completed'],
    ]);
    const done = completeAction(MIXED, getAction(parseNextActions(MIXED), 'T-002'), '2026-02-26');
    expect(done).toContain(
      '## Recently Completed\n\n- [x] T-002 Second thing (2026-02-26)\n  - nested detail\n- [x] Old thing',
    );
    const blocked = blockAction(done, getAction(parseNextActions(done), 'third'), 'no key');
    expect(
      parseNextActions(blocked)
        .filter(({ state }) => state === 'blocked')
        .map(({ title }) => title),
    ).toEqual(['Database (blocked: needs creds)', 'Third thing (blocked: no key)']);
    expect(() => getAction(parseNextActions(MIXED), 'thing')).toThrow('matches 4 actions');
    expect(parseNextActions(addAction('', 'Only one')).map(({ title }) => title)).toEqual(['Only one']);
  });

  verifies(
    'PRJ-031',
    'at most five active and five completed stay, the rest is handed on, and nothing is dropped',
    () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }), (active, completed) => {
          let text = '# Next\n';
          for (let index = 0; index < active; index += 1) text = addAction(text, `open ${index}`);
          for (let index = 0; index < completed; index += 1) {
            text = addAction(text, `finished ${index}`);
            text = completeAction(text, getAction(parseNextActions(text), `finished ${index}`), '2026-02-26');
          }
          const trimmed = trimActions(text);
          const states = parseNextActions(trimmed.text).map(({ state }) => state);
          expect(states.filter((state) => state === 'active')).toHaveLength(Math.min(5, active));
          expect(states.filter((state) => state === 'completed')).toHaveLength(Math.min(5, completed));
          expect(trimmed.overflow).toHaveLength(Math.max(0, active - 5));
          expect(trimmed.pruned).toHaveLength(Math.max(0, completed - 5));
          const backlog = appendOverflow(appendOverflow('# Backlog\n', ['- [ ] earlier']), trimmed.overflow);
          for (const item of trimmed.overflow) expect(backlog).toContain(item);
          expect(backlog).toContain('- [ ] earlier');
          expect(trimActions(trimmed.text)).toEqual({ text: trimmed.text, overflow: [], pruned: [] });
        }),
      );
    },
  );
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
    const stuck = blockTask(graph('one'), 'T-001', `wait\n\n## Active\n\n- [ ] T-999 injected ${'💥'.repeat(300)}`);
    expect(parseNextActions(renderActions(stuck.tasks))).toMatchObject([{ id: 'T-001', state: 'blocked' }]);
    expect([...(stuck.tasks['T-001']?.blocked_by ?? '')]).toHaveLength(200);
  });

  verifies('PRJ-120', 'what is ready is listed by urgency, and NEXT_ACTIONS is written from the graph', () => {
    let state = graph('one');
    state = addTask(state, { title: 'urgent', priority: 'critical' }, NOW).graph;
    state = addTask(state, { title: 'after one', dependsOn: ['T-001'] }, NOW).graph;
    state = blockTask(addTask(state, { title: 'stuck' }, NOW).graph, 'T-004', 'no key');
    expect(listReady(state.tasks).map(({ id }) => id)).toEqual(['T-002', 'T-001']);
    expect(renderActions(state.tasks)).toBe(
      '# Next actions\n\n## Active\n\n- [ ] T-002 urgent (critical)\n- [ ] T-001 one\n\n## Blocked\n\n- [ ] T-003 after one (after T-001)\n- [ ] T-004 stuck (blocked: no key)\n\n## Recently Completed\n\n',
    );
    const done = completeTask(state, 'T-001', NOW);
    expect(done.tasks['T-001']).toMatchObject({ status: 'done', completed: '2026-02-26T14:30:00Z' });
    expect(listReady(done.tasks).map(({ id }) => id)).toEqual(['T-002', 'T-003']);
  });

  verifies(
    'PRJ-031',
    'a list that becomes a graph keeps ids, reasons, dates and urgency; the rest is handed on',
    () => {
      const list = `${MIXED}- [ ] Added at the end
- [x] Undated

Ask Ada before the release.
`;
      const { graph: taken, rest } = takeOverActions(list.replace('T-002', 'T-007'), readGraph(undefined, undefined), {
        nowMs: NOW,
      });
      expect(
        Object.entries(taken.tasks).map(([id, { title, status, blocked_by, completed }]) =>
          [id, title, status, blocked_by ?? completed].filter((each) => each !== undefined),
        ),
      ).toEqual([
        ['T-001', 'First thing', 'ready'],
        ['T-007', 'Second thing', 'ready'],
        ['T-008', 'Third thing', 'ready'],
        ['T-009', 'Fourth thing', 'ready'],
        ['T-010', 'Database', 'blocked', 'needs creds'],
        ['T-011', 'Old thing', 'done', '2026-02-01T00:00:00Z'],
        ['T-012', 'Added at the end', 'ready'],
        ['T-013', 'Undated', 'done'],
      ]);
      expect(taken.nextId).toBe(14);
      expect(rest).toEqual(['Details of it.', '  - nested detail', 'Ask Ada before the release.']);
      const again = takeOverActions(renderActions(taken.tasks), taken, { nowMs: NOW });
      expect([again.graph, again.rest]).toEqual([taken, []]);
    },
  );

  verifies('PRJ-031', 'what is written into a drawn list is taken over once, and no id is used again', () => {
    const drawn = graph('one', 'two');
    const { 'T-002': _gone, ...left } = drawn.tasks;
    const state = readGraph(left, drawn.nextId);
    const long = 'y'.repeat(300);
    const text = `${renderActions(left).replace('- [ ] T-001', '- [x] T-001')}
- [ ] T-002 back again
- [ ] urgent (critical)
- [ ] ${long}
- [ ] TASK-2026-01-01-001 of the plane
`;
    const { graph: taken, rest } = takeOverActions(text, state, {
      nowMs: NOW,
      isElsewhere: ({ id }) => id === 'TASK-2026-01-01-001',
    });
    expect(Object.entries(taken.tasks).map(([id, { title, priority }]) => [id, title, priority])).toEqual([
      ['T-001', 'one', 'medium'],
      ['T-003', 'back again', 'medium'],
      ['T-004', 'urgent', 'critical'],
      ['T-005', `${'y'.repeat(199)}…`, 'medium'],
    ]);
    expect(rest).toEqual(['- [x] T-001 one', `- [ ] ${long}`]);
    const ids = fc.sample(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 12 }), 50);
    for (const numbers of ids) {
      const lines = numbers.map((number, index) =>
        index % 3 === 0 ? `- [ ] item ${index}` : `- [ ] T-${String(number).padStart(3, '0')} item ${index}`,
      );
      const { graph: made } = takeOverActions(`## Active\n\n${lines.join('\n')}\n`, state, { nowMs: NOW });
      const titles = Object.values(made.tasks).map(({ title }) => title);
      for (const [index, line] of lines.entries())
        if (!line.includes('T-001')) expect(titles).toContain(`item ${index}`);
      expect(made.nextId).toBeGreaterThan(Math.max(...Object.keys(made.tasks).map((id) => Number(id.slice(2)))));
    }
  });
});

describe('merging task graphs', () => {
  const LATER = NOW + 60_000;
  const empty = readGraph(undefined, undefined);
  const side = (graph: GraphState | undefined, actions = renderActions(graph?.tasks ?? {})): TaskSide => ({
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
    'a task is one task whatever id each branch gave it, and the list is drawn from the result',
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
      expect(once?.actions).toBe(renderActions(once?.graph.tasks ?? {}));

      const back = mergeTasks({ base: side(base), ours: side(feat), theirs: side(main) });
      const again = mergeTasks({ base: side(main), ours: side(main), theirs: side(back?.graph) });
      expect(Object.values(again?.graph.tasks ?? {}).map(({ title }) => title)).toEqual(['start', 'B', 'A', 'after A']);
      const ready = { ...main, tasks: { ...main.tasks, 'T-001': { ...main.tasks['T-001'], status: 'in_progress' } } };
      expect(
        rows(mergeTasks({ base: side(feat), ours: side(feat), theirs: side(ready as GraphState) })?.graph)[0],
      ).toEqual(['T-001', 'start', 'in_progress', []]);
    },
  );

  verifies('PRJ-120', 'two branches that turn one list into a graph have every task once', () => {
    const list = '## Active\n\n- [ ] one\n- [ ] two\n- [ ] three\n';
    const take = (text: string, nowMs: number): GraphState => takeOverActions(text, empty, { nowMs }).graph;
    const [ours, theirs] = [take(list, NOW), completeTask(take(list, LATER), 'T-002', LATER)];
    const merged = mergeTasks({ base: side(undefined, list), ours: side(ours), theirs: side(theirs) });
    expect(rows(merged?.graph)).toEqual([
      ['T-001', 'one', 'ready', []],
      ['T-002', 'two', 'done', []],
      ['T-003', 'three', 'ready', []],
    ]);
    const without = '## Active\n\n- [ ] two\n- [ ] four\n\n## Recently Completed\n\n- [x] one (2026-02-26)\n';
    for (const sides of [
      { ours: side(undefined, without), theirs: side(theirs) },
      { ours: side(theirs), theirs: side(undefined, without) },
    ]) {
      expect(rows(mergeTasks({ base: side(undefined, list), ...sides })?.graph)).toEqual([
        ['T-001', 'one', 'done', []],
        ['T-002', 'two', 'done', []],
        ['T-003', 'three', 'ready', []],
        ['T-004', 'four', 'ready', []],
      ]);
    }
    expect(mergeTasks({ base: side(undefined), ours: side(undefined), theirs: side(undefined) })).toBeUndefined();
  });
});

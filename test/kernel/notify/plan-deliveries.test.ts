import { describe, expect, test } from 'vitest';
import {
  DEFAULT_RULES,
  NoticeLog,
  parseRecord,
  planDeliveries,
  renderRecord,
  type NoticeRecord,
  type NotifyRule,
} from '../../../src/kernel/notify/index.ts';
import type { Notice } from '../../../src/kernel/ports/index.ts';
import { verifies } from '../../support/verifies.ts';

const rule = (fields: Partial<NotifyRule>): NotifyRule => ({
  name: 'rule',
  on: ['task.transitioned'],
  when: {},
  to: [{ kind: 'console' }],
  dedupeMs: 1_000,
  ...fields,
});

const notice: Notice = {
  type: 'task.transitioned',
  text: 'moved',
  taskId: 'TASK-2026-02-09-001',
  payload: { to: 'review' },
};

const rulesFor = (rules: readonly NotifyRule[], given: Partial<Notice> = {}): string[] =>
  planDeliveries(rules, { ...notice, ...given }, 0, () => undefined).map((planned) => planned.rule);

describe('which rules a notice meets', () => {
  verifies('TSK-071', 'review, blocked and done are told by default, other moves are not', () => {
    const toldOn = (to: string): string[] => rulesFor(DEFAULT_RULES, { payload: { to } });
    expect(['review', 'blocked', 'done'].map(toldOn)).toEqual([
      ['review', 'review'],
      ['blocked', 'blocked'],
      ['done', 'done'],
    ]);
    expect(['ready', 'in-progress', 'backlog'].flatMap(toldOn)).toEqual([]);
  });

  test('a notice can ask for a rule by name', () => {
    expect(rulesFor(DEFAULT_RULES, { type: 'protocol.message.rejected', channel: '#aof-alerts' })).toEqual([
      '#aof-alerts',
      '#aof-alerts',
    ]);
    expect(rulesFor(DEFAULT_RULES, { type: 'protocol.message.rejected', channel: '#nobody' })).toEqual([]);
  });

  test('types match exactly or by their beginning', () => {
    expect(rulesFor([rule({ on: ['task.*'] })])).toEqual(['rule']);
    expect(rulesFor([rule({ on: ['*'] })])).toEqual(['rule']);
    expect(rulesFor([rule({ on: ['task'] }), rule({ on: ['tasks.*'] }), rule({ on: [] })])).toEqual([]);
  });

  test('every field asked for must be there with its value', () => {
    expect(rulesFor([rule({ when: { to: 'review' } })])).toEqual(['rule']);
    expect(rulesFor([rule({ when: { to: 'review', from: 'ready' } })])).toEqual([]);
    expect(rulesFor([rule({ when: { n: 1 } })], { payload: { n: '1' } })).toEqual([]);
    expect(rulesFor([rule({ when: { to: 'review' } })], { payload: {} })).toEqual([]);
  });
});

describe('repeats', () => {
  const planAt = (nowMs: number, sentMs: number | undefined, other: Partial<Notice> = {}): number =>
    planDeliveries([rule({})], { ...notice, ...other }, nowMs, () => sentMs).length;

  verifies('TSK-071', 'the same notice is sent once within the time of its rule', () => {
    expect(planAt(1_000, undefined)).toBe(1);
    expect(planAt(1_999, 1_000)).toBe(0);
    expect(planAt(2_000, 1_000)).toBe(1);
  });

  test('a clock that was set back silences nothing', () => {
    expect(planAt(500, 1_000)).toBe(1);
  });

  test('another task, run, text or rule is another notice', () => {
    const keyOf = (given: Partial<Notice>, name = 'rule'): string | undefined =>
      planDeliveries([rule({ name })], { ...notice, ...given }, 0, () => undefined)[0]?.key;
    const keys = [
      keyOf({}),
      keyOf({ taskId: 'other' }),
      keyOf({ runId: 'run' }),
      keyOf({ text: 'other' }),
      keyOf({}, 'x'),
    ];
    expect(new Set(keys).size).toBe(5);
    expect(keyOf({ actor: 'somebody else' })).toBe(keyOf({}));
  });
});

describe('the record', () => {
  const by = { pid: 1, host: 'here', started: 's' };
  const queued: NoticeRecord = {
    type: 'notice.queued',
    id: 'A',
    at: 5,
    key: 'k',
    rule: 'rule',
    sink: { kind: 'command', command: 'x', args: ['y'], timeoutMs: 1 },
    notice,
    by,
  };

  test('is read back as it was written', () => {
    const records: NoticeRecord[] = [
      queued,
      { ...queued, sink: { kind: 'webhook', url: 'http://x.example', timeoutMs: 3 } },
      { ...queued, sink: { kind: 'file', path: 'x' } },
      { ...queued, sink: { kind: 'console' } },
      { type: 'notice.taken', id: 'A', at: 6, by },
      { type: 'notice.failed', id: 'A', at: 7, attempt: 1, reason: 'dead' },
      { type: 'notice.delivered', id: 'A', at: 8, attempt: 2 },
      { type: 'notice.dropped', id: 'A', at: 9, reason: 'dead' },
    ];
    expect(records.map((record) => parseRecord(renderRecord(record)))).toEqual(records);
  });

  test('a line that is not one of ours is passed over', () => {
    const others = ['1', '{}', '{"type":"notice.queued","id":"A","at":1}', '{"type":"notice.later","id":"A","at":1}'];
    expect(others.map(parseRecord)).toEqual(others.map(() => undefined));
  });

  test('says what is open, who looks after it and how often it failed', () => {
    const log = new NoticeLog();
    const apply = (record: NoticeRecord): void => log.apply({ text: renderRecord(record), end: 1 });
    apply(queued);
    apply({ type: 'notice.failed', id: 'A', at: 6, attempt: 1, reason: 'dead' });
    apply({ type: 'notice.taken', id: 'A', at: 7, by: { pid: 2, host: 'here' } });
    expect(log.pending).toEqual([{ queued, by: { pid: 2, host: 'here' }, attempts: 1 }]);
    expect(log.sentAt('k')).toBe(5);
    apply({ type: 'notice.delivered', id: 'A', at: 8, attempt: 2 });
    expect(log.pending).toEqual([]);
    log.reset();
    expect(log.sentAt('k')).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES, parseNotifyRules } from '../../../src/kernel/notify/index.ts';

describe('rules in a file', () => {
  test('every kind of sink, with its settings', () => {
    const [rule] = parseNotifyRules(`
defaults: false
rules:
  - name: on call
    on: [task.blocked, 'lease.*']
    when: { priority: high, retries: 3 }
    dedupe: 10m
    to:
      - console
      - file
      - file: logs/on-call.log
      - webhook: https://hooks.example.com/abc
        timeout: 3s
      - command: [notify-send, Baton]
`);
    expect(rule).toEqual({
      name: 'on call',
      on: ['task.blocked', 'lease.*'],
      when: { priority: 'high', retries: 3 },
      dedupeMs: 600_000,
      to: [
        { kind: 'console' },
        { kind: 'file', path: 'notices.log' },
        { kind: 'file', path: 'logs/on-call.log' },
        { kind: 'webhook', url: 'https://hooks.example.com/abc', timeoutMs: 3_000 },
        { kind: 'command', command: 'notify-send', args: ['Baton'], timeoutMs: 10_000 },
      ],
    });
  });

  test('without content the defaults hold', () => {
    expect(parseNotifyRules('')).toEqual(DEFAULT_RULES);
    expect(DEFAULT_RULES.map(({ name }) => name)).toEqual(['#aof-alerts', 'review', 'blocked', 'done', 'owner']);
    expect(DEFAULT_RULES[0]?.to).toEqual([{ kind: 'console' }, { kind: 'file', path: 'notices.log' }]);
  });

  test('a rule takes the place of the default with its name', () => {
    const rules = parseNotifyRules('rules:\n  - name: done\n    to: []\n');
    expect(rules.map(({ name }) => name)).toEqual(['#aof-alerts', 'review', 'blocked', 'owner', 'done']);
    expect(rules.at(-1)?.to).toEqual([]);
  });

  test('what has no meaning is refused with its place', () => {
    const rule = (rest: string): string => `rules:\n  - name: x\n    ${rest}\n`;
    const cases: Record<string, string> = {
      'ruls: []': 'ruls is not known; is it rules?',
      'rules: 5': 'rules must be a list',
      'defaults: maybe': 'defaults must be true or false',
      'rules: [5]': 'rules[0] must be keys with values',
      'rules:\n  - to: []': 'rules[0].name must be a name',
      [rule('on: task.done')]: 'rules[0].to must be a list of sinks',
      [rule('to: [consol]')]: 'rules[0].to[0] must be console, file, webhook, command',
      [rule('to: [{ webhok: "https://x.example" }]')]: 'rules[0].to[0].webhok is not known; is it webhook?',
      [rule('to: [{ file: a, webhook: "https://x.example" }]')]: 'must have exactly one of',
      [rule('to: [{ timeout: 5s }]')]: 'must have exactly one of',
      [rule('to: [{ file: audit/handoff-log-2026-01-01-001.jsonl }]')]: 'rules[0].to[0].file must end in .log',
      [rule('to: [{ webhook: "ftp://x.example" }]')]: 'must be an address with http or https',
      [rule('to: [{ webhook: "nonsense" }]')]: 'must be an address with http or https',
      [rule('to: [{ command: [] }]')]: 'must be a program and its arguments',
      [rule('to: [{ command: [1] }]')]: 'rules[0].to[0].command must be text',
      [rule('to: [{ command: a, timeout: 5 }]')]: 'must be a duration',
      [rule('to: []\n    dedupe: often')]: 'rules[0].dedupe must be a duration',
      [rule('to: []\n    when: 5')]: 'rules[0].when must be fields with values',
      'rules:\n  - { name: x, to: [] }\n  - { name: x, to: [] }': 'has two rules named x',
    };
    for (const [text, message] of Object.entries(cases)) {
      expect(() => parseNotifyRules(text)).toThrow(
        expect.objectContaining({ code: 'NOTIFY_INVALID', message: expect.stringContaining(message) }),
      );
    }
  });
});

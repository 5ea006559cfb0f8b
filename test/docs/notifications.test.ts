import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_RULES, parseNotifyRules } from '../../src/kernel/notify/index.ts';

const page = readFileSync('docs/notifications.md', 'utf8');

test('the rules shown in the docs are rules', () => {
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const rules = parseNotifyRules(yaml);
  expect(rules.find(({ name }) => name === 'on call')?.to.map(({ kind }) => kind)).toEqual([
    'console',
    'file',
    'webhook',
    'command',
  ]);
});

test('the docs list the default rules, all of them', () => {
  const listed = Array.from(page.matchAll(/^\| `(#?[a-z-]+)` \| .* \| terminal, file \|$/gm), ([, name]) => name);
  expect(listed).toEqual(DEFAULT_RULES.map(({ name }) => name));
});

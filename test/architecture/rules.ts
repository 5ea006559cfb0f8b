import { callRules, MAY_REACH_OUT } from './call-rules.ts';
import { importRules } from './import-rules.ts';
import type { Exception, Rule } from './rule.ts';
import { textRules } from './text-rules.ts';

export const RULES: readonly Rule[] = [...importRules, ...callRules, ...textRules];

export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'inside-src',
    path: 'src/surfaces/cli/commands/demo/demo.ts',
    why: 'The demo is a play on top of the product; its command is where it is started.',
  },
  {
    rule: 'one-error-class',
    path: 'src/kernel/errors/baton-error.ts',
    why: 'This is the one error class.',
  },
  ...Object.entries(MAY_REACH_OUT).map(([path, why]) => ({ rule: 'authority-first', path, why })),
];

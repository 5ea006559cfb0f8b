import { INJECTION_RULES } from './injection/rules.ts';
import { PII_RULES } from './pii/kinds.ts';
import type { Rule } from './rule.ts';
import { SECRET_RULES } from './secrets/find-secrets.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';

/** Every rule, by kind and then by id. */
export const listRules = (): readonly Rule[] =>
  [
    ...Object.values(INJECTION_RULES),
    ...Object.values(ALLOW_RULES),
    ...Object.values(STRUCTURE_RULES),
    ...SECRET_RULES,
    ...PII_RULES,
  ].toSorted((a, b) => compare(a.kind, b.kind) || compare(a.id, b.id));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

let known: ReadonlySet<string> | undefined;

/** Whether there is a rule with this id: a mistyped one must not pass for a permission. */
export const isKnownRule = (id: string): boolean => (known ??= new Set(listRules().map((rule) => rule.id))).has(id);

/** Findings about the means of allowing themselves. */
export const ALLOW_RULES = {
  expired: {
    id: 'structure-allow-expired',
    kind: 'structure',
    severity: 'warning',
    message: 'an entry of the allow list has expired',
    hint: 'review what it allows; renew it for at most a year, or remove it',
    about: 'Each entry of the allow list ends within a year, so that what was once reviewed is reviewed again.',
    example: '"expires": "2020-01-01"',
  },
  invalid: {
    id: 'structure-allow-invalid',
    kind: 'structure',
    severity: 'error',
    message: 'an entry of the allow list, or a baton-allow comment, is not valid and allows nothing',
    hint: 'an entry needs reason, owner, expires, and value_sha256 or path with rule; a comment needs a rule that exists and a reason',
    about: 'An entry that is malformed or too wide is no permission; it is shown so that nobody relies on it.',
    example: '{ "rule": "secret-*", "path": "*" }',
  },
} as const satisfies Record<string, Rule>;

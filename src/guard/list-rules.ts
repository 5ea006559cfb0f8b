import { ALLOW_RULES } from './allow-rules.ts';
import { INJECTION_RULES } from './injection/rules.ts';
import { PII_RULES } from './pii/kinds.ts';
import type { Rule } from './rule.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';
import { SECRET_RULES } from './secrets/find-secrets.ts';

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

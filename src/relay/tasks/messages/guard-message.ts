import type { Settings } from '../../../kernel/config/index.ts';
import { isAtLeast, type Finding } from '../../../kernel/finding.ts';
import { isGeneratedForm } from '../../../kernel/generated-form.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { Scanner } from '../../../kernel/ports/index.ts';

export interface GuardVerdict {
  /** Why the message must not pass; undefined if it may. */
  readonly refusal?: string;
  /** What was found and let through. */
  readonly warnings: readonly string[];
}

/** The settings that say what the guard looks for and what follows. */
export type GuardRules = Pick<Settings, 'guard' | 'guardModel'>;

/** Every text of a message or a report before another agent reads it. The model judges sentences, not single words. */
export function judgeTexts(scanner: Scanner, payload: JsonObject, { guard, guardModel }: GuardRules): GuardVerdict {
  const findings = textsOf(payload)
    .flatMap((text) => scanner.scan(text, { model: guardModel === 'on' && /\s/.test(text) }))
    .filter((finding) => isAtLeast(finding.severity, 'warning'));
  if (findings.length === 0) return { warnings: [] };
  const words = [...new Set(findings.map(describe))].slice(0, 5);
  const severe = findings.some(({ severity }) => severity === 'error');
  return guard !== 'warn' && severe
    ? { refusal: `the guard blocked it: ${words.join('; ')}`, warnings: [] }
    : { warnings: words };
}

const describe = ({ rule, kind, excerpt }: Finding): string => `${kind} ${rule}: ${excerpt}`;

/** A name of one plain word holds nothing to find. */
const PLAIN_NAME = /^[A-Za-z_]{1,32}$/;

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return value.length > 3 && !isGeneratedForm(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((inner: Json) => textsOf(inner));
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(PLAIN_NAME.test(name) ? [] : textsOf(name)),
    ...textsOf(inner),
  ]);
}

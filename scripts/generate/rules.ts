import { listRules, type Rule } from '../../src/guard/index.ts';

const KINDS: readonly (readonly [Rule['kind'], string])[] = [
  ['injection', 'Instructions aimed at the reader'],
  ['structure', 'What is allowed where'],
  ['secret', 'Secrets'],
  ['pii', 'Personal data'],
];

export function renderRuleReference(): string {
  const rules = listRules();
  return [
    '# Rules of the guard',
    '',
    `Generated from \`src/guard/\`: ${rules.length} rules. Errors block, warnings are shown and mark a passage as Assumed.`,
    '',
    'To allow what a rule found: write `baton-allow RULE REASON` in a comment on the line or the line above it, or add an',
    'entry with reason, owner and expiry to `.ai/handoff/allow.json`; see [guard.md](guard.md#allowing). Secrets are',
    'allowed only by the hash of their value or in one named file.',
    '',
    ...KINDS.flatMap(([kind, title]) => [
      `## ${title}`,
      '',
      ...rules.filter((rule) => rule.kind === kind).flatMap(renderRule),
    ]),
  ].join('\n');
}

function renderRule({ id, severity, message, about, example, hint }: Rule): string[] {
  return [
    `### ${id}`,
    '',
    `${about}`,
    '',
    `Says (${severity}): ${message}. Example: ${code(example)}. What to do: ${hint}. To allow: \`baton-allow ${id} REASON\`.`,
    '',
  ];
}

/** Backticks inside need a longer fence of them. */
const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

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
    `Every rule that \`baton scan\`, \`baton lint\` and the checks of a handoff apply to text: ${rules.length}, generated from \`src/guard/\`.`,
    'An **error** blocks, a **warning** is shown and marks a passage as Assumed. Search this page for the rule that a finding names.',
    '',
    'To allow what a rule found: write `baton-allow RULE REASON` in a comment on the line or the line above it, or add an',
    'entry with reason, owner and expiry to `.ai/handoff/allow.json`; see [guard.md](guard.md#allowing). Secrets are',
    'allowed only by the hash of their value or in one named file.',
    '',
    ...KINDS.flatMap(([kind, title]) =>
      renderKind(
        title,
        rules.filter((rule) => rule.kind === kind),
      ),
    ),
  ].join('\n');
}

function renderKind(title: string, rules: readonly Rule[]): string[] {
  const usual = mostFrequent(rules.map(({ hint }) => hint));
  return [
    `## ${title}`,
    '',
    ...(usual === undefined ? [] : [`What to do, unless the row says otherwise: ${usual}.`, '']),
    '| rule | finds | example |',
    '|---|---|---|',
    ...rules.map((rule) => renderRow(rule, usual)),
    '',
  ];
}

/** Undefined if each hint is for one rule alone. */
function mostFrequent(hints: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const hint of hints) counts.set(hint, (counts.get(hint) ?? 0) + 1);
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best !== undefined && best[1] > 1 ? best[0] : undefined;
}

function renderRow({ id, severity, about, example, hint }: Rule, usual: string | undefined): string {
  const own = hint === usual ? '' : ` To do: ${hint}.`;
  return `| \`${id}\` ${severity} | ${cell(`${about}${own}`)} | ${cell(code(example))} |`;
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** Backticks inside need a longer fence of them. */
const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

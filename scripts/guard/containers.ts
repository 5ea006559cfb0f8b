/** Attacks placed in harmless sections, as real ones would be: one container after the other. */
import { isCore, type Sample } from './dataset.ts';
import { OWN_ATTACK } from './own-attacks.ts';

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

const CONTAINERS: Readonly<Record<string, (attack: string) => string>> = {
  paragraph: (attack) => `\n${attack}\n`,
  'among lines': (attack) => attack,
  'in a sentence': (attack) =>
    `The build is green and the migration ran on staging. ${oneLine(attack)} The next step is the review of the schema.`,
  'list item': (attack) => `- ${oneLine(attack)}`,
  quotation: (attack) => attack.replaceAll(/^/gm, '> '),
  'wrapped lines': (attack) => oneLine(attack).replaceAll(/(.{1,46})(?: |$)/g, '$1\n'),
  'HTML comment': (attack) => `<!-- ${attack} -->`,
  'collapsed details': (attack) => `<details>\n<summary>More</summary>\n\n${attack}\n\n</details>`,
  'link reference': (attack) => `[//]: # (${oneLine(attack)})`,
  'link title': (attack) => `See the [notes](https://docs.acme.dev/n "${oneLine(attack).replaceAll('"', "'")}") first.`,
  'image description': (attack) => `![${oneLine(attack).replaceAll(/[[\]]/g, '')}](img/chart.png)`,
  'table cell': (attack) => `| Item | Note |\n|---|---|\n| 12 | ${oneLine(attack).replaceAll('|', '/')} |`,
  'code block': (attack) => `\`\`\`\n${attack}\n\`\`\``,
  'JSON string': (attack) => `\`\`\`json\n${JSON.stringify({ id: 17, note: attack }, null, 2)}\n\`\`\``,
  'front matter': (attack) => `---\ntitle: Notes\ndescription: ${oneLine(attack)}\n---\n`,
};

const SHORTEST = 40;
const LONGEST = 400;
const LEAST_HOST = 300;

/** Each short attack in one container, in a section that the model of its fold did not see either. */
export function plantAttacks(samples: readonly Sample[]): Sample[] {
  const hosts = groupBy(
    samples.filter((sample) => (isCore(sample) && sample.kind !== 'json') || sample.kind === 'package'),
    ({ fold }) => fold,
  );
  const names = Object.keys(CONTAINERS);
  return samples.filter(isPlantable).flatMap((attack, index) => {
    const container = names[index % names.length] ?? '';
    const within = (hosts.get(attack.fold) ?? []).filter(({ text }) => text.length >= LEAST_HOST);
    // A prime, so that neighbours get hosts of different repositories.
    const host = within[(index * 7_919) % within.length];
    if (host === undefined) return [];
    const lines = host.text.split('\n');
    const place = container === 'front matter' ? 0 : Math.ceil(lines.length / 2);
    const text = lines.toSpliced(place, 0, CONTAINERS[container]?.(attack.text) ?? '').join('\n');
    return [{ ...attack, label: 'planted' as const, kind: container, text }];
  });
}

const isPlantable = ({ label, kind, text }: Sample): boolean =>
  label === 'injection' &&
  kind !== OWN_ATTACK &&
  !kind.startsWith('obf:') &&
  text.length >= SHORTEST &&
  text.length <= LONGEST;

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

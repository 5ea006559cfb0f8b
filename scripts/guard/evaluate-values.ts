/**
 * Which secrets and personal data of the development data are found, and which harmless lines are flagged, by source.
 * `tsx scripts/guard/evaluate-values.ts [DATA]`; SHOW=1 lists what went wrong in the half that rules may be fitted to.
 */
import { createScanner } from '../../src/guard/index.ts';
import { DATA_FOLDER, readValueSamples, type ValueSample } from './dataset.ts';
import { renderShare } from './interval.ts';

type Value = 'secret' | 'pii';

const scanner = createScanner();
const samples = readValueSamples(process.argv[2] ?? DATA_FOLDER).map((sample) => ({
  sample,
  found: new Set(scanner.scan(sample.text, { kinds: ['secret', 'pii'], model: false }).map((finding) => finding.kind)),
}));
type Judged = (typeof samples)[number];

/** Half of the lines are only ever counted, so that the figures of the two halves can be compared. */
const isOpen = ({ text }: ValueSample): boolean =>
  [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 1;

function show(name: string, part: readonly Judged[], kind: Value): void {
  const found = part.filter((each) => each.found.has(kind)).length;
  console.log(`${name.padEnd(44)} ${renderShare({ all: part.length, found })}`);
}

for (const kind of ['secret', 'pii'] as const) {
  const bySource = new Map<string, Judged[]>();
  for (const each of samples.filter(({ sample }) => sample.label === kind || sample.label === 'benign')) {
    const { label, source } = each.sample;
    const name = `${label} ${source.startsWith('repo:') ? 'real repositories' : source}`;
    bySource.set(name, [...(bySource.get(name) ?? []), each]);
  }
  for (const [name, part] of [...bySource].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    show(`${kind}: ${name}`, part, kind);
  for (const label of [kind, 'benign'] as const) {
    const all = samples.filter(({ sample }) => sample.label === label);
    show(`${kind}: all ${label}`, all, kind);
    show(
      `${kind}: ${label}, open half`,
      all.filter(({ sample }) => isOpen(sample)),
      kind,
    );
    show(
      `${kind}: ${label}, counted half`,
      all.filter(({ sample }) => !isOpen(sample)),
      kind,
    );
  }
}

if (process.env['SHOW'] !== undefined) {
  for (const { sample, found } of samples.filter((each) => isOpen(each.sample))) {
    for (const kind of ['secret', 'pii'] as const) {
      const isWrong = found.has(kind) ? sample.label === 'benign' : sample.label === kind;
      if (isWrong)
        console.log(kind, sample.label, sample.source, sample.rule, JSON.stringify(sample.text.slice(0, 240)));
    }
  }
}

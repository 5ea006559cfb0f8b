/**
 * Trains the guard's model on the development data and writes src/guard/model/weights.gen.ts.
 * `tsx scripts/guard/train.ts [DATA]`; the same data gives the same file on every machine.
 */
import { writeFileSync } from 'node:fs';
import { createScanner, type ModelData } from '../../src/guard/index.ts';
import { DATA_FOLDER, FOLDS, isCore, readSamples } from './dataset.ts';
import { packModel, prepare, scoreBest, train, type Prepared } from './train-model.ts';

/** The share of honest sections that the model alone may flag, measured on sources it was not trained on. */
const FALSE_ALARMS = 0.0025;

const samples = readSamples(process.argv[2] ?? DATA_FOLDER);
const prepared = samples.map(prepare);
const unseen = scoreUnseen(prepared);
const threshold = chooseThreshold();
writeFileSync('src/guard/model/weights.gen.ts', renderModel(packModel(train(prepared), threshold)));
report();

/** Each sample scored by a model that saw no sample of its source. */
function scoreUnseen(all: readonly Prepared[]): number[] {
  const scores: number[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const model = train(all.filter((sample) => sample.fold !== fold));
    for (const [index, sample] of all.entries()) if (sample.fold === fold) scores[index] = scoreBest(model, sample);
  }
  return scores;
}

/** What the rules flag anyway costs nothing more; among the rest the threshold leaves the given share. */
function chooseThreshold(): number {
  const scanner = createScanner();
  const scores = samples
    .flatMap((sample, index) => {
      if (!isCore(sample)) return [];
      const isFlagged = scanner.scan(sample.text, { kinds: ['injection', 'structure'], model: false }).length > 0;
      return isFlagged ? [] : [unseen[index] ?? 0];
    })
    .toSorted((a, b) => b - a);
  return scores[Math.floor(scores.length * FALSE_ALARMS)] ?? 1;
}

function renderModel(data: ModelData): string {
  return [
    '// Written by scripts/guard/train.ts.',
    'export const MODEL = {',
    `  scale: ${data.scale},`,
    `  bias: ${data.bias},`,
    `  threshold: ${data.threshold},`,
    `  weights:`,
    `    '${data.weights}',`,
    '} as const;',
    '',
  ].join('\n');
}

function report(): void {
  const groups = new Map<string, { all: number; found: number }>();
  for (const [index, sample] of samples.entries()) {
    const name = sample.label === 'benign' ? `benign ${sample.kind}` : sample.source;
    const group = groups.get(name) ?? { all: 0, found: 0 };
    group.all += 1;
    if ((unseen[index] ?? 0) > threshold) group.found += 1;
    groups.set(name, group);
  }
  console.log('model alone, each source scored by a model that did not see it:');
  for (const [name, { all, found }] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(
      `  ${name.padEnd(24)} ${String(found).padStart(4)} of ${String(all).padStart(4)}  ${((100 * found) / all).toFixed(1)} %`,
    );
  }
  console.log(`threshold ${threshold.toFixed(3)}`);
}

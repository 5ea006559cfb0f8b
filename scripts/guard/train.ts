/**
 * Trains the guard's model on the development data, honest text and our own attacks, and writes src/guard/model/weights.gen.ts.
 * `tsx scripts/guard/train.ts [DATA]`; the same data gives the same file on every machine.
 */
import { writeFileSync } from 'node:fs';
import type { ModelData } from '../../src/guard/index.ts';
import { DATA_FOLDER, readSamples } from './dataset.ts';
import { chooseThreshold, trainHeldOut } from './held-out.ts';
import { readHonestText } from './honest-text.ts';
import { readOwnAttacks } from './own-attacks.ts';
import { packModel, prepare, train } from './train-model.ts';

const samples = readSamples(process.argv[2] ?? DATA_FOLDER);
const extra = [...readHonestText(samples), ...readOwnAttacks()];
const threshold = chooseThreshold(samples, trainHeldOut(samples, extra));
const model = packModel(train([...samples, ...extra].map(prepare)), threshold);
writeFileSync('src/guard/model/weights.gen.ts', renderModel(model));
console.log(`${samples.length} samples, ${extra.length} texts beside them, threshold ${threshold.toFixed(3)}`);

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

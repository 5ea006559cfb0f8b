/**
 * Trains the guard's model on the development data, honest text and our own attacks, and writes src/guard/model/weights.gen.ts.
 * `tsx scripts/guard/train.ts [DATA]`; the same data gives the same file on every machine.
 */
import { writeFileSync } from 'node:fs';
import type { ModelData } from '../../src/guard/index.ts';
import { DATA_FOLDER, readSamples } from './dataset.ts';
import { chooseLimits, trainHeldOut } from './held-out.ts';
import { readHonestText } from './honest-text.ts';
import { readOwnAttacks } from './own-attacks.ts';
import { packModel, prepare, train } from './train-model.ts';

const samples = readSamples(process.argv[2] ?? DATA_FOLDER);
const all = [...samples, ...readHonestText(samples), ...readOwnAttacks()];
const limits = chooseLimits(all, trainHeldOut(all));
const model = packModel(train(all.map(prepare)), limits);
writeFileSync('src/guard/model/weights.gen.ts', renderModel(model));
console.log(`${samples.length} samples, ${all.length - samples.length} texts beside them`, limits);

function renderModel(data: ModelData): string {
  return [
    '// Written by scripts/guard/train.ts.',
    'export const MODEL = {',
    ...Object.entries(data).map(([name, value]) =>
      renderEntry(name, value as number | string | ModelData['blockLeads']),
    ),
    '} as const;',
    '',
  ].join('\n');
}

function renderEntry(name: string, value: number | string | ModelData['blockLeads']): string {
  if (typeof value === 'number') return `  ${name}: ${String(value)},`;
  if (typeof value === 'string') return `  ${name}:\n    '${value}',`;
  const leads = Object.entries(value).map(([container, lead]) => {
    const key = container.includes(' ') ? `'${container}'` : container;
    return `    ${key}: ${String(lead)},`;
  });
  return [`  ${name}: {`, ...leads, '  },'].join('\n');
}

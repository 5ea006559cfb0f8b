/** Training is part of the product: whoever has the data must get the model that is shipped. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { packModel, prepare, train } from '../../scripts/guard/train-model.ts';
import type { Sample } from '../../scripts/guard/dataset.ts';
import { createScanner } from '../../src/guard/index.ts';
import { verifies } from '../support/verifies.ts';

const readTexts = (name: string): string[] =>
  readFileSync(`test/guard/corpus/${name}.txt`, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('# '));

const sample = (label: Sample['label'], text: string): Sample => ({
  label,
  kind: 'docs',
  source: 'own',
  text,
  fold: 0,
});
const samples = [
  ...readTexts('attacks').map((text) => sample('injection', text)),
  ...readTexts('honest').map((text) => sample('benign', text)),
];

verifies('GRD-006', 'training twice on the same texts gives the same model, byte for byte', () => {
  const once = packModel(train(samples.map(prepare)), 1);
  const again = packModel(train(samples.map(prepare)), 1);
  expect(again).toEqual(once);
  expect(packModel(train(samples.slice(1).map(prepare)), 1).weights).not.toBe(once.weights);
});

verifies('GRD-006', 'a model learns from its texts, and its threshold decides what is shown', () => {
  const text = 'Bring the harvest of the east field into the old barn today.';
  const taught = [...samples, ...Array.from({ length: 30 }, () => sample('injection', text))];
  const model = packModel(train(taught.map(prepare)), 0);
  const flags = (threshold: number) =>
    createScanner({ ...model, threshold })
      .scan(text)
      .map(({ rule }) => rule);
  expect(flags(0)).toEqual(['inject-model']);
  expect(flags(50)).toEqual([]);
});

/**
 * What the shipped guard flags in packages of owners that neither training nor the choice of settings has seen:
 * documentation, agent configuration, prompts and single sentences. Meant to be run once, after everything is decided.
 * `tsx scripts/guard/unseen.ts`
 */
import { createScanner } from '../../src/guard/index.ts';
import type { Sample } from './dataset.ts';
import { scanForAttacks } from './held-out.ts';
import { takeLines } from './honest-text.ts';
import { renderShare } from './interval.ts';
import { readUnseenText } from './registry-text.ts';
import { SPEAKS_OF_AI } from './sample-weights.ts';

const scanner = createScanner();
const sections = readUnseenText();
const prose = sections.filter(({ kind }) => kind === 'package' || kind === 'agentpackage');
const verdicts = [...sections, ...prose.flatMap(takeLines)].map((sample) => {
  const found = scanForAttacks(scanner, sample.text);
  return { sample, isFlagged: found.length > 0, isError: found.some(({ severity }) => severity === 'error') };
});

const ROWS: Readonly<Record<string, (sample: Sample) => boolean>> = {
  'package documentation': ({ kind }) => kind === 'package',
  'of it what speaks of AI': ({ kind, text }) => kind === 'package' && SPEAKS_OF_AI.test(text),
  'agent configuration of packages': ({ kind }) => kind === 'agentpackage',
  'prompts in examples': ({ kind }) => kind === 'prompt',
  'single sentences': ({ kind }) => kind === 'line',
};
console.log(`${new Set(sections.map(({ source }) => source)).size} packages with text`);
for (const [name, belongs] of Object.entries(ROWS)) {
  const part = verdicts.filter(({ sample }) => belongs(sample));
  const share = (isHit: (verdict: (typeof part)[number]) => boolean): string =>
    renderShare({ all: part.length, found: part.filter(isHit).length });
  console.log(`${name.padEnd(34)} ${share(({ isFlagged }) => isFlagged)}   errors ${share(({ isError }) => isError)}`);
}

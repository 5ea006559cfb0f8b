/** Limits of the model are chosen on text of owners that the judging model did not see. */
import { expect } from 'vitest';
import type { Sample } from '../../scripts/guard/dataset.ts';
import { isHeldBack } from '../../scripts/guard/held-back.ts';
import { chooseLimits, type Scores } from '../../scripts/guard/held-out.ts';
import { verifies } from '../support/verifies.ts';

const section = (index: number): Sample => ({
  label: 'benign',
  kind: 'docs',
  source: `repo:owner${index}+x`,
  text: `section ${index}`,
  fold: index % 8,
});
const samples = Array.from({ length: 4_000 }, (_, index) => section(index));
const scores = samples.map((_, index): Scores => ({ window: -index / 1_000, block: 1 - index / 1_000 }));

verifies('GRD-054', 'so many honest sections of other owners are above the threshold as are allowed', () => {
  const { threshold, blockLead, errorLead } = chooseLimits(samples, { folds: [], scores });
  const flagged = scores.filter(({ window }) => window > threshold).length;
  expect(flagged / samples.length).toBeGreaterThan(0.003);
  expect(flagged / samples.length).toBeLessThan(0.005);
  expect(scores.filter(({ block }) => block - blockLead > threshold).length).toBeLessThan(flagged);
  expect(scores.some(({ window, block }) => Math.max(window, block - blockLead) >= threshold + errorLead)).toBe(false);
});

verifies('GRD-054', 'the part that is judged has no say in its own limits', () => {
  const without = (fold: number) => chooseLimits(samples, { folds: [], scores }, fold).threshold;
  const raised = scores.map((score, index) => (index % 8 === 3 ? { window: 9, block: 9 } : score));
  expect(chooseLimits(samples, { folds: [], scores: raised }, 3).threshold).toBe(without(3));
  expect(chooseLimits(samples, { folds: [], scores: raised }, 4).threshold).toBeGreaterThan(without(4));
});

verifies('GRD-054', 'what is held back is chosen by source, owner and package, not by text', () => {
  const of = (source: string, kind: string, text: string) => isHeldBack({ source, kind, text });
  expect(of('purplellama', 'direct', 'a')).toBe(true);
  expect(of('deepset', 'direct', 'a')).toBe(false);
  for (const name of ['express', 'koa', 'ai', 'openai', 'langchain'])
    expect(of(name, 'package', 'one text')).toBe(of(name, 'agentpackage', 'another text'));
});

/** Limits of the model are chosen on text of owners that the judging model did not see. */
import { expect } from 'vitest';
import type { Container } from '../../src/guard/blocks/visit-blocks.ts';
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
const scores = samples.map((_, index): Scores => ({
  window: -index / 1_000,
  blocks: { paragraph: 1 - index / 1_000, 'table cell': -1 - index / 1_000, 'HTML comment': 0.5 - index / 1_000 },
}));

verifies('GRD-054', 'so many honest sections of other owners are above the threshold as are allowed', () => {
  const { threshold, blockLeads, errorLead } = chooseLimits(samples, { folds: [], scores });
  const flagged = scores.filter(({ window }) => window > threshold).length;
  expect(flagged / samples.length).toBeGreaterThan(0.003);
  expect(flagged / samples.length).toBeLessThan(0.005);
  const above = (container: Container): number =>
    scores.filter(({ blocks }) => (blocks[container] ?? 0) - blockLeads[container] > threshold).length;
  expect(above('paragraph')).toBeLessThan(flagged);
  expect(above('HTML comment')).toBeLessThan(above('paragraph'));
  const isError = ({ window, blocks }: Scores): boolean =>
    Math.max(window, (blocks.paragraph ?? 0) - blockLeads.paragraph) >= threshold + errorLead;
  expect(scores.some(isError)).toBe(false);
});

verifies(['GRD-051', 'GRD-054'], 'what a page shows has one limit, what it does not show has limits of its own', () => {
  const { blockLeads } = chooseLimits(samples, { folds: [], scores });
  expect(blockLeads['table cell']).toBe(blockLeads.paragraph);
  expect(blockLeads['code block']).toBe(blockLeads.paragraph);
  expect(blockLeads['link title']).toBe(blockLeads['HTML comment']);
  expect(blockLeads['HTML comment']).toBeLessThan(blockLeads.paragraph);
  expect(blockLeads['front matter'], 'no honest sample of it').toBeGreaterThan(0);
});

verifies('GRD-054', 'the part that is judged has no say in its own limits', () => {
  const without = (fold: number) => chooseLimits(samples, { folds: [], scores }, fold).threshold;
  const raised = scores.map((score, index) => (index % 8 === 3 ? { window: 9, blocks: { paragraph: 9 } } : score));
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

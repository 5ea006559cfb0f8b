/** Every source judged by a model that did not see it, and the limits that such judgements allow. */
import { createScanner, type ModelData } from '../../src/guard/index.ts';
import { findConcepts } from '../../src/guard/injection/find-concepts.ts';
import { loadModel, scoreBlocks, scoreText, type ScoredWindow } from '../../src/guard/model/score.ts';
import { unfoldText } from '../../src/guard/views/unfold.ts';
import type { Scanner } from '../../src/kernel/ports/index.ts';
import { FOLDS, isCore, type Sample } from './dataset.ts';
import { packModel, prepare, train, type Limits, type Prepared } from './train-model.ts';

/** The share of honest sections that may be flagged because of the model, and besides because of blocks by themselves. */
const WINDOW_ALARMS = 0.0036;
const BLOCK_ALARMS = 0.0012;
/** The share of honest prompts that may be far enough above that for an error; of sections none may. */
const PROMPT_ERRORS = 0.008;
/** Above the highest honest section. */
const ERROR_MARGIN = 0.3;

/** The highest score of a window and of a block, without any limits. */
export interface Scores {
  readonly window: number;
  readonly block: number;
}

export interface HeldOut {
  readonly folds: readonly ModelData[];
  /** For each honest sample, by the model of its fold; undefined for all others. */
  readonly scores: readonly (Scores | undefined)[];
}

const OPEN: Limits = { threshold: 0, blockLead: 0, errorLead: 0 };

export function trainHeldOut(samples: readonly Sample[]): HeldOut {
  const prepared = samples.map(prepare);
  const folds = Array.from({ length: FOLDS }, (_, fold) => trainWithout(prepared, fold));
  return { folds, scores: scoreHonest(samples, folds) };
}

const trainWithout = (prepared: readonly Prepared[], fold: number): ModelData =>
  packModel(train(prepared.filter((sample) => sample.fold !== fold)), OPEN);

function scoreHonest(samples: readonly Sample[], folds: readonly ModelData[]): (Scores | undefined)[] {
  const loaded = folds.map((data) => loadModel({ ...data, threshold: LOWEST, errorLead: 0 }));
  const rules = createScanner();
  return samples.map(({ label, text, fold }) => {
    const model = loaded[fold];
    if (label !== 'benign' || model === undefined || isFlagged(rules.scan(text, RULES_ONLY))) return undefined;
    const plain = unfoldText(text)?.view.text ?? text;
    const part = { from: 0, to: plain.length, concepts: findConcepts(plain, 0, plain.length) };
    return { window: highest(scoreText(plain, part, model)), block: highest(scoreBlocks(plain, part, model)) };
  });
}

const RULES_ONLY = { kinds: ['injection', 'structure'], model: false } as const;

/** A note is no flag. */
const isFlagged = (findings: ReturnType<Scanner['scan']>): boolean =>
  findings.some(({ severity }) => severity !== 'note');

/** Below all scores, so that every window is listed with its points. */
const LOWEST = -50;
const POINTS_AT_LOWEST = 50;
const POINTS_PER_SCORE = 25;

const highest = (windows: readonly ScoredWindow[]): number =>
  windows.reduce((most, { points }) => Math.max(most, LOWEST + (points - POINTS_AT_LOWEST) / POINTS_PER_SCORE), LOWEST);

const isSection = (sample: Sample): boolean => isCore(sample) || sample.kind === 'package';
const PROMPT_KINDS = new Set(['hardneg', 'prompt', 'own', 'line', 'agentcfg', 'agentpackage']);

/** The limits at which the allowed shares of the honest samples outside a fold are flagged. */
export function chooseLimits(samples: readonly Sample[], { scores }: HeldOut, withoutFold?: number): Limits {
  const known = samples.flatMap((sample, index) => {
    const score = scores[index];
    return score === undefined || sample.fold === withoutFold ? [] : [{ sample, score }];
  });
  const sections = known.filter(({ sample }) => isSection(sample)).map(({ score }) => score);
  const prompts = known.filter(({ sample }) => PROMPT_KINDS.has(sample.kind)).map(({ score }) => score);
  const threshold = quantile(
    sections.map(({ window }) => window),
    WINDOW_ALARMS,
  );
  const blockThreshold = quantile(
    sections.map(({ block }) => block),
    BLOCK_ALARMS,
  );
  const blockLead = Math.max(0, blockThreshold - threshold);
  const above = ({ window, block }: Scores): number => Math.max(window, block - blockLead);
  const error = Math.max(quantile(sections.map(above), 0) + ERROR_MARGIN, quantile(prompts.map(above), PROMPT_ERRORS));
  return { threshold, blockLead, errorLead: Math.max(0, error - threshold) };
}

/** The threshold that the given number of values exceed: midway between the last that may and the first that may not. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => b - a);
  const allowed = Math.round(sorted.length * share);
  return ((sorted[allowed - 1] ?? sorted[0] ?? 0) + (sorted[allowed] ?? 0)) / 2;
}

export const scannerAt = (model: ModelData, limits: Limits): Scanner => createScanner({ ...model, ...limits });

export const scanForAttacks = (scanner: Scanner, text: string): ReturnType<Scanner['scan']> =>
  scanner.scan(text, { kinds: ['injection', 'structure'] }).filter(({ severity }) => severity !== 'note');

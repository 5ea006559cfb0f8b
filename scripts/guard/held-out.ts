/** Every source judged by a model that did not see it, and the threshold that such judgements allow. */
import { createScanner, type ModelData } from '../../src/guard/index.ts';
import type { Scanner } from '../../src/kernel/ports/index.ts';
import { FOLDS, isCore, type Sample } from './dataset.ts';
import { packModel, prepare, train, type Prepared } from './train-model.ts';

/** The share of honest sections that may be flagged because of the model; what rules flag comes on top of it. */
const FALSE_ALARMS = 0.003;
/** Thresholds between these are tried; what is flagged at the highest one is flagged by rules. */
const LOWEST = -2;
const HIGHEST = 8;
const STEPS = 12;

export interface HeldOut {
  readonly folds: readonly ModelData[];
  /** For each sample the threshold below which the whole engine flags it. */
  readonly limits: readonly number[];
}

export function trainHeldOut(samples: readonly Sample[], extra: readonly Sample[]): HeldOut {
  const prepared = [...samples, ...extra].map(prepare);
  const folds = Array.from({ length: FOLDS }, (_, fold) => trainWithout(prepared, fold));
  const limits = samples.map((sample) =>
    isCore(sample) ? findLimit(sample.text, folds[sample.fold] as ModelData) : LOWEST,
  );
  return { folds, limits };
}

const trainWithout = (prepared: readonly Prepared[], fold: number): ModelData =>
  packModel(train(prepared.filter((sample) => sample.fold !== fold)), 0);

export const scannerAt = (model: ModelData, threshold: number): Scanner => createScanner({ ...model, threshold });

export const scanForAttacks = (scanner: Scanner, text: string): ReturnType<Scanner['scan']> =>
  scanner.scan(text, { kinds: ['injection', 'structure'] });

/** A higher threshold never flags more, so halving finds the place. */
function findLimit(text: string, model: ModelData): number {
  const isFlagged = (threshold: number): boolean => scanForAttacks(scannerAt(model, threshold), text).length > 0;
  if (!isFlagged(LOWEST)) return LOWEST;
  if (isFlagged(HIGHEST)) return HIGHEST;
  let low = LOWEST;
  let high = HIGHEST;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (isFlagged(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The threshold at which the allowed share of the core samples outside a fold is flagged because of the model: half way
 * between the last sample that may be flagged and the first that may not.
 */
export function chooseThreshold(samples: readonly Sample[], { limits }: HeldOut, withoutFold?: number): number {
  const known = samples.flatMap((sample, index) =>
    isCore(sample) && sample.fold !== withoutFold ? [limits[index] as number] : [],
  );
  const ofModel = known.filter((limit) => limit < HIGHEST).toSorted((a, b) => b - a);
  const allowed = Math.round(known.length * FALSE_ALARMS);
  return ((ofModel[allowed - 1] ?? HIGHEST) + (ofModel[allowed] ?? LOWEST)) / 2;
}

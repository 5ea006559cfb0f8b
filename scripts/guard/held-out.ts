/** Every source judged by a model that did not see it, and the limits that such judgements allow. */
import { createScanner, type ModelData } from '../../src/guard/index.ts';
import { findConcepts } from '../../src/guard/injection/find-concepts.ts';
import type { Container } from '../../src/guard/blocks/visit-blocks.ts';
import { loadModel, scoreBlocks, scoreText, type ScoredWindow } from '../../src/guard/model/score.ts';
import { unfoldText } from '../../src/guard/views/unfold.ts';
import type { Scanner } from '../../src/kernel/ports/index.ts';
import { FOLDS, isCore, type Sample } from './dataset.ts';
import { isChat } from './honest-sample.ts';
import { packModel, prepare, train, type Limits, type Prepared } from './train-model.ts';

/** The share of honest sections that may be flagged because of the model. */
const WINDOW_ALARMS = 0.0038;
/** A block of honest text is flagged at most so often among those of its group: a few rare samples lower no limit far. */
const MAX_GROUP_ALARMS = 0.03;
/** For a container that honest text has no sample of. */
const UNKNOWN_LEAD = 2.4;

/**
 * Containers that share a limit, and the share of honest documentation and agent configuration that blocks of the group may
 * flag besides. What a page shows has one limit: a page may hold hundreds of cells or items, so a lower one for any of
 * them flags whole pages. What it does not show is rare in honest text, and each kind alone too rare to choose a limit by.
 */
const CONTAINER_GROUPS: readonly { readonly containers: readonly Container[]; readonly alarms: number }[] = [
  { containers: ['paragraph', 'list item', 'table cell', 'string value', 'code block'], alarms: 0.0016 },
  { containers: ['HTML comment', 'link reference', 'link title', 'image description'], alarms: 0.0008 },
  { containers: ['collapsed details'], alarms: 0.0006 },
  { containers: ['front matter'], alarms: 0.0006 },
];

/** The highest score of a window, and of a block of each container, without any limits. */
export interface Scores {
  readonly window: number;
  readonly blocks: Readonly<Partial<Record<Container, number>>>;
}

export interface HeldOut {
  readonly folds: readonly ModelData[];
  /** For each honest sample, by the model of its fold; undefined for all others. */
  readonly scores: readonly (Scores | undefined)[];
}

export const leadsOf = (leadOf: (container: Container) => number): Limits['blockLeads'] =>
  Object.fromEntries(
    CONTAINER_GROUPS.flatMap(({ containers }) => containers).map((container) => [container, leadOf(container)]),
  ) as Limits['blockLeads'];

const OPEN: Limits = { threshold: 0, blockLeads: leadsOf(() => 0), errorLead: 0 };

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
    return { window: highest(scoreText(plain, part, model)), blocks: highestBlocks(scoreBlocks(plain, part, model)) };
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

function highestBlocks(windows: readonly ScoredWindow[]): Scores['blocks'] {
  const containers = new Set(windows.flatMap(({ container }) => container ?? []));
  return Object.fromEntries(
    [...containers].map((name) => [name, highest(windows.filter(({ container }) => container === name))]),
  );
}

const isSection = (sample: Sample): boolean => isCore(sample) || sample.kind === 'package';
const CONFIGURATION = new Set(['agentcfg', 'agentpackage']);
const isConfiguration = ({ kind }: Sample): boolean => CONFIGURATION.has(kind);

type Shares = readonly { readonly of: (sample: Sample) => boolean; readonly share: number }[];

/** The share that may be so far above that it is an error; of the core, nothing may. */
const ERRORS: Shares = [
  { of: isSection, share: 0.0004 },
  { of: isChat, share: 0.01 },
  { of: isConfiguration, share: 0.002 },
];
/** Above the highest section of the core. */
const ERROR_MARGIN = 0.2;

interface Judged {
  readonly sample: Sample;
  readonly score: Scores;
}

/** The limits at which the allowed shares of the honest samples outside a fold are flagged. */
export function chooseLimits(samples: readonly Sample[], { scores }: HeldOut, withoutFold?: number): Limits {
  const known = samples.flatMap((sample, index): Judged[] => {
    const score = scores[index];
    return score === undefined || sample.fold === withoutFold ? [] : [{ sample, score }];
  });
  const sections = known.filter(({ sample }) => isSection(sample));
  const threshold = limitOf(sections, ({ score }) => score.window, WINDOW_ALARMS);
  const documents = known.filter(({ sample }) => isSection(sample) || sample.kind === 'agentpackage');
  const limits = { threshold, blockLeads: chooseBlockLeads(documents, threshold) };
  const above = (judged: Judged): number => leadOf(judged, limits);
  const core = known.filter(({ sample }) => isCore(sample)).map(above);
  const error = Math.max(Math.max(...core) + ERROR_MARGIN, highestLimit(known, above, ERRORS));
  return { ...limits, errorLead: Math.max(0, error) };
}

/** How far a sample is above what it needs for a warning. */
const leadOf = ({ score: { window, blocks } }: Judged, { threshold, blockLeads }: Omit<Limits, 'errorLead'>): number =>
  Object.entries(blocks).reduce(
    (most, [name, score]) => Math.max(most, score - blockLeads[name as Container]),
    window,
  ) - threshold;

const limitOf = (judged: readonly Judged[], valueOf: (judged: Judged) => number, share: number): number =>
  quantile(judged.map(valueOf), judged.length * share);

/** The limit at which no kind has more than its share above. */
const highestLimit = (judged: readonly Judged[], valueOf: (judged: Judged) => number, shares: Shares): number =>
  Math.max(
    ...shares.map(({ of, share }) =>
      limitOf(
        judged.filter(({ sample }) => of(sample)),
        valueOf,
        share,
      ),
    ),
  );

function chooseBlockLeads(documents: readonly Judged[], threshold: number): Limits['blockLeads'] {
  const leads = new Map<Container, number>();
  for (const { containers, alarms } of CONTAINER_GROUPS) {
    const scores = documents.flatMap(({ score: { blocks } }) => {
      const found = containers.flatMap((container) => blocks[container] ?? []);
      return found.length === 0 ? [] : [Math.max(...found)];
    });
    const allowed = Math.min(documents.length * alarms, scores.length * MAX_GROUP_ALARMS);
    const lead = scores.length === 0 ? UNKNOWN_LEAD : quantile(scores, allowed) - threshold;
    for (const container of containers) leads.set(container, Math.max(0, lead));
  }
  return leadsOf((container) => leads.get(container) ?? UNKNOWN_LEAD);
}

/** The threshold that the given number of values exceed: midway between the last that may and the first that may not. */
function quantile(values: readonly number[], allowed: number): number {
  const sorted = values.toSorted((a, b) => b - a);
  const count = Math.round(allowed);
  return ((sorted[count - 1] ?? sorted[0] ?? 0) + (sorted[count] ?? 0)) / 2;
}

export const scannerAt = (model: ModelData, limits: Limits): Scanner => createScanner({ ...model, ...limits });

export const scanForAttacks = (scanner: Scanner, text: string): ReturnType<Scanner['scan']> =>
  scanner.scan(text, { kinds: ['injection', 'structure'] }).filter(({ severity }) => severity !== 'note');

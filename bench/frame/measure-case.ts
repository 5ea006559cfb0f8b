import { isRate, type Case, type Contender, type Target } from './benchmark.ts';

export interface Measured {
  readonly name: string;
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  readonly rounds: readonly number[];
  readonly note?: string;
}

export interface CaseResult {
  readonly title: string;
  readonly unit: Case['unit'];
  readonly ours: Measured;
  readonly peers: readonly Measured[];
  readonly floor?: Measured;
  /** Ours divided by the floor, or by the first peer if there is no floor. */
  readonly ratio?: number;
  readonly target?: Target & { readonly reached: boolean };
}

const DEFAULT_ROUNDS = 5;

/**
 * One warm-up round, then round by round through all contenders, each round beginning with another one: what slows the
 * machine down for a while slows all of them.
 */
export async function measureCase(one: Case): Promise<CaseResult> {
  const contenders = [one.ours, ...(one.peers ?? []), ...(one.floor === undefined ? [] : [one.floor])];
  const figures = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
  for (const contender of contenders) await contender.measure();
  for (let round = 0; round < (one.rounds ?? DEFAULT_ROUNDS); round++) {
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      figures.get(contender)?.push(await contender.measure());
    }
  }
  const sum = (contender: Contender): Measured => summarise(contender, figures.get(contender) ?? []);
  return judge(one, sum(one.ours), (one.peers ?? []).map(sum), one.floor === undefined ? undefined : sum(one.floor));
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function summarise(contender: Contender, rounds: readonly number[]): Measured {
  const note = contender.note?.();
  return {
    name: contender.name,
    median: median(rounds),
    lowest: Math.min(...rounds),
    highest: Math.max(...rounds),
    rounds,
    ...(note === undefined ? {} : { note }),
  };
}

export function judge(
  { title, unit, target }: Pick<Case, 'title' | 'unit' | 'target'>,
  ours: Measured,
  peers: readonly Measured[],
  floor: Measured | undefined,
): CaseResult {
  const measure = floor ?? peers[0];
  return {
    title,
    unit,
    ours,
    peers,
    ...(floor === undefined ? {} : { floor }),
    ...(measure === undefined ? {} : { ratio: ours.median / measure.median }),
    ...(target === undefined
      ? {}
      : { target: { ...target, reached: isReached(target, isRate(unit), ours, peers, floor) } }),
  };
}

function isReached(
  { limit, against }: Target,
  higherIsBetter: boolean,
  ours: Measured,
  peers: readonly Measured[],
  floor: Measured | undefined,
): boolean {
  const base = against === undefined ? 1 : (against === 'floor' ? floor : peers[0])?.median;
  if (base === undefined) throw new Error(`the target is a multiple of the ${against}, but there is none`);
  return higherIsBetter ? ours.median >= limit * base : ours.median <= limit * base;
}

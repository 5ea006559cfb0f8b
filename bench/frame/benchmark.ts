/** What a file in `bench/` exports as `benchmark`. Everything it compares is measured in the same run. */
export interface Benchmark {
  /** One sentence: what is measured, and beside what. */
  readonly about: string;
  /** Builds what the measurements need. `folder` is empty, and removed afterwards. */
  prepare(stage: Stage): Promise<Prepared> | Prepared;
}

export interface Stage {
  readonly folder: string;
  /** True with `--quick`: smaller inputs and shorter rounds, for a first look. */
  readonly quick: boolean;
}

export interface Prepared {
  readonly cases: readonly Case[];
  /** Ends what `prepare` started. */
  cleanUp?(): Promise<void>;
}

/** One row of the table. */
export interface Case {
  readonly title: string;
  readonly unit: Unit;
  readonly ours: Contender;
  /** Other programs or libraries that do the same. */
  readonly peers?: readonly Contender[];
  /** The least anybody could need: what the machine or the platform costs by itself. */
  readonly floor?: Contender;
  readonly target?: Target;
  /** How often each contender is measured; the median counts. Default 5. */
  readonly rounds?: number;
}

export interface Contender {
  readonly name: string;
  /** One round: a duration or a rate, in the unit of the case. */
  measure(): Promise<number> | number;
  /** What else is worth knowing beside the figure, asked after the last round: recall, sizes, counts. */
  note?(): string;
}

/** Durations and sizes are better when lower, rates and shares when higher. */
export type Unit = 'ms' | 'bytes' | 'tokens' | '/s' | 'MB/s' | '%';

/** `against` names what the limit is a multiple of; without it the limit is an absolute figure. */
export interface Target {
  readonly limit: number;
  readonly against?: 'floor' | 'peer';
}

export const isRate = (unit: Unit): boolean => unit === '/s' || unit === 'MB/s' || unit === '%';

/** Only says what the value is; the type of an exported literal would be narrower than what the frame reads. */
export const defineBenchmark = (benchmark: Benchmark): Benchmark => benchmark;

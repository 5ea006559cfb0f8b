import type { TaskEntry } from '../../../src/kernel/tasks.ts';

/** A line that a program wrote about itself: nobody else's word. */
export interface ProgramLine {
  /** Milliseconds since 1970, of this machine. */
  readonly at: number;
  readonly what: 'begin' | 'tick' | 'delegated' | 'finished' | 'refused';
  readonly task: string;
  readonly run: string;
  readonly pid: number;
}

/** A time in which a program was at work. */
interface Stretch {
  readonly task: string;
  readonly program: string;
  readonly beganAt: number;
  lastAt: number;
  /** It had been frozen before. */
  readonly isWoken: boolean;
}

/** A program that writes every 200 ms and is silent for so long was frozen, and did nothing. */
const FROZEN_MS = 5_000;
/** Nobody can end the programs of a frozen machine before it wakes; then it has this long. */
const WAKING_MS = 3_000;

/** Programs of one task at the same time, by what they wrote themselves: how long, in milliseconds. */
export const findOverlaps = (lines: readonly ProgramLine[]): readonly Overlap[] => findTogether(lines, (task) => task);

/** Programs of two tasks that may not run at the same time, and did. */
export function findShared(lines: readonly ProgramLine[], entries: readonly TaskEntry[]): readonly Overlap[] {
  const resources = new Map(entries.map(({ task }) => [task.id, task.metadata.resource]));
  const known = lines.filter(({ task }) => resources.get(task) !== undefined);
  return findTogether(known, (task) => resources.get(task) ?? task);
}

export interface Overlap {
  /** The later one. */
  readonly task: string;
  readonly ms: number;
}

function findTogether(lines: readonly ProgramLine[], groupOf: (task: string) => string): readonly Overlap[] {
  const sorted = findStretches(lines)
    .filter(({ isWoken, beganAt, lastAt }) => !isWoken || lastAt - beganAt > WAKING_MS)
    .sort((a, b) => a.beganAt - b.beganAt);
  return sorted.flatMap((later, i) =>
    sorted
      .slice(0, i)
      .filter(
        (earlier) =>
          groupOf(earlier.task) === groupOf(later.task) &&
          earlier.program !== later.program &&
          earlier.lastAt > later.beganAt,
      )
      .map((earlier) => ({ task: later.task, ms: Math.min(earlier.lastAt, later.lastAt) - later.beganAt })),
  );
}

function findStretches(lines: readonly ProgramLine[]): Stretch[] {
  const last = new Map<string, Stretch>();
  const all: Stretch[] = [];
  for (const { at, run, task, pid } of lines) {
    const program = `${run} ${pid}`;
    const known = last.get(program);
    if (known !== undefined && at - known.lastAt < FROZEN_MS) {
      known.lastAt = Math.max(known.lastAt, at);
      continue;
    }
    const stretch = { task, program, beganAt: at, lastAt: at, isWoken: known !== undefined };
    last.set(program, stretch);
    all.push(stretch);
  }
  return all;
}

/** A machine without a sign of life for so long is given up: what its programs say when it wakes is refused. */
const LOST_MS = 30_000;

/** Work that was reported as finished, and done again by another run. */
export function findRepeated(lines: readonly ProgramLine[]): string[] {
  const finished = new Map<string, Set<string>>();
  const lastAt = new Map<string, number>();
  for (const { at, what, task, run } of lines) {
    const isLost = at - (lastAt.get(run) ?? at) > LOST_MS;
    if (what === 'finished' && !isLost) finished.set(task, (finished.get(task) ?? new Set()).add(run));
    lastAt.set(run, at);
  }
  return [...finished].flatMap(([task, runs]) => (runs.size > 1 ? [`${task} was finished by ${runs.size} runs`] : []));
}

/** Every delegation that a program was told to be stored has one child, and no child came from nowhere. */
export function checkDelegations(lines: readonly ProgramLine[], entries: readonly TaskEntry[]): string[] {
  const wanted = lines.filter(({ what }) => what === 'delegated').map(({ run }) => `part of ${run}`);
  const found = entries.flatMap(({ task }) => (task.parentId === undefined ? [] : [task]));
  return [
    ...wanted
      .filter((title) => found.filter((task) => task.title === title).length !== 1)
      .map((title) => `${title}: ${found.filter((task) => task.title === title).length} children`),
    ...found
      .filter(({ parentId }) => !entries.some(({ task }) => task.id === parentId))
      .map(({ id }) => `${id} has no parent`),
  ];
}

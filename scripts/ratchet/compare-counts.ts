/** How much there is of each thing that there should be less of. */
export type Counts = Readonly<Record<string, number>>;

export interface Change {
  readonly key: string;
  /** 0 for what is not in the list. */
  readonly allowed: number;
  readonly now: number;
}

export interface Comparison {
  /** New, or more than the list allows. */
  readonly grown: readonly Change[];
  /** Less than the list allows: the list can be lowered. */
  readonly shrunk: readonly Change[];
}

/**
 * Compares with what was there when the list was last lowered. `nameOf` gives what stays the same if a thing moves: a moved
 * one is allowed as much as at its old place.
 */
export function compareCounts(allowed: Counts, now: Counts, nameOf = (key: string): string => key): Comparison {
  const gone = Object.keys(allowed).filter((key) => !Object.hasOwn(now, key));
  const allowedFor = (key: string): number => {
    if (Object.hasOwn(allowed, key)) return allowed[key] ?? 0;
    return Math.max(0, ...gone.filter((old) => nameOf(old) === nameOf(key)).map((old) => allowed[old] ?? 0));
  };
  const keys = [...new Set([...Object.keys(now), ...gone])].sort();
  const changes = keys.map((key) => ({ key, allowed: allowedFor(key), now: now[key] ?? 0 }));
  return {
    grown: changes.filter((change) => change.now > change.allowed),
    shrunk: changes.filter((change) => change.now < change.allowed),
  };
}

/** The list with what is there now. What has grown keeps its old figure, so that it stays a failure. */
export function lowerCounts(allowed: Counts, now: Counts, nameOf?: (key: string) => string): Counts {
  const { grown } = compareCounts(allowed, now, nameOf);
  const limits = new Map(grown.map((change) => [change.key, change.allowed]));
  const lowered = Object.entries(now).map(([key, count]) => [key, limits.get(key) ?? count] as const);
  return Object.fromEntries(lowered.filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1)));
}

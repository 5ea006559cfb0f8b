/** Which form of which part is shown: by rank, as long as there is room. Pure; the costs come in. */
import type { DigestLine, DigestPart } from './digest-line.ts';

export interface PricedPart {
  readonly part: DigestPart;
  /** Of each form, in tokens. */
  readonly costs: readonly number[];
}

export interface Selection {
  /** Index of the chosen form of each part; -1 where it is left out. */
  readonly chosen: readonly number[];
}

/** What naming a file costs; paid once, with its first part. */
export const HEAD_TOKENS = 14;

/** Forms in the order of their rank, `limit` of them at most, each taken if it still fits. */
export function selectParts(parts: readonly PricedPart[], room: number, limit = Number.POSITIVE_INFINITY): Selection {
  const steps = parts
    .flatMap(({ part, costs }, index) =>
      part.forms.map((form, at) => ({ index, at, rank: form.rank, cost: costs[at] ?? 0, file: part.file })),
    )
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index);
  const chosen = parts.map(() => -1);
  const paid = parts.map(() => 0);
  const files = new Set<string>();
  let left = room;
  let taken = 0;
  for (const { index, at, cost, file } of steps) {
    if (taken >= limit) break;
    if (at <= (chosen[index] ?? -1)) continue;
    const extra = cost - (paid[index] ?? 0) + (files.has(file) ? 0 : HEAD_TOKENS);
    if (extra > left) continue;
    left -= extra;
    taken += 1;
    chosen[index] = at;
    paid[index] = cost;
    files.add(file);
  }
  return { chosen };
}

/** How many steps a selection took: the measure by which it can be made smaller. */
export const countSteps = ({ chosen }: Selection): number => chosen.reduce((sum, at) => sum + at + 1, 0);

/** The lines of one file in its order, each once, in the longest form that was chosen. */
export function linesOfFile(parts: readonly PricedPart[], { chosen }: Selection, file: string): DigestLine[] {
  const lines = new Map<number, string>();
  for (const [index, { part }] of parts.entries()) {
    const form = part.forms[chosen[index] ?? -1];
    if (part.file !== file || form === undefined) continue;
    for (const { line, text } of form.lines) if (text.length >= (lines.get(line)?.length ?? 0)) lines.set(line, text);
  }
  return [...lines].toSorted(([a], [b]) => a - b).map(([line, text]) => ({ line, text }));
}

/** Which form of which part is shown: by rank, as long as there is room. Pure; the costs come in. */

import type { DigestLine, DigestPart } from './digest-line.ts';

export interface PricedPart {
  readonly part: DigestPart;
  /** Of each form, in tokens. */
  readonly costs: readonly number[];
}

export interface Selection {
  /** Index of the chosen form of each part; -1 if it is left out. */
  readonly chosen: readonly number[];
}

/** What naming a file costs; paid once, with its first part. */
const HEAD_TOKENS = 14;

/** Forms in the order of their rank, each taken if it still fits. */
export function selectParts(parts: readonly PricedPart[], room: number): Selection {
  const steps = parts
    .flatMap(({ part, costs }, index) =>
      part.forms.map((form, at) => ({ index, at, rank: form.rank, cost: costs[at] ?? 0, file: part.file })),
    )
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index);
  const chosen = parts.map(() => -1);
  const paid = parts.map(() => 0);
  const files = new Set<string>();
  let left = room;
  for (const { index, at, cost, file } of steps) {
    if (at <= (chosen[index] ?? -1)) continue;
    const extra = cost - (paid[index] ?? 0) + (files.has(file) ? 0 : HEAD_TOKENS);
    if (extra > left) continue;
    left -= extra;
    chosen[index] = at;
    paid[index] = cost;
    files.add(file);
  }
  return { chosen };
}

/**
 * If these files fit whole beside the shortest forms of what else comes early, such as the last result, they are shown
 * whole: their longest forms come before everything else.
 */
export function preferWhole(
  parts: readonly PricedPart[],
  files: readonly string[],
  room: number,
): readonly PricedPart[] {
  const own = parts.filter(({ part }) => files.includes(part.file));
  const cost = own.reduce((sum, { costs }) => sum + (costs.at(-1) ?? 0), HEAD_TOKENS * files.length);
  const early = parts.filter(({ part }) => !files.includes(part.file) && (part.forms[0]?.rank ?? 0) < RANK.moreTitles);
  const reserve = early.reduce((sum, { costs }) => sum + (costs[0] ?? 0), early.length === 0 ? 0 : HEAD_TOKENS);
  if (cost + reserve > room) return parts;
  return parts.map((priced) => {
    if (!files.includes(priced.part.file)) return priced;
    const forms = priced.part.forms.map((form, at, all) => (at === all.length - 1 ? { ...form, rank: 0 } : form));
    return { ...priced, part: { ...priced.part, forms } };
  });
}

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

/** The order in which parts are chosen while there is room. What the kind of work adds comes after the newest facts. */
export const RANK = {
  ready: 10,
  progress: 11,
  blocked: 12,
  placeholder: 13,
  statusTop: 20,
  statusNewest: 21,
  statusHealth: 22,
  statusGaps: 23,
  lastEntry: 24,
  kindFirst: 25,
  /** Titles beyond the first few of a long list: what is true now says more than they do. */
  moreTitles: 25.5,
  statusMore: 26,
  actionsProse: 27,
  progressBody: 30,
  readyBody: 31,
  blockedBody: 32,
  completed: 33,
  kind: 40,
  statusWholeTop: 50,
  statusOthers: 52,
  later: 54,
  kindWhole: 55,
  actionsWhole: 60,
  statusWhole: 70,
  dropped: 80,
  otherFiles: 85,
  leftovers: 90,
} as const;

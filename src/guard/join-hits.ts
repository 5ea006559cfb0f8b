/** Which of all that rules saw is told: each thing once, and no more than somebody reads. */
import type { Severity } from '../kernel/finding.ts';
import { INJECTION_RULES } from './injection/rules.ts';
import { MAX_HITS } from './limits.ts';
import type { Hit, Rule } from './rule.ts';
import { STRUCTURE_RULES } from './structure/rules.ts';

const RANK = { error: 0, warning: 1, note: 2 } as const;
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** How far hits of at least each severity reach, and which of them reaches furthest. */
class Reach {
  private readonly last: (Hit | undefined)[] = SEVERITIES.map(() => undefined);

  /** The hit that covers the beginning of this one and is no less severe. */
  findCovering({ start, severity }: Hit): Hit | undefined {
    return this.last.slice(0, RANK[severity] + 1).find((hit) => hit !== undefined && start < hit.end);
  }

  add(hit: Hit): void {
    if (hit.end > (this.last[RANK[hit.severity]]?.end ?? 0)) this.last[RANK[hit.severity]] = hit;
  }
}

/** The same rule sees the same place through several views; a seed phrase inside a shown passage needs no remark of its own. */
export function joinHits(hits: readonly Hit[]): Hit[] {
  const kept: Hit[] = [];
  if (hits.length === 0) return kept;
  const reaches = new Map<Rule | string, Reach>();
  const reachOf = (key: Rule | string): Reach => {
    const reach = reaches.get(key) ?? new Reach();
    reaches.set(key, reach);
    return reach;
  };
  let injectionEnd = 0;
  for (const hit of hits.toSorted(
    (a, b) => a.start - b.start || RANK[a.severity] - RANK[b.severity] || b.end - a.end,
  )) {
    const isSeed = hit.rule === INJECTION_RULES.seedPhrase;
    if (isSeed && hit.severity !== 'error' && hit.start < injectionEnd) continue;
    const ofRule = hit.isOpened === true ? undefined : reachOf(hit.rule);
    const ofValue = hit.value === undefined ? undefined : reachOf(`${hit.rule.id} ${hit.value}`);
    const covering = ofRule?.findCovering(hit) ?? ofValue?.findCovering(hit);
    // Of a secret everything is hidden that any look at it saw.
    if (covering !== undefined && (hit.rule.kind !== 'secret' || hit.end <= covering.end)) continue;
    ofRule?.add(hit);
    ofValue?.add(hit);
    if (hit.rule.kind === 'injection') injectionEnd = Math.max(injectionEnd, hit.end);
    kept.push(hit);
  }
  return kept;
}

/** The most severe ones, each severity from the beginning of the text, and a word about the rest that is as severe as it. */
export function limitHits(hits: readonly Hit[]): Hit[] {
  const ordered = hits.toSorted((a, b) => RANK[a.severity] - RANK[b.severity] || a.start - b.start);
  const cut = ordered[MAX_HITS];
  if (cut === undefined) return ordered;
  const { severity, start, end } = cut;
  const message = `more than ${MAX_HITS} findings; the rest is not listed`;
  return [...ordered.slice(0, MAX_HITS), { rule: STRUCTURE_RULES.limit, severity, start, end, message }];
}

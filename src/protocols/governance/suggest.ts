/** Who else could take it: agents the source may hand to, the most fitting first. */
import { findAgent, listAgents, readBoundaries, type Evidence } from './evidence.ts';
import { findRouteFault, findUncovered } from './route.ts';
import type { RegisteredAgent } from './schema.ts';

export interface WantedRoute {
  readonly source: string;
  /** The intended target. */
  readonly target: string;
  /** The request's own words. */
  readonly description: string;
  /** Domain tags that the target has to cover. */
  readonly tags?: readonly string[];
}

/** The evidence must hold every prompt of the registry. Equal evidence gives equal order. */
export function rankTargets(evidence: Evidence, wanted: WantedRoute): RegisteredAgent[] {
  const source = findAgent(evidence, wanted.source);
  if (source === undefined) return [];
  const words = wordsOf(wanted.description);
  const tags = wanted.tags ?? [];
  const reachable = listAgents(evidence).filter((agent) => findRouteFault(evidence, source, agent) === undefined);
  const isCovering = (agent: RegisteredAgent): boolean => findUncovered(evidence, agent, tags).length === 0;
  // An orchestrator only forwards: it helps if it leads to an agent that the source may reach.
  const hasCovering = reachable.some((agent) => agent.type !== 'orchestrator' && isCovering(agent));
  return reachable
    .filter((agent) => (agent.type === 'orchestrator' ? tags.length === 0 || hasCovering : isCovering(agent)))
    .map((agent) => {
      // An agent that covers the tags is nearer than somebody who knows them.
      const bonus = tags.length > 0 && agent.type !== 'orchestrator' ? HOLDS_TARGET : 0;
      return { agent, score: bonus + scoreOf(evidence, source, agent, wanted.target, words) };
    })
    .toSorted((a, b) => b.score - a.score || (a.agent.id < b.agent.id ? -1 : 1))
    .map(({ agent }) => agent);
}

const REFERRED = 100;
const HOLDS_TARGET = 50;
const DIRECT = 2;

function scoreOf(
  evidence: Evidence,
  source: RegisteredAgent,
  agent: RegisteredAgent,
  target: string,
  words: ReadonlySet<string>,
): number {
  const [own, theirs] = [readBoundaries(evidence, source), readBoundaries(evidence, agent)];
  const referred = own.kind === 'stated' ? own.outOfScope.filter((line) => line.target === agent.id) : [];
  const covered = theirs.kind === 'stated' ? theirs.inScope : [];
  // The source's own lines about what it leaves to whom count most if they mention this request.
  const byReference = Math.max(0, ...referred.map(({ text }) => sharedWords(text, words))) * REFERRED;
  const byScope = Math.max(0, ...covered.map((text) => sharedWords(text, words)));
  const byTarget = agent.composition.has(target) ? HOLDS_TARGET : 0;
  return byReference + byTarget + byScope * DIRECT + (agent.type === 'orchestrator' ? 1 : 0);
}

const sharedWords = (text: string, words: ReadonlySet<string>): number =>
  [...wordsOf(text)].filter((word) => words.has(word)).length;

/** Words of four letters and more, cut so that "plan", "plans" and "planning" meet. */
const wordsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 5)));

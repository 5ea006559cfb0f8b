/** May this agent hand to that one? The rules between domains, archetypes and orchestrators. */
import { findAgent, listAgents, readBoundaries, type Evidence } from './registry.ts';
import type { BoundaryReading, RegisteredAgent } from './schema.ts';

/** Why the route from one agent to the other is closed; undefined if it is open. */
export function findRouteFault(evidence: Evidence, from: RegisteredAgent, to: RegisteredAgent): string | undefined {
  if (from.id === to.id) return `${from.id} cannot hand off to itself`;
  if (from.type === 'orchestrator' || to.type === 'orchestrator') return undefined;
  if (from.type === 'archetype' && to.type === 'archetype') {
    return `${from.id} and ${to.id} are both archetypes; they meet only through a domain or an orchestrator`;
  }
  if (from.type === 'archetype') return findArchetypeFault(evidence, from, to, from);
  if (to.type === 'archetype') return findArchetypeFault(evidence, to, from, from);
  const reading = readBoundaries(evidence, from);
  return (
    findUnparsable(from, reading) ??
    (names(reading, to) ? undefined : `the boundaries of ${from.id} do not name ${to.id}`)
  );
}

/** Between an archetype and a domain the archetype's word counts, in both directions. */
function findArchetypeFault(
  evidence: Evidence,
  archetype: RegisteredAgent,
  domain: RegisteredAgent,
  from: RegisteredAgent,
): string | undefined {
  const reading = readBoundaries(evidence, archetype);
  const unparsable = findUnparsable(archetype, reading);
  if (unparsable !== undefined) return unparsable;
  if (archetype.composition.has(domain.id) || names(reading, domain)) return undefined;
  const to = from === archetype ? domain : archetype;
  return `${domain.id} is neither a part of ${archetype.id} nor named by it, so ${from.id} cannot hand off to ${to.id}`;
}

const findUnparsable = (agent: RegisteredAgent, reading: BoundaryReading): string | undefined =>
  reading.kind === 'unparsable' ? `the boundaries of ${agent.id} cannot be read: ${reading.reason}` : undefined;

const names = (reading: BoundaryReading, agent: RegisteredAgent): boolean =>
  reading.kind === 'stated' && reading.with.has(agent.id);

/** Domain tags the target does not cover. An orchestrator covers what anybody does, since it only passes on. */
export function findUncovered(evidence: Evidence, target: RegisteredAgent, tags: readonly string[]): string[] {
  const agents = listAgents(evidence);
  const covering =
    target.type === 'orchestrator'
      ? agents
      : [target, ...agents.filter(({ id }) => target.type === 'archetype' && target.composition.has(id))];
  const known = new Set(covering.flatMap(topicsOf));
  return tags.filter((tag) => !known.has(fold(tag)));
}

/** `domain-05-product`, `domain-05`, `Domain 05`, `product`, its name and its scope all mean the same domain. */
function topicsOf({ id, name, scope }: RegisteredAgent): string[] {
  const parts = /^domain-(\d+)-(.+)$/.exec(id);
  const short = parts === null ? [] : [`domain-${parts[1]}`, parts[2] ?? ''];
  return [id, name, ...short, ...scope, ...scope.flatMap((text) => text.split(','))].map(fold);
}

const fold = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');

/** Who else could take it: agents the source may hand to, the most fitting first. */

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

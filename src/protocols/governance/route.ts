/** May this agent hand to that one? The rules between domains, archetypes and orchestrators. */
import { listAgents, readBoundaries, type Evidence } from './evidence.ts';
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

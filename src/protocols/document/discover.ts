/** Which skills could take a handoff, best first. */
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { findNearest } from '../../kernel/nearest.ts';
import type { DocumentIssue } from './types.ts';
import { FAILURES } from './words.ts';

/** What a skill says about itself in its frontmatter, or a registry about it. */
export interface SkillCard {
  readonly name: string;
  readonly description: string;
  readonly acceptsFrom: readonly string[];
  readonly providesTo: readonly string[];
  readonly schemaVersion: string;
  readonly schemaType: string;
  readonly categories: readonly string[];
  readonly inputRequirements: readonly string[];
  readonly outputTypes: readonly string[];
  /** Undefined if it does not say. */
  readonly autonomous: boolean | undefined;
  readonly estimatedDuration: string | null;
  readonly origin: 'frontmatter' | 'registry';
  /** The file it was read from. */
  readonly path: string | null;
}

/** Undefined if the skill says nothing about handoffs. */
export function parseSkillCard(
  data: JsonObject,
  origin: SkillCard['origin'],
  fallback: { readonly name: string; readonly path: string | null },
): SkillCard | undefined {
  const { handoff, meta } = data;
  if (!isJsonObject(handoff)) return undefined;
  const isOlder = handoff['accepts_handoff'] === true;
  if (!isOlder && handoff['accepts_from'] === undefined && handoff['schema_version'] === undefined) return undefined;
  const about = isJsonObject(meta) ? meta : {};
  return {
    name: textOf(data['name']) ?? fallback.name,
    description: textOf(data['description']) ?? textOf(handoff['handoff_description']) ?? '',
    acceptsFrom: handoff['accepts_from'] === undefined ? ['*'] : listOf(handoff['accepts_from']),
    providesTo: listOf(handoff['provides_to']),
    schemaVersion: textOf(handoff['schema_version']) ?? textOf(handoff['protocol_version']) ?? (isOlder ? '2.0' : ''),
    schemaType: textOf(handoff['schema_type']) ?? '',
    categories: listOf(data['categories'] ?? handoff['handoff_categories']),
    inputRequirements: listOf(data['input_requirements']),
    outputTypes: listOf(data['output_types']),
    autonomous: typeof about['autonomous'] === 'boolean' ? about['autonomous'] : undefined,
    estimatedDuration: textOf(about['estimated_duration']) ?? null,
    origin,
    path: textOf(data['skill_path']) ?? fallback.path,
  };
}

/** The workflows of a registry file. */
export function parseRegistry(data: JsonObject): SkillCard[] {
  const workflows = Array.isArray(data['workflows']) ? data['workflows'] : [];
  return workflows.flatMap((entry: Json) => {
    const name = isJsonObject(entry) ? textOf(entry['name']) : undefined;
    const card =
      isJsonObject(entry) && name !== undefined ? parseSkillCard(entry, 'registry', { name, path: null }) : undefined;
    return card === undefined ? [] : [card];
  });
}

/** One card per name; what a skill says itself is newer than what a registry says. The first of a kind wins. */
export function mergeCards(cards: readonly SkillCard[]): SkillCard[] {
  const byName = new Map<string, SkillCard>();
  for (const card of cards.toSorted((a, b) => Number(a.origin === 'registry') - Number(b.origin === 'registry'))) {
    if (!byName.has(card.name)) byName.set(card.name, card);
  }
  return [...byName.values()];
}

/** What a skill has to be able to do. */
export interface DiscoveryQuery {
  /** Who wants to hand off. */
  readonly source?: string;
  readonly category?: string;
  /** Kinds of input there are to hand over. */
  readonly inputs?: readonly string[];
  /** Skills the work has passed through. */
  readonly chain?: readonly string[];
  /** Wanted: one that works on its own, or one that asks. */
  readonly autonomous?: boolean;
  /** Skills that took a handoff before and found it valid. */
  readonly history?: ReadonlySet<string>;
}

/** A skill with how well it fits, and why. */
export interface ScoredSkill {
  readonly card: SkillCard;
  readonly score: number;
  readonly points: Readonly<Record<'category' | 'schema' | 'input' | 'history' | 'autonomy' | 'loop', number>>;
}

const SHOWN = 5;

/** Skills that accept from the source, best first; at most five. */
export function rankSkills(cards: readonly SkillCard[], query: DiscoveryQuery): ScoredSkill[] {
  return cards
    .filter((card) => accepts(card, query.source))
    .map((card) => scoreSkill(card, query))
    .sort((a, b) => b.score - a.score || (a.card.name < b.card.name ? -1 : 1))
    .slice(0, SHOWN);
}

const accepts = ({ name, acceptsFrom }: SkillCard, source: string | undefined): boolean =>
  source === undefined || (name !== source && (acceptsFrom.includes('*') || acceptsFrom.includes(source)));

function scoreSkill(card: SkillCard, query: DiscoveryQuery): ScoredSkill {
  const points = {
    category: query.category === undefined ? 0 : matchPoints([query.category], card.categories, 40),
    schema: card.schemaVersion === '3.0' ? 20 : card.schemaType === 'universal' ? 10 : 0,
    input: matchPoints(query.inputs ?? [], card.inputRequirements, 20),
    history: query.history?.has(card.name) === true ? 10 : 0,
    autonomy: query.autonomous !== undefined && query.autonomous === card.autonomous ? 10 : 0,
    loop: query.chain?.includes(card.name) === true ? -30 : 0,
  };
  return { card, score: Object.values(points).reduce((sum, part) => sum + part, 0), points };
}

/** All points for the same word, half of them for a word that is part of the other. */
function matchPoints(wanted: readonly string[], offered: readonly string[], most: number): number {
  const pairs = wanted.flatMap((want) => offered.map((offer) => [want.toLowerCase(), offer.toLowerCase()] as const));
  if (pairs.some(([want, offer]) => want === offer)) return most;
  return pairs.some(([want, offer]) => sharesWord(want, offer)) ? most / 2 : 0;
}

const MIN_STEM = 4;

function sharesWord(a: string, b: string): boolean {
  const left = a.split(/[^\p{L}\p{N}]+/u);
  const right = b.split(/[^\p{L}\p{N}]+/u);
  return left.some((word) =>
    right.some(
      (other) =>
        word === other ||
        (Math.min(word.length, other.length) >= MIN_STEM && (word.startsWith(other) || other.startsWith(word))),
    ),
  );
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

function listOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

const SHOWN_WORKFLOWS = 10;

/** What a missing target means and what to do, with the name that comes closest. */
export function describeMissingTarget(target: string | undefined, available: readonly string[]): string {
  const { failure, recovery } = FAILURES.targetNotFound;
  const near = target === undefined ? undefined : findNearest(target, available);
  const ordered = near === undefined ? available : [near, ...available.filter((name) => name !== near)];
  const rest = ordered.length > SHOWN_WORKFLOWS ? [`and ${ordered.length - SHOWN_WORKFLOWS} more`] : [];
  const list = available.length === 0 ? 'none is known' : [...ordered.slice(0, SHOWN_WORKFLOWS), ...rest].join(', ');
  const guess = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${failure}${target === undefined ? '' : `: ${target}`}. ${recovery}: ${list}.${guess}`;
}

/** If skills are known that take handoffs, the target must be one of them. */
export function checkTarget(target: string, cards: readonly SkillCard[]): DocumentIssue | undefined {
  const names = cards.map(({ name }) => name).sort();
  if (names.length === 0 || names.includes(target)) return undefined;
  return {
    path: '/handoff/target/skill',
    rule: 'target-unknown',
    message: describeMissingTarget(target, names),
    found: JSON.stringify(target),
    repair: 'name one of these skills, or use --unlisted if the target is not one of them',
  };
}

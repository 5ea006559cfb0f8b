import { given } from '../../../kernel/given.ts';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { Finding } from '../../../kernel/finding.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { shellWord } from '../../../kernel/text.ts';
import { CORE_FILES, type TrustLabel } from '../../../protocols/project/index.ts';
import {
  linesOfFile,
  preferWhole,
  selectParts,
  type DigestPart,
  type PricedPart,
  type Selection,
} from '../../../protocols/project/digest/index.ts';
import { frameShown, type Shown } from './frame-pieces.ts';

export interface ReadingPlan {
  /** Facts of the manifest, if there is one; shown first: in one line, and what the last session said about the project. */
  readonly facts: { readonly label: TrustLabel; readonly note: string; readonly text: string } | undefined;
  readonly health: string;
  /** In the order they are shown. */
  readonly files: readonly ReadingFile[];
  readonly parts: readonly DigestPart[];
  /** Files that this kind of work does not need; named with their size. */
  readonly others: readonly { readonly name: string; readonly text: string }[];
  readonly findings: readonly Finding[];
  /** Tokens; undefined shows everything. */
  readonly budget: number | undefined;
  /** True if the caller named the budget: an answer that does not fit is an error then. */
  readonly isHard: boolean;
  /** Said after everything else. */
  readonly remarks: readonly string[];
  readonly door?: ReadingDoor | undefined;
}

/** How a caller without a shell words and sends a reading. */
export interface ReadingDoor {
  /** Baton's own sentences, with the caller's names for commands; never what is read from files. */
  reword(text: string): string;
  /** What the answer costs as it is sent; the budget bounds this instead of the text alone. */
  costOf(reading: Pick<Reading, 'text' | 'tokens'>): Promise<number>;
}

export interface ReadingFile {
  readonly name: string;
  readonly label: TrustLabel;
  /** On the line that names the file: sections with another label. */
  readonly note?: string | undefined;
  readonly text: string;
}

export interface Reading {
  readonly text: string;
  readonly tokens: number;
  readonly flagged: number;
  readonly files: readonly ShownFile[];
}

export interface ShownFile {
  readonly name: string;
  readonly trust: TrustLabel;
  readonly tokens: number;
  readonly shown: 'whole' | 'part' | 'none';
  readonly left_out: readonly { readonly section?: string; readonly tokens: number; readonly read: string }[];
}

type ReadingPlatform = Pick<Platform, 'project' | 'random' | 'tokens'>;

const MAX_TRIES = 12;

/** Puts together what an agent reads, within the budget: parts go in by rank, in the longest form that fits. */
export async function composeReading(platform: ReadingPlatform, plan: ReadingPlan): Promise<Reading> {
  const priced = await price(platform, plan.parts);
  const everything = selectParts(priced, Number.POSITIVE_INFINITY);
  if (plan.budget === undefined) return compose(platform, plan, priced, everything);
  const { door } = plan;
  const costOf = async (reading: Reading): Promise<number> => (await door?.costOf(reading)) ?? reading.tokens;
  const least = await compose(platform, plan, priced, selectParts(priced, 0));
  const smallest = await costOf(least);
  if (smallest > plan.budget && !plan.isHard) return least;
  assertBudget(plan.budget, smallest);
  const rate = door === undefined ? 1 : await findRate(door, least, await compose(platform, plan, priced, everything));
  let room = Math.floor((plan.budget - smallest) / rate);
  const ranked = preferWhole(priced, CORE_FILES, room);
  for (let tries = 0; tries < MAX_TRIES && room > 0; tries += 1) {
    const reading = await compose(platform, plan, ranked, selectParts(ranked, room));
    const excess = (await costOf(reading)) - plan.budget;
    if (excess <= 0) return reading;
    room -= Math.max(Math.ceil(excess / rate), 8);
  }
  return least;
}

/** What one more token of text costs as it is sent: about two, if it is sent twice. */
async function findRate(door: ReadingDoor, least: Reading, most: Reading): Promise<number> {
  if (most.tokens <= least.tokens) return 1;
  return Math.max(1, ((await door.costOf(most)) - (await door.costOf(least))) / (most.tokens - least.tokens));
}

/** Fails with BUDGET_TOO_SMALL and the budget that is enough. */
export function assertBudget(budget: number, smallest: number): void {
  if (smallest <= budget) return;
  throw new BatonError(
    'BUDGET_TOO_SMALL',
    `a budget of ${budget} tokens is too small: the smallest useful answer takes ${smallest}`,
    { budget, smallest },
  );
}

async function price({ tokens }: Pick<Platform, 'tokens'>, parts: readonly DigestPart[]): Promise<PricedPart[]> {
  const texts = parts.flatMap(({ forms }) => forms.map(({ lines }) => lines.map(({ text }) => `${text}\n`).join('')));
  const counts = await tokens.countAll(texts);
  let at = 0;
  return parts.map((part) => {
    const costs = counts.slice(at, at + part.forms.length);
    at += part.forms.length;
    return { part, costs };
  });
}

async function compose(
  platform: ReadingPlatform,
  plan: ReadingPlan,
  priced: readonly PricedPart[],
  selection: Selection,
): Promise<Reading> {
  const shown = plan.files.flatMap((file) => toShown(file, priced, selection));
  const facts: Shown[] = plan.facts === undefined ? [] : [{ name: 'MANIFEST.json', ...plan.facts, lines: [] }];
  const framed = await frameShown(platform, [...facts, ...shown], plan.findings);
  const files = await describeFiles(platform, plan.files, priced, selection);
  const reword = (text: string): string => plan.door?.reword(text) ?? text;
  const notes = [...plan.remarks, ...renderNotes(files, await countOthers(platform, plan.others), reword)].join('\n');
  const head = `${reword(plan.health)}\n`;
  const tail = notes === '' ? '' : `\n${notes}`;
  const [headTokens = 0, tailTokens = 0] = await platform.tokens.countAll([head, `${tail.slice(1)}\n`]);
  return {
    text: `${head}${framed.text}${tail}`,
    tokens: headTokens + framed.tokens + (tail === '' ? 0 : tailTokens),
    flagged: framed.flagged,
    files,
  };
}

function toShown({ name, label, note }: ReadingFile, priced: readonly PricedPart[], selection: Selection): Shown[] {
  const lines = linesOfFile(priced, selection, name);
  if (lines.length === 0) return [];
  const text = lines.map((line) => line.text).join('\n');
  return [{ name, label, ...given({ note }), text, lines: lines.map(({ line }) => line) }];
}

async function describeFiles(
  { tokens }: Pick<Platform, 'tokens'>,
  files: readonly ReadingFile[],
  priced: readonly PricedPart[],
  { chosen }: Selection,
): Promise<ShownFile[]> {
  const counts = await tokens.countAll(files.map(({ text }) => text));
  return files.map(({ name, label }, index) => {
    const own = priced.flatMap(({ part, costs }, at) =>
      part.file === name ? [{ part, costs, form: chosen[at] ?? -1 }] : [],
    );
    const left = own.flatMap(({ part, costs, form }) => {
      const missing = (costs.at(-1) ?? 0) - (form === -1 ? 0 : (costs[form] ?? 0));
      return missing <= 0 ? [] : [{ section: part.section, tokens: missing }];
    });
    const isNone = own.every(({ form }) => form === -1);
    return {
      name,
      trust: label,
      tokens: counts[index] ?? 0,
      shown: left.length === 0 ? 'whole' : isNone ? 'none' : 'part',
      left_out: joinSections(name, isNone ? [{ section: undefined, tokens: counts[index] ?? 0 }] : left),
    };
  });
}

function joinSections(
  name: string,
  left: readonly { readonly section: string | undefined; readonly tokens: number }[],
): ShownFile['left_out'] {
  const sums = new Map<string | undefined, number>();
  for (const { section, tokens } of left) sums.set(section, (sums.get(section) ?? 0) + tokens);
  return [...sums].map(([section, tokens]) => ({
    ...given({ section }),
    tokens,
    read: `baton read ${shellWord(section === undefined ? name : `${name}#${section}`)}`,
  }));
}

async function countOthers(
  platform: Pick<Platform, 'tokens'>,
  others: ReadingPlan['others'],
): Promise<readonly string[]> {
  const counts = await platform.tokens.countAll(others.map(({ text }) => text));
  return others.map(({ name }, index) => `${name} ${counts[index] ?? 0}`);
}

/** What is not shown, per file with its size in tokens; the sections are in the JSON, and `baton read FILE --sections` lists them. */
function renderNotes(
  files: readonly ShownFile[],
  others: readonly string[],
  reword: (text: string) => string,
): string[] {
  const left = files.flatMap(({ name, left_out }) => {
    const tokens = left_out.reduce((sum, each) => sum + each.tokens, 0);
    const [only] = left_out;
    const isOne = left_out.length === 1 && only?.section !== undefined;
    return tokens === 0 ? [] : [`${isOne ? shellWord(`${name}#${only.section}`) : name} ${tokens}`];
  });
  const names = [...left, ...others];
  const how = reword('Read: baton read FILE[#SECTION]');
  return names.length === 0 ? [] : [`Not shown (tokens): ${names.join(', ')}. ${how}`];
}

import { BatonError } from '../../../kernel/errors/index.ts';
import type { Finding } from '../../../kernel/finding.ts';
import { splitLines } from '../../../kernel/text.ts';
import { cutPieces, type Piece, type TrustLabel } from '../../../protocols/project/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { frameShown, type Shown } from './frame-pieces.ts';

export interface ReadingPlan {
  /** Facts of the manifest, shown first and always: in one line, and what the last session said about the project. */
  readonly facts: { readonly label: TrustLabel; readonly note: string; readonly text: string };
  readonly health: string;
  /** In reading order. */
  readonly files: readonly { readonly name: string; readonly label: TrustLabel; readonly text: string }[];
  /** Files that this kind of work does not need; named with their size. */
  readonly others: readonly { readonly name: string; readonly text: string }[];
  readonly findings: readonly Finding[];
  readonly budget: number | undefined;
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

/** Puts together what an agent reads, within the budget: pieces go in by importance as long as they fit. */
export async function composeReading(
  platform: Pick<Platform, 'project' | 'random' | 'scanner' | 'tokens'>,
  plan: ReadingPlan,
): Promise<Reading> {
  const pieces = plan.files.flatMap(({ name, text }, index) => cutPieces(name, text, index + 1));
  const all = new Set(pieces);
  const whole = await compose(platform, plan, pieces, all);
  if (plan.budget === undefined || whole.tokens <= plan.budget) return whole;
  let best = await compose(platform, plan, pieces, new Set());
  if (best.tokens > plan.budget) {
    throw new BatonError(
      'BUDGET_TOO_SMALL',
      `a budget of ${plan.budget} tokens is too small: the smallest useful answer takes ${best.tokens}`,
      { budget: plan.budget, smallest: best.tokens },
    );
  }
  const kept = new Set<Piece>();
  for (const piece of pieces.toSorted((a, b) => a.rank - b.rank)) {
    const candidate = await compose(platform, plan, pieces, new Set([...kept, piece]));
    if (candidate.tokens > plan.budget) continue;
    kept.add(piece);
    best = candidate;
  }
  return best;
}

async function compose(
  platform: Pick<Platform, 'project' | 'random' | 'scanner' | 'tokens'>,
  plan: ReadingPlan,
  pieces: readonly Piece[],
  kept: ReadonlySet<Piece>,
): Promise<Reading> {
  const shown = plan.files.flatMap((file) => selectShown(file, pieces, kept));
  const facts: Shown = { name: 'MANIFEST.json', ...plan.facts, firstLine: 0 };
  const framed = await frameShown(platform, [facts, ...shown], plan.findings);
  const files = await Promise.all(plan.files.map((file) => describeFile(platform, file, pieces, kept)));
  const head = `${plan.health}\n`;
  const notes = renderNotes(files, await countOthers(platform, plan.others));
  const tail = notes === '' ? '\n' : `\n${notes}\n`;
  const [headTokens = 0, tailTokens = 0] = await platform.tokens.countAll([head, tail.slice(1)]);
  return {
    text: `${head}${framed.text}${tail.slice(0, -1)}`,
    tokens: headTokens + framed.tokens + tailTokens,
    flagged: framed.flagged,
    files,
  };
}

/** Kept pieces that follow one another are one part; lines are known only where nothing before them is left out. */
function selectShown(file: ReadingPlan['files'][number], pieces: readonly Piece[], kept: ReadonlySet<Piece>): Shown[] {
  const own = pieces.filter((piece) => piece.file === file.name);
  const parts = own.filter((piece) => kept.has(piece));
  if (parts.length === 0) return [];
  let line = 1;
  const shown: Shown[] = [];
  for (const piece of own) {
    const previous = shown.at(-1);
    if (kept.has(piece)) {
      const joins = previous !== undefined && previous.firstLine + splitLines(previous.text).length === line;
      if (joins) shown[shown.length - 1] = { ...previous, text: previous.text + piece.text };
      else shown.push({ name: file.name, label: file.label, text: piece.text, firstLine: line });
    }
    line += splitLines(piece.text).length;
  }
  return shown;
}

async function describeFile(
  platform: Pick<Platform, 'tokens'>,
  { name, label, text }: ReadingPlan['files'][number],
  pieces: readonly Piece[],
  kept: ReadonlySet<Piece>,
): Promise<ShownFile> {
  const own = pieces.filter((piece) => piece.file === name);
  const out = own.filter((piece) => !kept.has(piece));
  const isNone = out.length === own.length;
  const left = isNone ? [{ section: undefined, text }] : out;
  const counts = await platform.tokens.countAll([text, ...left.map((piece) => piece.text)]);
  return {
    name,
    trust: label,
    tokens: counts[0] ?? 0,
    shown: out.length === 0 ? 'whole' : isNone ? 'none' : 'part',
    left_out:
      out.length === 0
        ? []
        : left.map(({ section }, index) => ({
            ...(section === undefined ? {} : { section }),
            tokens: counts[index + 1] ?? 0,
            read: `baton read ${quote(section === undefined ? name : `${name}#${section}`)}`,
          })),
  };
}

const quote = (word: string): string => (/^[\w./#-]+$/.test(word) ? word : `"${word.replaceAll(/["\\$`]/g, '')}"`);

async function countOthers(
  platform: Pick<Platform, 'tokens'>,
  others: ReadingPlan['others'],
): Promise<readonly string[]> {
  const counts = await platform.tokens.countAll(others.map(({ text }) => text));
  return others.map(({ name }, index) => `${name} ${counts[index] ?? 0}`);
}

/** What is not shown, each with its size in tokens. */
function renderNotes(files: readonly ShownFile[], others: readonly string[]): string {
  const left = files.flatMap((file) =>
    file.left_out.map(
      ({ section, tokens }) => `${section === undefined ? file.name : quote(`${file.name}#${section}`)} ${tokens}`,
    ),
  );
  const names = [...left, ...others];
  return names.length === 0 ? '' : `Not shown (tokens): ${names.join(', ')}. Read one: baton read NAME`;
}

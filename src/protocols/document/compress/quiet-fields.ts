/** Joining honest pieces can read like an instruction: an extract must raise no finding that its source did not raise. */
import type { Finding } from '../../../kernel/finding.ts';
import type { Json } from '../../../kernel/json.ts';
import { codePointLength, splitLines } from '../../../kernel/text.ts';
import { MODEL_RULE, type ScanText } from '../checks/scan-extract.ts';
import type { Unit } from '../extract/blocks.ts';
import { cutAtWord } from '../extract/cut-at-word.ts';
import { describeSize } from '../extract/describe-shape.ts';
import { ELLIPSIS } from '../extract/render-blocks.ts';
import { findAt, parsePointer, stringsIn, withoutValueAt, withValueAt } from '../pointer.ts';
import type { HandoffDocument } from '../types.ts';
import { renderField, type ChosenUnits, type Field } from './fields.ts';
import { asDocument, asJson, REASON, SUMMARY } from './strategies.ts';

/** The document with such extracts made of fewer pieces; `original` is the document as its sender wrote it. */
export function withQuietFields(
  document: HandoffDocument,
  original: HandoffDocument,
  fields: readonly Field[],
  chosen: ChosenUnits,
  scan: ScanText,
): HandoffDocument {
  const loudness = new Loudness(scan);
  let value = asJson(document);
  for (const [index, field] of fields.entries()) {
    const text = findAt(value, field.path);
    if (typeof text !== 'string') continue;
    const quiet = quieten(field, text, chosen.get(index), loudness);
    if (quiet === undefined) value = withoutValueAt(value, field.path);
    else if (quiet !== text) value = withValueAt(value, field.path, quiet);
  }
  for (const path of [SUMMARY, REASON]) value = withQuietText(value, path, findAt(original, path), loudness);
  return asDocument(value);
}

/** What the guard says of an extract and not of its source. */
class Loudness {
  readonly #scan: ScanText;
  readonly #raised = new Map<Json, readonly Raised[]>();
  #left = MAX_SCANNED;

  constructor(scan: ScanText) {
    this.#scan = scan;
  }

  findNew(text: string, source: Json): Finding[] {
    const findings = this.#findAll(text);
    if (findings.length === 0) return [];
    const raised = this.#raised.get(source) ?? this.#listRaised(source);
    this.#raised.set(source, raised);
    return findings.filter((finding) => !raised.some((one) => isSame(one, finding)));
  }

  #findAll = (text: string): Finding[] => this.#scan(text).filter(({ severity }) => severity !== 'note');

  #listRaised(source: Json): Raised[] {
    const raised: Raised[] = [];
    for (const { text } of stringsIn(source)) {
      this.#left -= text.length;
      if (this.#left < 0) break;
      for (const finding of this.#findAll(text)) raised.push({ text, finding });
    }
    return raised;
  }
}

/** A finding of the guard in a string of the source. */
interface Raised {
  readonly text: string;
  readonly finding: Finding;
}

/** Whether the source raises it too: by the same rule, in the same words. */
function isSame({ text, finding }: Raised, { rule, excerpt }: Finding): boolean {
  if (finding.rule !== rule) return false;
  return rule === MODEL_RULE || finding.excerpt === excerpt || squash(text).includes(squash(excerpt));
}

const squash = (text: string): string => text.replaceAll(/[\s…]+/g, ' ').trim();

/** Characters of the sources that are compared; what is further back counts as raising nothing. */
const MAX_SCANNED = 40_000;

interface Piece {
  readonly block: number;
  readonly unit: Unit;
  /** Its place among the units of its block, the best first. */
  readonly rank: number;
}

/** Undefined if nothing can be said. */
function quieten(
  field: Field,
  shown: string,
  blocks: ReadonlyMap<number, readonly Unit[]> = new Map(),
  loudness: Loudness,
): string | undefined {
  const { kind, path, source } = field;
  if (kind === 'extract' && loudness.findNew(parsePointer(path).at(-1) ?? '', null).length > 0) return undefined;
  let text = shown;
  let pieces = [...blocks].flatMap(([block, units]) => units.map((unit, rank): Piece => ({ block, unit, rank })));
  for (let round = 1; ; round += 1) {
    const findings = loudness.findNew(text, source);
    if (findings.length === 0) return text;
    if (pieces.length === 0) break;
    const culprits = findings.flatMap((finding) => findCulprits(finding, text, pieces, round > GENTLE_ROUNDS));
    // A finding in no piece is in the words around them, which change with the number of pieces.
    const removed = new Set(culprits.length > 0 && round < MAX_ROUNDS ? culprits : pieces);
    pieces = pieces.filter((piece) => !removed.has(piece));
    text = renderField(field, groupPieces(pieces));
  }
  return kind === 'extract' ? undefined : `${describeSize(source)} ${ELLIPSIS}`;
}

/** So often only the least of the pieces in a finding goes, then all of them, then every piece. */
const GENTLE_ROUNDS = 6;
const MAX_ROUNDS = 10;

function groupPieces(pieces: readonly Piece[]): Map<number, Unit[]> {
  const blocks = new Map<number, Unit[]>();
  for (const { block, unit } of pieces) blocks.set(block, [...(blocks.get(block) ?? []), unit]);
  return blocks;
}

/** The pieces that a finding covers: all of them, or the one that is missed least. */
function findCulprits(finding: Finding, text: string, pieces: readonly Piece[], isAll: boolean): readonly Piece[] {
  const start = offsetAt(text, finding.line, finding.column);
  const end = offsetAt(text, finding.endLine, finding.endColumn);
  const covered = pieces.filter(({ unit }) => {
    const at = text.indexOf(unit.text);
    return at !== -1 && at < end && at + unit.text.length > start;
  });
  return isAll ? covered : covered.toSorted((a, b) => b.rank - a.rank).slice(0, 1);
}

const offsetAt = (text: string, line: number, column: number): number =>
  (splitLines(text)[line - 1]?.start ?? text.length) + column - 1;

const SHARES = [0.7, 0.4, 0.2];

/** A shortened text that is required and is not quiet becomes a part of its beginning instead. */
function withQuietText(root: Json, path: string, whole: unknown, loudness: Loudness): Json {
  const shown = findAt(root, path);
  if (typeof shown !== 'string' || typeof whole !== 'string' || shown === whole) return root;
  const cuts = SHARES.map((share) => cutAtWord(whole, Math.floor(codePointLength(shown) * share)) + ELLIPSIS);
  const quiet = [shown, ...cuts].find((text) => loudness.findNew(text, whole).length === 0) ?? shown;
  return quiet === shown ? root : withValueAt(root, path, quiet);
}

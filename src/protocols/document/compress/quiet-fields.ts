/** Joining honest pieces can read like an instruction: an extract must raise no finding that its source did not raise. */
import type { Finding } from '../../../kernel/finding.ts';
import type { Json } from '../../../kernel/json.ts';
import { codePointLength } from '../../../kernel/text.ts';
import { MODEL_RULE, type ScanText } from '../checks/scan-strings.ts';
import { cutAtWord } from '../extract/sentences.ts';
import { describeSize } from '../extract/columns.ts';
import { ELLIPSIS, type Ranked } from '../extract/shorten-text.ts';
import { findAt, parsePointer, stringsIn, withoutValueAt, withValueAt } from '../pointer.ts';
import type { HandoffDocument } from '../types.ts';
import { groupUnits, renderField, type Field } from './fields.ts';
import { asDocument, asJson, REASON, SUMMARY } from './strategies.ts';

export interface QuietDocument {
  readonly document: HandoffDocument;
  /** The pieces that raise a finding, by themselves or beside those that come before them in the ranking. */
  readonly left: readonly Ranked[];
}

/** The document without such pieces; `taken` are those it shows, `original` is the document as its sender wrote it. */
export function withQuietFields(
  document: HandoffDocument,
  original: HandoffDocument,
  fields: readonly Field[],
  taken: readonly Ranked[],
  loudness: Loudness,
): QuietDocument {
  const left: Ranked[] = [];
  let value = asJson(document);
  for (const [index, field] of fields.entries()) {
    const text = findAt(value, field.path);
    if (typeof text !== 'string') continue;
    const pieces = taken.filter((piece) => piece.field === index);
    const { text: quiet, kept } = quieten(field, index, text, pieces, loudness);
    left.push(...pieces.filter((piece) => !kept.includes(piece)));
    if (quiet === undefined) value = withoutValueAt(value, field.path);
    else if (quiet !== text) value = withValueAt(value, field.path, quiet);
  }
  for (const path of [SUMMARY, REASON]) value = withQuietText(value, path, findAt(original, path), loudness);
  return { document: asDocument(value), left };
}

/** What the guard says of an extract and not of its source. */
export class Loudness {
  readonly #scan: ScanText;
  readonly #raised = new Map<Json, readonly Raised[]>();
  readonly #known = new Map<string, readonly Finding[]>();
  #left = MAX_SCANNED;
  #trials = MAX_TRIED;

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

  /** Whether a text is quiet; false if so much has been tried that this one is not. */
  isQuiet(text: string, source: Json): boolean {
    if (!this.#known.has(text)) {
      this.#trials -= text.length;
      if (this.#trials < 0) return false;
    }
    return this.findNew(text, source).length === 0;
  }

  #findAll(text: string): readonly Finding[] {
    const known = this.#known.get(text) ?? this.#scan(text).filter(({ severity }) => severity !== 'note');
    this.#known.set(text, known);
    return known;
  }

  #listRaised(source: Json): Raised[] {
    const raised: Raised[] = [];
    for (const { text: whole } of stringsIn(source)) {
      const text = whole.slice(0, this.#left);
      this.#left -= text.length;
      for (const finding of this.#findAll(text)) raised.push({ text, finding });
      if (this.#left <= 0) break;
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
const MAX_SCANNED = 100_000;
/** Characters of extracts that are tried; what has not been tried by then is left out. */
const MAX_TRIED = 200_000;

interface Quiet {
  /** Undefined if nothing can be said. */
  readonly text: string | undefined;
  readonly kept: readonly Ranked[];
}

function quieten(field: Field, index: number, shown: string, pieces: readonly Ranked[], loudness: Loudness): Quiet {
  const { kind, path, source } = field;
  const name = kind === 'extract' ? (parsePointer(path).at(-1) ?? '') : '';
  if (name !== '' && loudness.findNew(name, null).length > 0) return { text: undefined, kept: [] };
  if (loudness.findNew(shown, source).length === 0) return { text: shown, kept: pieces };
  const render = (some: readonly Ranked[]): string => renderField(field, groupUnits(some).get(index) ?? new Map());
  const isQuiet = (some: readonly Ranked[]): boolean => loudness.isQuiet(render(some), source);
  // Short texts are scanned soon: most of what is loud is so by itself.
  const kept = chooseQuiet(
    pieces.filter((piece) => isQuiet([piece])),
    isQuiet,
  );
  if (kept.length > 0 || loudness.findNew(render([]), source).length === 0) return { text: render(kept), kept };
  return { text: kind === 'extract' ? undefined : `${describeSize(source)} ${ELLIPSIS}`, kept };
}

/** Next steps, decisions and questions are tried before prose that is loud beside them. */
const isNeeded = ({ unit }: Ranked): boolean => unit.signals.includes('action') || unit.signals.includes('question');

/** As many of the pieces as are quiet together, in their order: halves of what is not, down to the single piece. */
function chooseQuiet(pieces: readonly Ranked[], isQuiet: (some: readonly Ranked[]) => boolean): Ranked[] {
  let kept: Ranked[] = [];
  const add = (some: readonly Ranked[]): void => {
    if (some.length === 0) return;
    if (isQuiet([...kept, ...some])) kept = [...kept, ...some];
    else if (some.length > 1) {
      add(some.slice(0, some.length >>> 1));
      add(some.slice(some.length >>> 1));
    }
  };
  add(pieces.filter(isNeeded));
  add(pieces.filter((piece) => !isNeeded(piece)));
  return kept;
}

const SHARES = [0.7, 0.4, 0.2];

/** A shortened text that is required and is not quiet becomes a part of its beginning instead. */
function withQuietText(root: Json, path: string, whole: unknown, loudness: Loudness): Json {
  const shown = findAt(root, path);
  if (typeof shown !== 'string' || typeof whole !== 'string' || shown === whole) return root;
  const cuts = SHARES.map((share) => cutAtWord(whole, Math.floor(codePointLength(shown) * share)) + ELLIPSIS);
  const quiet = [shown, ...cuts].find((text) => loudness.findNew(text, whole).length === 0) ?? shown;
  return quiet === shown ? root : withValueAt(root, path, quiet);
}

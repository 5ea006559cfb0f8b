import { scanMarkers, type MarkerLine } from './scan-markers.ts';
import { COMPACT_MARKERS, type MarkerName } from './schema.ts';

/** A marker with all the text that belongs to it: from its line to the next marker of the same block. */
export interface RawField {
  readonly marker: MarkerLine;
  /** Where its text ends. */
  readonly until: number;
}

/** Markers that belong together, nothing read yet. */
export interface RawBlock {
  /** In the order of the text. */
  readonly fields: ReadonlyMap<MarkerName, RawField>;
  readonly first: MarkerLine;
  readonly last: MarkerLine;
  /** Markers the protocol does not know. */
  readonly strangers: readonly MarkerLine[];
  readonly fenced: boolean;
  /** Its code fence was opened and never closed, so that it counts as standing outside. */
  readonly inOpenFence: boolean;
}

export interface RawBlocks {
  /** The last ones in their order. */
  readonly blocks: readonly RawBlock[];
  readonly count: number;
  /** The last complete one outside code fences, or else the last one outside. */
  readonly chosen: RawBlock | undefined;
}

/** Real answers have a handful; text made to exhaust memory has millions. */
const MAX_KEPT = 1_000;
const MAX_STRANGERS = 20;

interface OpenBlock {
  readonly fields: Map<MarkerName, { readonly marker: MarkerLine; until: number }>;
  readonly strangers: MarkerLine[];
  readonly quoted: boolean;
  readonly fence: number | undefined;
  readonly first: MarkerLine;
  last: MarkerLine;
  /** The field whose text may still go on. */
  open: { until: number } | undefined;
}

/**
 * Sorts markers into blocks. A block ends with END, with START of the next one, and with any marker it already has:
 * fields of two blocks never mix. Markers in a code fence make blocks of their own.
 */
export function collectBlocks(text: string): RawBlocks {
  const collector = new Collector(text);
  const openFence = scanMarkers(text, collector);
  return collector.finish(openFence);
}

class Collector {
  readonly #text: string;
  readonly #done: OpenBlock[] = [];
  #count = 0;
  #outer: OpenBlock | undefined;
  #inFence: OpenBlock | undefined;
  #lastOutside: OpenBlock | undefined;
  #lastComplete: OpenBlock | undefined;
  /** Of the fence that is open now, in case it never closes. */
  #lastInFence: OpenBlock | undefined;
  #lastCompleteInFence: OpenBlock | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  onMarker(marker: MarkerLine): void {
    const current = marker.fence === undefined ? this.#outer : this.#inFence;
    if (current?.open !== undefined) current.open.until = marker.start;
    if (marker.name === undefined) return this.#takeStranger(current, marker);
    const block =
      current !== undefined && belongs(current, marker, marker.name) ? current : this.#open(current, marker);
    const field = { marker, until: this.#text.length };
    block.fields.set(marker.name, field);
    block.open = field;
    block.last = marker;
    if (marker.name === 'END') {
      field.until = marker.end;
      this.#close(block);
    }
  }

  onFenceEnd(_fence: number, offset: number): void {
    if (this.#inFence?.open !== undefined) this.#inFence.open.until = offset;
    if (this.#inFence !== undefined) this.#close(this.#inFence);
    this.#lastInFence = undefined;
    this.#lastCompleteInFence = undefined;
  }

  finish(openFence: number | undefined): RawBlocks {
    if (this.#inFence !== undefined) this.#close(this.#inFence);
    if (this.#outer !== undefined) this.#close(this.#outer);
    const chosen = this.#lastCompleteInFence ?? this.#lastComplete ?? this.#lastInFence ?? this.#lastOutside;
    const kept = this.#done.slice(-MAX_KEPT);
    if (chosen !== undefined && !kept.includes(chosen)) kept.unshift(chosen);
    const made = new Map(kept.map((block) => [block, toRaw(block, openFence)]));
    return {
      blocks: [...made.values()],
      count: this.#count,
      chosen: chosen === undefined ? undefined : made.get(chosen),
    };
  }

  #open(current: OpenBlock | undefined, marker: MarkerLine): OpenBlock {
    if (current !== undefined) this.#close(current);
    const block: OpenBlock = {
      fields: new Map(),
      strangers: [],
      quoted: marker.quoted,
      fence: marker.fence,
      first: marker,
      last: marker,
      open: undefined,
    };
    if (marker.fence === undefined) this.#outer = block;
    else this.#inFence = block;
    return block;
  }

  #close(block: OpenBlock): void {
    if (block === this.#outer) this.#outer = undefined;
    else if (block === this.#inFence) this.#inFence = undefined;
    this.#count += 1;
    this.#done.push(block);
    if (this.#done.length > 2 * MAX_KEPT) this.#done.splice(0, MAX_KEPT);
    const isComplete = COMPACT_MARKERS.every((name) => hasText(this.#text, block.fields.get(name)));
    if (block.fence === undefined) {
      this.#lastOutside = block;
      if (isComplete) this.#lastComplete = block;
    } else {
      this.#lastInFence = block;
      if (isComplete) this.#lastCompleteInFence = block;
    }
  }

  #takeStranger(current: OpenBlock | undefined, marker: MarkerLine): void {
    if (current === undefined) return;
    current.open = undefined;
    if (current.strangers.length < MAX_STRANGERS) current.strangers.push(marker);
  }
}

const belongs = (block: OpenBlock, marker: MarkerLine, name: MarkerName): boolean =>
  name !== 'START' && !block.fields.has(name) && block.quoted === marker.quoted;

const toRaw = ({ fields, first, last, strangers, fence }: OpenBlock, openFence: number | undefined): RawBlock => ({
  fields,
  first,
  last,
  strangers,
  fenced: fence !== undefined && fence !== openFence,
  inOpenFence: fence !== undefined && fence === openFence,
});

const MANY_LINES: ReadonlySet<MarkerName> = new Set(['SUMMARY', 'METRICS']);

/** Whether a field has a value: on the marker's line, or below it if the field may continue there. */
export function hasText(text: string, field: RawField | undefined): boolean {
  if (field === undefined) return false;
  const { marker, until } = field;
  const end = marker.name !== undefined && MANY_LINES.has(marker.name) ? until : marker.end;
  for (let at = marker.valueStart; at < end; at += 1) {
    if (!NO_VALUE.has(text.charCodeAt(at))) return true;
  }
  return false;
}

/** White space, the colon some put after a marker, and the signs of quotations and bold type. */
const NO_VALUE = new Set(Array.from(' \t\r\n\u2028\u2029\u00A0:>*', (mark) => mark.charCodeAt(0)));

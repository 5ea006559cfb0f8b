/** The position of each value of a YAML text, from the parser's events. */
import {
  CHOMPING_MODE,
  COLLECTION_STYLE,
  EVENT_ID,
  getScalarValue,
  SCALAR_STYLE,
  type Event,
  type MappingEvent,
  type ScalarEvent,
  type ScalarStyle,
  type SequenceEvent,
} from 'js-yaml';

/**
 * `inline` is a plain or quoted scalar, an alias or a collection in brackets; `lines` is a literal or folded text or a
 * list with dashes; `mapping` has a key per line.
 */
export type YamlNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'inline'; readonly start: number; readonly end: number; readonly style?: ScalarStyle }
  | { readonly kind: 'lines'; readonly start: number; readonly end: number; readonly isList: boolean }
  | {
      readonly kind: 'mapping';
      readonly start: number;
      readonly end: number;
      readonly entries: readonly YamlEntry[];
    };

export interface YamlEntry {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: YamlNode;
}

/** The root of the only document; undefined if there is none. */
export function readYamlTree(yaml: string, events: readonly Event[]): YamlNode | undefined {
  return events.length === 0 ? undefined : new TreeReader(yaml, events).read();
}

class TreeReader {
  /** After the event that opens the document. */
  private at = 1;
  /** The end of the last thing that took up room: collections and empty values have no end of their own. */
  private end = 0;

  private readonly yaml: string;
  private readonly events: readonly Event[];

  constructor(yaml: string, events: readonly Event[]) {
    this.yaml = yaml;
    this.events = events;
  }

  read(): YamlNode {
    const event = this.events[this.at];
    this.at += 1;
    if (event?.type === EVENT_ID.SCALAR) return this.scalar(event);
    if (event?.type === EVENT_ID.MAPPING) return this.collection(event, () => this.entries());
    if (event?.type === EVENT_ID.SEQUENCE) return this.collection(event, () => this.items());
    if (event?.type !== EVENT_ID.ALIAS) return { kind: 'empty' };
    this.end = event.anchorEnd;
    return { kind: 'inline', start: event.anchorStart - 1, end: this.end };
  }

  private scalar(event: ScalarEvent): YamlNode {
    const { valueStart, valueEnd, style } = event;
    const start = startOf(event, valueStart);
    if (start === -1) return { kind: 'empty' };
    if (valueStart === -1) this.end = Math.max(event.anchorEnd, event.tagEnd);
    else this.end = valueEnd;
    if (style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK) {
      // Blank lines after the text are part of it only if it says so.
      if (event.chomping !== CHOMPING_MODE.KEEP) this.end = this.afterText(valueEnd);
      return { kind: 'lines', start, end: this.end, isList: false };
    }
    if (style === SCALAR_STYLE.PLAIN) return { kind: 'inline', start, end: this.end, style };
    this.end += 1;
    return { kind: 'inline', start: Math.min(start, valueStart - 1), end: this.end, style };
  }

  private afterText(offset: number): number {
    let at = offset;
    while (at > 0 && /\s/.test(this.yaml[at - 1] ?? '')) at -= 1;
    return at;
  }

  private collection(event: MappingEvent | SequenceEvent, read: () => readonly YamlEntry[] | undefined): YamlNode {
    const isFlow = event.style === COLLECTION_STYLE.FLOW;
    if (isFlow) this.end = event.start + 1;
    const entries = read();
    const start = startOf(event, event.start);
    if (isFlow) {
      this.end = this.closingBracket();
      return { kind: 'inline', start, end: this.end };
    }
    if (entries === undefined) return { kind: 'lines', start, end: this.end, isList: true };
    return { kind: 'mapping', start, end: this.end, entries };
  }

  private entries(): YamlEntry[] {
    const entries: YamlEntry[] = [];
    while (this.isInside()) {
      const event = this.events[this.at];
      const key = this.read();
      const keyEnd = this.end;
      const keyStart = key.kind === 'empty' ? keyEnd : key.start;
      const value = this.read();
      const name = event?.type === EVENT_ID.SCALAR ? getScalarValue(this.yaml, event) : '';
      entries.push({ key: name, keyStart, keyEnd, value });
    }
    this.at += 1;
    return entries;
  }

  private items(): undefined {
    while (this.isInside()) this.read();
    this.at += 1;
  }

  private isInside(): boolean {
    const event = this.events[this.at];
    return event !== undefined && event.type !== EVENT_ID.POP;
  }

  /** After the bracket that follows the last value, with only commas, colons and comments between. */
  private closingBracket(): number {
    for (let at = this.end; at < this.yaml.length; at += 1) {
      const char = this.yaml[at];
      if (char === ']' || char === '}') return at + 1;
      if (char === '#') at = lineEnd(this.yaml, at);
    }
    return this.yaml.length;
  }
}

/** With its anchor and tag. */
function startOf(event: MappingEvent | SequenceEvent | ScalarEvent, start: number): number {
  const starts = [start, event.anchorStart === -1 ? -1 : event.anchorStart - 1, event.tagStart];
  const given = starts.filter((each) => each !== -1);
  return given.length === 0 ? -1 : Math.min(...given);
}

/** Lines around an offset. */

export const isLineBreak = (char: string | undefined): boolean => char === '\n' || char === '\r';

export function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isLineBreak(text[at - 1])) at -= 1;
  return at;
}

/** Where the line's ending begins. */
export function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isLineBreak(text[at])) at += 1;
  return at;
}

export function nextLine(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  return text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length);
}

/** Every line after the first one that is not empty. */
export const indentLines = (text: string, column: number): string =>
  column === 0 ? text : text.replaceAll(/\n(?=[^\n])/g, () => `\n${' '.repeat(column)}`);

/** Expressions and globs as trees, of the parts that can be matched in linear time. */
import { BatonError } from '../../../kernel/errors/index.ts';

export type PatternTree =
  /** `unit` is the only one it has, if it has one alone. */
  | { readonly kind: 'set'; readonly has: (unit: number) => boolean; readonly unit?: number }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly part: PatternTree; readonly least: number; readonly most: number };

export type Assertion = 'start' | 'end' | 'boundary' | 'not-boundary' | 'word-start';

export const isWordUnit = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);
const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
const isSpace = (unit: number): boolean => /\s/.test(String.fromCharCode(unit));
const not =
  (has: (unit: number) => boolean) =>
  (unit: number): boolean =>
    !has(unit);

const literal = (text: string): PatternTree => ({
  kind: 'sequence',
  parts: Array.from({ length: text.length }, (_, at) => {
    const wanted = text.charCodeAt(at);
    return { kind: 'set', has: (unit: number) => unit === wanted, unit: wanted } as const;
  }),
});

/** `*` is one or more characters that are not white space; a glob that begins with a word character begins a word. */
export function parseGlob(glob: string): PatternTree {
  const star: PatternTree = { kind: 'repeat', part: { kind: 'set', has: not(isSpace) }, least: 1, most: Infinity };
  const parts = glob.split(/\*+/).flatMap((text, index) => [...(index === 0 ? [] : [star]), literal(text)]);
  const startsWord = isWordUnit(glob.charCodeAt(0));
  return { kind: 'sequence', parts: startsWord ? [{ kind: 'assert', what: 'word-start' }, ...parts] : parts };
}

const CLASS_ESCAPES: Readonly<Record<string, (unit: number) => boolean>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWordUnit,
  W: not(isWordUnit),
  s: isSpace,
  S: not(isSpace),
};
const CONTROL_ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v', '0': '\0' };

const MAX_REPEAT = 1_000;
const MAX_DEPTH = 100;

const EMPTY: PatternTree = { kind: 'sequence', parts: [] };
const isEmpty = (tree: PatternTree): boolean => tree.kind === 'sequence' && tree.parts.length === 0;

/** Look-around and back-references cannot be matched in linear time and are refused, as is anything malformed. */
export const parseExpression = (source: string): PatternTree => new ExpressionParser(source).parse();

/** The same for letters of either case. */
export function ignoreCase(tree: PatternTree): PatternTree {
  switch (tree.kind) {
    case 'set':
      return { kind: 'set', has: (unit) => foldings(unit).some(tree.has) };
    case 'assert':
      return tree;
    case 'repeat':
      return { ...tree, part: ignoreCase(tree.part) };
    default:
      return { ...tree, parts: tree.parts.map(ignoreCase) };
  }
}

function foldings(unit: number): number[] {
  const sign = String.fromCharCode(unit);
  return [unit, sign.toLowerCase().charCodeAt(0), sign.toUpperCase().charCodeAt(0)];
}

class ExpressionParser {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): PatternTree {
    const tree = this.#choice();
    if (this.#at < this.#source.length) throw this.#fault(`"${this.#peek()}" has no beginning`);
    return tree;
  }

  #choice(): PatternTree {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'choice', parts };
  }

  #sequence(): PatternTree {
    const parts: PatternTree[] = [];
    while (this.#at < this.#source.length && this.#peek() !== '|' && this.#peek() !== ')') {
      const part = this.#repeated();
      if (!isEmpty(part)) parts.push(part);
    }
    return { kind: 'sequence', parts };
  }

  #repeated(): PatternTree {
    const part = this.#atom();
    const range = this.#range();
    if (range === undefined) return part;
    // A lazy mark changes how much is matched, not whether.
    this.#take('?');
    if (this.#range() !== undefined) throw this.#fault('a repetition follows a repetition');
    // Nothing stays nothing however often. Kept, it would be walked through a thousand times at each level of nesting.
    return isEmpty(part) || range.most === 0 ? EMPTY : { kind: 'repeat', part, ...range };
  }

  #range(): { least: number; most: number } | undefined {
    if (this.#take('*')) return { least: 0, most: Infinity };
    if (this.#take('+')) return { least: 1, most: Infinity };
    if (this.#take('?')) return { least: 0, most: 1 };
    const match = /^\{(\d{1,6})(,(\d{1,6})?)?\}/.exec(this.#source.slice(this.#at, this.#at + 20));
    if (match === null) return undefined;
    this.#at += match[0].length;
    const least = Number(match[1]);
    const most = match[2] === undefined ? least : match[3] === undefined ? Infinity : Number(match[3]);
    if (most < least) throw this.#fault('a repetition ends before it begins');
    if (least > MAX_REPEAT || (most !== Infinity && most > MAX_REPEAT)) {
      throw this.#fault(`more than ${MAX_REPEAT} repetitions are not allowed`);
    }
    return { least, most };
  }

  #atom(): PatternTree {
    const sign = this.#source[this.#at++] ?? '';
    switch (sign) {
      case '(':
        return this.#group();
      case '[':
        return { kind: 'set', has: this.#class() };
      case '.':
        return { kind: 'set', has: () => true };
      case '^':
        return { kind: 'assert', what: 'start' };
      case '$':
        return { kind: 'assert', what: 'end' };
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw this.#fault(`"${sign}" repeats nothing`);
      default:
        return literal(sign);
    }
  }

  #group(): PatternTree {
    if (this.#take('?') && !this.#take(':'))
      throw this.#fault('lookaround, named groups and inline flags are not supported');
    if (++this.#depth > MAX_DEPTH) throw this.#fault(`groups are nested more than ${MAX_DEPTH} deep`);
    const tree = this.#choice();
    this.#depth -= 1;
    if (!this.#take(')')) throw this.#fault('a group is never closed');
    return tree;
  }

  #escape(): PatternTree {
    const sign = this.#source[this.#at] ?? '';
    if (sign === 'b' || sign === 'B') {
      this.#at += 1;
      return { kind: 'assert', what: sign === 'b' ? 'boundary' : 'not-boundary' };
    }
    return { kind: 'set', has: this.#escapedSet() };
  }

  #escapedSet(): (unit: number) => boolean {
    const sign = this.#source[this.#at++];
    if (sign === undefined) throw this.#fault('there is a backslash at the end');
    const known = CLASS_ESCAPES[sign];
    if (known !== undefined) return known;
    const wanted = this.#escapedUnit(sign);
    return (unit) => unit === wanted;
  }

  #escapedUnit(sign: string): number {
    const control = CONTROL_ESCAPES[sign];
    if (control !== undefined) return control.charCodeAt(0);
    if (sign === 'x' || sign === 'u') {
      const digits = sign === 'x' ? 2 : 4;
      const hex = this.#source.slice(this.#at, this.#at + digits);
      if (!new RegExp(`^[0-9a-fA-F]{${digits}}$`).test(hex)) throw this.#fault(`\\${sign} needs ${digits} hex digits`);
      this.#at += digits;
      return Number.parseInt(hex, 16);
    }
    if (/[A-Za-z0-9]/.test(sign)) throw this.#fault(`\\${sign} is not supported`);
    return sign.charCodeAt(0);
  }

  #class(): (unit: number) => boolean {
    const isNegated = this.#take('^');
    const tests: ((unit: number) => boolean)[] = [];
    for (let isFirst = true; isFirst || this.#peek() !== ']'; isFirst = false) {
      if (this.#at >= this.#source.length) throw this.#fault('a class is never closed');
      tests.push(this.#classPart());
    }
    this.#at += 1;
    const has = (unit: number): boolean => tests.some((test) => test(unit));
    return isNegated ? not(has) : has;
  }

  #classPart(): (unit: number) => boolean {
    const sign = this.#source[this.#at++] ?? '';
    if (sign === '\\' && CLASS_ESCAPES[this.#peek()] !== undefined) return this.#escapedSet();
    const low = sign === '\\' ? this.#escapedUnit(this.#source[this.#at++] ?? '') : sign.charCodeAt(0);
    if (this.#peek() !== '-' || this.#source[this.#at + 1] === ']' || this.#at + 1 >= this.#source.length) {
      return (unit) => unit === low;
    }
    this.#at += 1;
    const end = this.#source[this.#at++] ?? '';
    const high = end === '\\' ? this.#escapedUnit(this.#source[this.#at++] ?? '') : end.charCodeAt(0);
    if (high < low) throw this.#fault('a range in a class is reversed');
    return (unit) => unit >= low && unit <= high;
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  #take(sign: string): boolean {
    if (this.#peek() !== sign) return false;
    this.#at += 1;
    return true;
  }

  #fault(why: string): BatonError {
    return new BatonError('INPUT_INVALID', `${why} (column ${this.#at + 1})`, { column: this.#at + 1 });
  }
}

/** A strict reader of JSON grammar that finds the first fault and its place, without recursion and in one pass. */

export interface JsonRules {
  readonly maxDepth: number;
  readonly rejectDuplicateKeys: boolean;
  readonly rejectProtoKeys: boolean;
  /** Stop after the first value instead of demanding the end of the text. */
  readonly prefixOnly: boolean;
}

export type JsonScan =
  | { readonly kind: 'ok'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'syntax' | 'too-deep' | 'duplicate-key' | 'proto-key';
      readonly offset: number;
      readonly reason: string;
    };

type Fault = Exclude<JsonScan, { kind: 'ok' }>;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const SHORT_ESCAPES = '"\\/bfnrt';
const LITERALS = ['true', 'false', 'null'] as const;

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
const isDigit = (unit: number): boolean => unit >= ZERO && unit <= 0x39;
const isHexDigit = (unit: number): boolean =>
  isDigit(unit) || (unit >= 0x41 && unit <= 0x46) || (unit >= 0x61 && unit <= 0x66);

/** Keys seen so far if the container is an object whose keys are checked; null for lists and unchecked objects. */
interface Container {
  readonly isObject: boolean;
  readonly keys: Set<string> | null;
}

export function scanJson(text: string, rules: JsonRules): JsonScan {
  return new JsonScanner(text, rules).run();
}

class JsonScanner {
  private readonly text: string;
  private readonly rules: JsonRules;
  private readonly open: Container[] = [];
  private at = 0;
  private fault: Fault | undefined;

  constructor(text: string, rules: JsonRules) {
    this.text = text;
    this.rules = rules;
  }

  run(): JsonScan {
    this.skipSpace();
    const start = this.at;
    while (this.value() && this.open.length > 0) this.skipSpace();
    if (this.fault !== undefined) return this.fault;
    const end = this.at;
    this.skipSpace();
    if (!this.rules.prefixOnly && this.at < this.text.length) this.unexpected('text after the value');
    return this.fault ?? { kind: 'ok', start, end };
  }

  /** One scalar or one opening, then every closing and separator up to the next value. False ends the scan. */
  private value(): boolean {
    const unit = this.text.charCodeAt(this.at);
    if (unit === OPEN_OBJECT || unit === OPEN_LIST) return this.opening(unit === OPEN_OBJECT);
    if (unit === QUOTE) return this.string() && this.afterValue();
    if (unit === MINUS || isDigit(unit)) return this.number() && this.afterValue();
    return this.literal() && this.afterValue();
  }

  private opening(isObject: boolean): boolean {
    if (this.open.length >= this.rules.maxDepth) {
      return this.fail('too-deep', this.at, `nested deeper than ${this.rules.maxDepth} levels`);
    }
    this.open.push({ isObject, keys: isObject && this.rules.rejectDuplicateKeys ? new Set() : null });
    this.at += 1;
    this.skipSpace();
    const close = isObject ? CLOSE_OBJECT : CLOSE_LIST;
    if (this.text.charCodeAt(this.at) === close) return this.afterValue();
    return isObject ? this.key() : true;
  }

  private afterValue(): boolean {
    for (;;) {
      const container = this.open.at(-1);
      if (container === undefined) return true;
      this.skipSpace();
      const unit = this.text.charCodeAt(this.at);
      if (unit === COMMA) {
        this.at += 1;
        this.skipSpace();
        return container.isObject ? this.key() : this.noClosing(CLOSE_LIST);
      }
      if (unit !== (container.isObject ? CLOSE_OBJECT : CLOSE_LIST)) {
        return this.unexpected(container.isObject ? 'expected "," or "}"' : 'expected "," or "]"');
      }
      this.open.pop();
      this.at += 1;
    }
  }

  private noClosing(close: number): boolean {
    return this.text.charCodeAt(this.at) !== close || this.fail('syntax', this.at, 'comma before a closing bracket');
  }

  /** A member's name and colon. */
  private key(): boolean {
    const start = this.at;
    if (this.text.charCodeAt(start) !== QUOTE) {
      return this.noClosing(CLOSE_OBJECT) && this.unexpected('expected a name in double quotes');
    }
    if (!this.string() || !this.allowedKey(start, this.at)) return false;
    this.skipSpace();
    if (this.text.charCodeAt(this.at) !== COLON) return this.unexpected('expected ":"');
    this.at += 1;
    this.skipSpace();
    return true;
  }

  private allowedKey(start: number, end: number): boolean {
    const keys = this.open.at(-1)?.keys ?? null;
    if (keys === null && !this.rules.rejectProtoKeys) return true;
    const raw = this.text.slice(start + 1, end - 1);
    const name = raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
    if (this.rules.rejectProtoKeys && name === '__proto__') {
      return this.fail('proto-key', start, 'the name "__proto__" is not allowed');
    }
    if (keys?.has(name) === true)
      return this.fail('duplicate-key', start, `the name ${JSON.stringify(name)} stands twice`);
    keys?.add(name);
    return true;
  }

  private string(): boolean {
    for (let i = this.at + 1; i < this.text.length; i += 1) {
      const unit = this.text.charCodeAt(i);
      if (unit === QUOTE) {
        this.at = i + 1;
        return true;
      }
      if (unit < 0x20) return this.fail('syntax', i, 'line break or control character inside a string');
      if (unit === BACKSLASH) {
        const length = this.escapeLength(i);
        if (length === 0) return this.fail('syntax', i, 'unknown escape inside a string');
        i += length - 1;
      }
    }
    return this.fail('syntax', this.text.length, 'the text ends inside a string');
  }

  private escapeLength(at: number): number {
    const letter = this.text[at + 1] ?? '';
    if (letter !== 'u') return letter !== '' && SHORT_ESCAPES.includes(letter) ? 2 : 0;
    for (let i = at + 2; i < at + 6; i += 1) {
      if (!isHexDigit(this.text.charCodeAt(i))) return 0;
    }
    return 6;
  }

  private number(): boolean {
    if (this.text.charCodeAt(this.at) === MINUS) this.at += 1;
    if (this.text.charCodeAt(this.at) === ZERO && isDigit(this.text.charCodeAt(this.at + 1))) {
      return this.fail('syntax', this.at, 'number with a leading zero');
    }
    if (!this.digits()) return false;
    if (this.text.charCodeAt(this.at) === DOT) {
      this.at += 1;
      if (!this.digits()) return false;
    }
    const exponent = this.text[this.at];
    if (exponent !== 'e' && exponent !== 'E') return true;
    const sign = this.text[this.at + 1];
    this.at += sign === '+' || sign === '-' ? 2 : 1;
    return this.digits();
  }

  private digits(): boolean {
    const start = this.at;
    while (isDigit(this.text.charCodeAt(this.at))) this.at += 1;
    return this.at > start || this.unexpected('expected a digit');
  }

  private literal(): boolean {
    const found = LITERALS.find((word) => this.text.startsWith(word, this.at));
    if (found === undefined) return this.unexpected('expected a value');
    this.at += found.length;
    return true;
  }

  private skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at += 1;
  }

  private unexpected(reason: string): false {
    if (this.at >= this.text.length) return this.fail('syntax', this.text.length, 'the text ends too early');
    const found = JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.at) ?? 0));
    return this.fail('syntax', this.at, `${reason}, found ${found}`);
  }

  private fail(kind: Fault['kind'], offset: number, reason: string): false {
    this.fault = { kind, offset, reason };
    return false;
  }
}

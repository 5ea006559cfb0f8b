import { StringDecoder } from 'node:string_decoder';

const PREFIX = 'AOF/1 ';
const MAX_MESSAGE = 1024 * 1024;

/**
 * Finds protocol messages in what a program prints: a line that begins `AOF/1 `, or a JSON object at the start of a line
 * that names the protocol. Both may go over several lines. Everything else is passed over without being kept.
 */
export class MessageScanner {
  readonly #decoder = new StringDecoder('utf8');
  readonly #onMessage: (text: string) => void;
  #line = '';
  #isLineTooLong = false;
  #open: OpenMessage | undefined;

  constructor(onMessage: (text: string) => void) {
    this.#onMessage = onMessage;
  }

  add(piece: Uint8Array): void {
    const parts = this.#decoder.write(Buffer.from(piece)).split('\n');
    for (const [index, part] of parts.entries()) {
      if (index > 0) this.#endLine();
      if (this.#line.length + part.length > MAX_MESSAGE) this.#isLineTooLong = true;
      else this.#line += part;
    }
  }

  end(): void {
    this.#endLine();
  }

  #endLine(): void {
    const line = this.#isLineTooLong ? '' : this.#line.replace(/\r$/, '');
    this.#line = '';
    this.#isLineTooLong = false;
    if (line.startsWith(PREFIX)) this.#open = new OpenMessage(true);
    else if (this.#open === undefined && line.startsWith('{')) this.#open = new OpenMessage(false);
    const open = this.#open;
    if (open === undefined) return;
    const state = open.add(line.startsWith(PREFIX) ? line.slice(PREFIX.length) : line);
    if (state === 'open') return;
    this.#open = undefined;
    const { text, isMarked } = open;
    if (state === 'whole' && (isMarked || /"protocol"\s*:\s*"aof"/.test(text))) this.#onMessage(text);
  }
}

/** A JSON object that is being read line by line. */
class OpenMessage {
  readonly isMarked: boolean;
  text = '';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(isMarked: boolean) {
    this.isMarked = isMarked;
  }

  add(line: string): 'open' | 'whole' | 'lost' {
    for (const [index, char] of [...line].entries()) {
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (char === '\\') this.#isEscaped = true;
        else if (char === '"') this.#isInString = false;
      } else if (char === '"') this.#isInString = true;
      else if (char === '{' || char === '[') this.#depth += 1;
      else if ((char === '}' || char === ']') && (this.#depth -= 1) <= 0) {
        this.text += [...line].slice(0, index + 1).join('');
        return 'whole';
      }
    }
    this.text += `${line}\n`;
    // A message that begins with no bracket, or never ends, is not one.
    return this.#depth === 0 || this.#isInString || this.text.length > MAX_MESSAGE ? 'lost' : 'open';
  }
}

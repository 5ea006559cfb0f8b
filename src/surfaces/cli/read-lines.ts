import { StringDecoder } from 'node:string_decoder';
import { BatonError } from '../../kernel/errors/index.ts';

/** Lines of a stream of bytes as they come; a line longer than `maxBytes` is refused before it fills the memory. */
export async function* readLines(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<string> {
  const decoder = new StringDecoder('utf8');
  let waiting: string[] = [];
  let waitingLength = 0;
  for await (const piece of pieces) {
    let text = decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n')) {
      yield withoutReturn(waiting.join('') + text.slice(0, at));
      waiting = [];
      waitingLength = 0;
      text = text.slice(at + 1);
    }
    waiting.push(text);
    waitingLength += text.length;
    if (waitingLength > maxBytes)
      throw new BatonError('INPUT_TOO_LARGE', `a line is longer than ${maxBytes} bytes`, { maxBytes });
  }
  const last = waiting.join('') + decoder.end();
  if (last !== '') yield withoutReturn(last);
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

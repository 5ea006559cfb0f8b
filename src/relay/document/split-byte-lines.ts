export interface ByteLine {
  readonly line: number;
  readonly bytes: Uint8Array | 'too-long';
}

const LF = 0x0a;
const CR = 0x0d;

/** Lines of a stream of bytes; what is longer than the limit is skipped to its end and named. Empty lines are left out. */
export async function* splitByteLines(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<ByteLine> {
  let held: Uint8Array[] = [];
  let size = 0;
  let line = 1;
  const take = (): ByteLine | undefined => {
    const bytes = size > maxBytes ? 'too-long' : trimEnd(Buffer.concat(held));
    [held, size] = [[], 0];
    return bytes.length === 0 ? undefined : { line, bytes };
  };
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(LF); end !== -1; end = piece.indexOf(LF, start)) {
      hold(piece.subarray(start, end));
      const found = take();
      if (found !== undefined) yield found;
      line += 1;
      start = end + 1;
    }
    hold(piece.subarray(start));
  }
  const last = take();
  if (last !== undefined) yield last;

  function hold(part: Uint8Array): void {
    size += part.length;
    if (size <= maxBytes) held.push(part);
    else held = [];
  }
}

const trimEnd = (bytes: Buffer): Buffer => (bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes);

/** Runs of encoded bytes, and what of them reads as text. */
export interface ReadableText {
  readonly text: string;
  /** Among other bytes: enough to see an instruction by, but values in it may be parts of anything. */
  readonly isPartial: boolean;
}

export interface DecodedPiece extends ReadableText {
  readonly start: number;
  readonly end: number;
}

/** So much is decoded at a time. Whole numbers of base64 groups, hex pairs and hex pairs with a sign between. */
export const PIECE = 12_288;
/** An instruction or a token that reaches over a border is whole in one of two pieces. */
const OVERLAP = 1_020;

/** However long a run is: text far inside it is read like that at its beginning. */
export function decodePieces(
  text: string,
  start: number,
  end: number,
  decode: (run: string) => ReadableText | undefined,
): DecodedPiece[] {
  const found: DecodedPiece[] = [];
  for (let from = start; from < end; from += PIECE - OVERLAP) {
    const to = Math.min(end, from + PIECE);
    const decoded = decode(text.slice(from, to));
    if (decoded !== undefined) found.push({ start: from, end: to, ...decoded });
    if (to === end) break;
  }
  return found;
}

/** A run may begin with something else, such as the folder of a web address: the groups of four may begin anywhere. */
const OTHER_ALIGNMENTS = [1, 2, 3];

export function decodeBase64(run: string): ReadableText | undefined {
  if (/^[0-9a-f]+$/i.test(run) || !/[a-z]/.test(run) || !/[A-Z]/.test(run)) return undefined;
  const plain = run.replaceAll('-', '+').replaceAll('_', '/');
  const aligned = readBytes(Buffer.from(plain, 'base64'));
  if (aligned !== undefined) return aligned;
  for (const skipped of OTHER_ALIGNMENTS) {
    const bytes = Buffer.from(plain.slice(skipped), 'base64');
    const read = hasPlainStretch(bytes) ? readBytes(bytes) : undefined;
    if (read !== undefined) return { ...read, isPartial: true };
  }
  return undefined;
}

export const decodeHex = (run: string): ReadableText | undefined =>
  readBytes(Buffer.from(run.replace(/^0x/, '').replaceAll(/[ :]/g, ''), 'hex'));

export const decodePercent = (run: string): ReadableText | undefined =>
  readBytes(
    Buffer.from(
      run
        .replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replaceAll('+', ' '),
      'latin1',
    ),
  );

const LEAST_TEXT = 12;
/** Among bytes that are no text only longer stretches are no accident. */
const LEAST_STRETCH = 20;
const NO_TEXT = '\\uFFFD\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F';
const READABLE_STRETCH = new RegExp(`[^${NO_TEXT}\\u007F]{${LEAST_STRETCH},}`, 'g');
const UNREADABLE = new RegExp(`[${NO_TEXT}]`);

/** The text, or its stretches between bytes that are none; undefined if there is nothing to read. */
const readBytes = (bytes: Buffer): ReadableText | undefined =>
  readText(bytes.toString(isUtf16(bytes) ? 'utf16le' : 'utf8'));

function readText(text: string): ReadableText | undefined {
  if (text.length < LEAST_TEXT) return undefined;
  if (!UNREADABLE.test(text)) return { text, isPartial: false };
  const stretches = text.match(READABLE_STRETCH);
  if (stretches === null) return undefined;
  // Text with a little rubbish after it is that text.
  const [first = ''] = stretches;
  const isPartial = !text.startsWith(first) || first.length < text.length - LEAST_TEXT;
  return { text: stretches.join('\n'), isPartial };
}

/** Printable characters of ASCII, as many as make a stretch: found with few looks, because few looks succeed. */
function hasPlainStretch(bytes: Buffer): boolean {
  for (let end = LEAST_STRETCH - 1; end < bytes.length; end += LEAST_STRETCH) {
    const stop = end - LEAST_STRETCH;
    let at = end;
    while (at > stop && isPlain(bytes[at] as number)) at -= 1;
    if (at === stop) return true;
    end = at;
  }
  return false;
}

const isPlain = (byte: number): boolean => (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9;

/** Every second byte of plain letters is zero; a border may be between the two. */
function isUtf16(bytes: Buffer): boolean {
  const looked = Math.min(bytes.length, 64) & ~1;
  let zeros = 0;
  for (let i = 1; i < looked; i += 2) if (bytes[i] === 0 && bytes[i - 1] !== 0) zeros += 1;
  return looked >= 2 * LEAST_TEXT && zeros >= looked * 0.4;
}

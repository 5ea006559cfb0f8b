/** Before the id of an entry: times, device, inode, mode, owner, size. */
const FACTS_BYTES = 40;
const ID_BYTES = 20;
const HEADER_BYTES = 12;
const IS_EXTENDED = 0x4000;
const LONGEST_NAME = 0xfff;

/** An index that names folders in place of files, or leaves entries to another file, does not say all. */
const PARTIAL = new Set(['link', 'sdir']);

/**
 * Ids of the entries for these paths in git's index, by stage and path; undefined if git must be asked. What is in the index
 * is named in UTF-8 bytes; versions 2 and 3 are read, which is what git writes unless told otherwise.
 */
export function findStaged(bytes: Buffer, paths: readonly string[]): ReadonlyMap<string, string> | undefined {
  const wanted = new Map(paths.map((path) => [Buffer.from(path, 'utf8').toString('latin1'), path]));
  const lengths = new Set([...wanted.keys()].map(({ length }) => length));
  const found = new Map<string, string>();
  if (bytes.length < HEADER_BYTES + ID_BYTES || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) return undefined;
  const last = bytes.length - ID_BYTES;
  let at = HEADER_BYTES;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + FACTS_BYTES + ID_BYTES + 2 > last) return undefined;
    const flags = bytes.readUInt16BE(at + FACTS_BYTES + ID_BYTES);
    const start = at + FACTS_BYTES + ID_BYTES + ((flags & IS_EXTENDED) === 0 ? 2 : 4);
    const length = (flags & LONGEST_NAME) < LONGEST_NAME ? flags & LONGEST_NAME : bytes.indexOf(0, start) - start;
    const path = lengths.has(length) ? wanted.get(bytes.toString('latin1', start, start + length)) : undefined;
    if (path !== undefined) {
      const id = bytes.toString('hex', at + FACTS_BYTES, at + FACTS_BYTES + ID_BYTES);
      found.set(`${(flags >> 12) & 3} ${path}`, id);
    }
    // At least one zero ends the name, and as many as make the entry a multiple of eight.
    at += (start - at + length + 8) & ~7;
  }
  return isWhole(bytes, at, last) ? found : undefined;
}

/** The extensions that follow the entries reach exactly to the checksum, and none of them changes what entries mean. */
function isWhole(bytes: Buffer, start: number, last: number): boolean {
  let at = start;
  while (at + 8 <= last) {
    if (PARTIAL.has(bytes.toString('latin1', at, at + 4))) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === last;
}

import { createHash } from 'node:crypto';
import type { OutputChunk } from 'rolldown';
import { choosePacks } from './choose-packs.ts';

/** What is written instead of the chunks of a bundle. */
export interface PackedChunks {
  /** Packs and other files beside the entry, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** The table of chunks for the entry itself: it can answer without opening a pack. */
  readonly entryTable: string;
  /** Changes with every byte of every pack. */
  readonly id: string;
}

const ENTRY = 'entry';

/**
 * Joins the chunks of a bundle to a few files. A pack is one JavaScript expression, a table of functions by the name of
 * the chunk; `src/stores/packs` loads them. What commands of several areas need is in the pack `common` or `shared`, and
 * what only one area needs is in the pack of that area.
 */
export function packChunks(chunks: readonly OutputChunk[]): PackedChunks {
  const packs = choosePacks(chunks);
  const files = new Map<string, string>();
  const tables = new Map<string, string[]>();
  for (const { fileName, code, imports } of chunks) {
    const pack = packs.get(fileName);
    if (pack !== undefined) {
      tables.set(pack, [...(tables.get(pack) ?? []), renderChunk(fileName, code, packs)]);
    } else if (packs.has(fileName)) {
      if (imports.length > 0) throw new Error(`${fileName} is in no pack, and needs ${imports.join(', ')}`);
      files.set(fileName, code);
    }
  }
  for (const [pack, bodies] of tables) files.set(`${pack}.pack`, renderTable(bodies));
  const id = createHash('sha256')
    .update([...files].join('\n'))
    .digest('hex')
    .slice(0, 16);
  return { files, entryTable: renderEntryTable(chunks, packs), id };
}

/** The entry and what it needs at once, which the packs hold too. */
function renderEntryTable(chunks: readonly OutputChunk[], packs: Packs): string {
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('the bundle has no entry');
  const inside = new Map([...packs, ...entry.imports.map((name) => [name, ENTRY] as const)]);
  const held = chunks.filter((chunk) => chunk === entry || entry.imports.includes(chunk.fileName));
  return renderTable(held.map(({ fileName, code }) => renderChunk(fileName, code, inside))).trimEnd();
}

type Packs = ReadonlyMap<string, string | undefined>;

const renderTable = (bodies: readonly string[]): string => `({${bodies.join(',\n')}})\n`;

const renderChunk = (fileName: string, code: string, packs: Packs): string =>
  `${JSON.stringify(chunkName(fileName))}:function(exports,require,module,__filename,__dirname){${toAscii(pointToPacks(code, packs), fileName)}\n}`;

const chunkName = (fileName: string): string => fileName.replace(/\.cjs$/, '');

/** `require("./disk-x.cjs")` becomes `require("common:disk-x")`, which tells the loader the pack. */
const pointToPacks = (code: string, packs: Packs): string =>
  requireBuiltins(code).replaceAll(/require\("\.\/([^"]+)"\)/g, (call, fileName: string) => {
    if (!packs.has(fileName)) throw new Error(`${fileName} is not a chunk of the bundle`);
    const pack = packs.get(fileName);
    return pack === undefined ? call : `require("${pack}:${chunkName(fileName)}")`;
  });

/** Compiled code that was kept does not know who answers an `import()`; parts of Node can be required as well. */
function requireBuiltins(code: string): string {
  const required = code.replaceAll(/(?<![\w$.])import\([`"'](node:[a-z/_]+)[`"']\)/g, 'Promise.resolve(require("$1"))');
  const left = /(?<![\w$.])import\([`"'][^)]*\)/.exec(required);
  if (left !== null) throw new Error(`a pack cannot import: ${left[0]}`);
  return required;
}

/** V8 keeps ASCII text as it is read, one byte per character. In a raw template an escape would stay as written. */
function toAscii(code: string, fileName: string): string {
  const raw = code.replaceAll(/String\.raw`[^`]*`/g, (template) => {
    if (/\$\{[^}]*[^\p{ASCII}]/u.test(template)) throw new Error(`${fileName}: cannot escape ${template}`);
    return template.replaceAll(NOT_ASCII, (text) => `\${"${escape(text)}"}`);
  });
  return raw.replaceAll(NOT_ASCII, escape);
}

const NOT_ASCII = /[^\p{ASCII}]/gu;

const escape = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

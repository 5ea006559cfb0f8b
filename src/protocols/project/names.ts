/** The files of `.ai/handoff/` by name, and which of them the manifest lists. */
export const HANDOFF_FOLDER = '.ai/handoff';
/** The name of the index of the handoff folder. */
export const MANIFEST_FILE = 'MANIFEST.json';
export const LOCK_FILE = 'HANDOFF.lock';
export const AIIGNORE_FILE = '.aiignore';
export const GROUNDING_FILE = 'GROUNDING.md';
export const GITIGNORE_FILE = '.gitignore';
export const ARCHIVE_FILE = 'LOG-ARCHIVE.md';
export const ARCHIVE_INDEX_FILE = 'LOG-ARCHIVE.index.json';

/** The section of STATUS.md for what nobody wrote a handoff about. */
export const AUTOMATIC_NOTE = 'recorded_automatically';

/** What every kind of work needs. */
export const CORE_FILES: readonly string[] = ['STATUS.md', 'NEXT_ACTIONS.md'];

/** In the order people read them; the manifest lists them in this order, and all others after them by name. */
const READING_ORDER: readonly string[] = [
  'STATUS.md',
  'NEXT_ACTIONS.md',
  'LOG.md',
  'DASHBOARD.md',
  'TRUST.md',
  'CONVENTIONS.md',
  'WORKFLOW.md',
  'GROUNDING.md',
  'BACKLOG.md',
  ARCHIVE_FILE,
  ARCHIVE_INDEX_FILE,
];

/** True for the names the protocol gives; every other name is the project's own. */
export const isKnownName = (name: string): boolean => READING_ORDER.includes(name);

const INDEXED_JSON: ReadonlySet<string> = new Set([ARCHIVE_INDEX_FILE, 'pii-allowlist.json', 'allow.json']);

/** Markdown files and three known JSON files. The lock and `.aiignore` never are. */
export const isIndexed = (name: string): boolean => name.endsWith('.md') || INDEXED_JSON.has(name);

/** Files that belong to the handoff whatever git is told to ignore: what is indexed, and what governs the folder. */
export const isProtocolFile = (name: string): boolean =>
  isIndexed(name) || [MANIFEST_FILE, AIIGNORE_FILE, '.gitignore', '.gitattributes'].includes(name);

/** The same on every machine: not by locale, not by what the file system thinks of case. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [rank(a), rank(b)];
  if (left !== right) return left - right;
  return a < b ? -1 : a > b ? 1 : 0;
}

function rank(name: string): number {
  const index = READING_ORDER.indexOf(name);
  return index === -1 ? READING_ORDER.length : index;
}

/** What a plain reader would read: every file but the archive and its index. */
export const isInFullRead = (name: string): boolean => name.endsWith('.md') && name !== ARCHIVE_FILE;

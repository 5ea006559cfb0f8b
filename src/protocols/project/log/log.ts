/** LOG.md: entries newest first, each with its provenance; older ones move to the archive. */
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { isSha256Hex, sha256Hex } from '../../../kernel/hash.ts';
import { isJsonObject, parseJson, type Json } from '../../../kernel/json.ts';
import { joinLog, outlineMarkdown, splitLog, type LogEntry } from '../../../kernel/markdown/index.ts';
import { detectLineEnding, hasFinalNewline, splitLines, withLineEnding } from '../../../kernel/text.ts';
import { findProvenance, newestFirst, renderProvenance } from './provenance.ts';
import { ARCHIVE_INDEX_FILE } from '../names.ts';
import type { Provenance } from '../schema.ts';

export const KEPT_ENTRIES = 10;

export const EMPTY_LOG = '# LOG\n\n> Newest first. The last 10 entries; older ones are in LOG-ARCHIVE.md.\n\n';
const EMPTY_ARCHIVE = '# LOG archive\n\n> Older entries of LOG.md, newest first.\n\n';

export interface EntryDraft {
  readonly title: string;
  readonly body: string;
  readonly provenance: Provenance;
}

/** `## [2026-02-26] agent: title`, the provenance block, the body. */
function renderEntry({ title, body, provenance }: EntryDraft): string {
  const date = provenance.timestamp.slice(0, 10);
  const words = `${provenance.agent}: ${title}`.replaceAll(/\s+/g, ' ').trim();
  const text = lowerHeadings(body.trim());
  return `## [${date}] ${words}\n\n${renderProvenance(provenance)}\n${text === '' ? '' : `${text}\n\n`}`;
}

/** A level-2 heading in a body would begin an entry of its own. */
function lowerHeadings(body: string): string {
  const lines = splitLines(body);
  const marks = outlineMarkdown(body).filter(({ heading }) => heading.level <= 2 && heading.style === 'atx');
  let result = body;
  for (const { heading } of marks.toReversed()) {
    const line = lines[heading.line - 1];
    if (line === undefined) continue;
    const text = body.slice(line.start, line.end).replace(/^(\s*)#{1,2}(?=\s|$)/, '$1###');
    result = result.slice(0, line.start) + text + result.slice(line.end);
  }
  return result;
}

/** The log with a new entry on top; every other byte stays. */
export function addEntry(log: string, draft: EntryDraft): string {
  const before = splitLog(log === '' ? EMPTY_LOG : log);
  const ending = detectLineEnding(log);
  const entry = { title: draft.title, line: 0, text: withLineEnding(renderEntry(draft), ending) };
  const preamble =
    hasFinalNewline(before.preamble) || before.preamble === '' ? before.preamble : before.preamble + ending;
  const result = joinLog({ ...before, preamble, entries: [entry, ...before.entries] });
  const after = splitLog(result);
  if (after.entries.length !== before.entries.length + 1) {
    throw new BatonError('INPUT_INVALID', 'the entry would swallow the ones below it', {
      hint: 'close every code fence and comment the text opens',
    });
  }
  return result;
}

/** The newest entry of the same session with other words; every other byte stays. */
export function amendEntry(log: string, draft: EntryDraft): { readonly text: string; readonly title: string } {
  const before = splitLog(log);
  const at = before.entries.findIndex(
    ({ text }) => findProvenance(text)?.provenance.sessionId === draft.provenance.sessionId,
  );
  if (at === -1) throw new BatonError('INPUT_INVALID', 'this session has no entry in LOG.md to amend');
  const rest = joinLog({ ...before, entries: before.entries.toSpliced(at, 1) });
  const text = addEntry(rest, draft);
  const { entries, ...around } = splitLog(text);
  const [own, ...others] = entries;
  if (own === undefined) return { text, title: '' };
  return { text: joinLog({ ...around, entries: others.toSpliced(at, 0, own) }), title: own.title };
}

export interface RotatedLog {
  readonly log: string;
  readonly archive: string;
  readonly index: string;
  readonly moved: number;
}

export interface ArchiveText {
  readonly archive: string | undefined;
  readonly index: string | undefined;
}

/**
 * All but the newest `keep` entries go to the top of the archive, byte for byte, order kept. Undefined: nothing to move.
 * With `mayMove` only the entries it allows go, and the others stay where they are.
 */
export function planRotation(
  log: string,
  old: ArchiveText,
  keep = KEPT_ENTRIES,
  mayMove: (entry: LogEntry) => boolean = () => true,
): RotatedLog | undefined {
  const split = splitLog(log);
  if (split.entries.length <= keep) return undefined;
  const ordered = newestFirst(split.entries);
  const moved = ordered.slice(keep).filter(mayMove);
  const gone = new Set(moved);
  if (moved.length === 0) return undefined;
  const archived = splitLog(old.archive ?? withLineEnding(EMPTY_ARCHIVE, detectLineEnding(log)));
  // After a merge of branches one side may have archived what the other had not.
  const present = new Set(archived.entries.map(({ text }) => hashEntry(text)));
  const entries = [...moved.filter(({ text }) => !present.has(hashEntry(text))), ...archived.entries];
  return {
    log: joinLog({ ...split, entries: ordered.filter((entry) => !gone.has(entry)) }),
    archive: joinLog({ ...archived, entries }),
    index: renderArchiveIndex(entries, old.index),
    moved: moved.length,
  };
}

/** Line endings, blank lines and the rule between two entries are not part of what an entry says. */
export const hashEntry = (text: string): string =>
  sha256Hex(
    `${text
      .replaceAll('\r', '')
      .trim()
      .replace(/\n+-{3,}$/, '')
      .trim()}\n`,
  );

/** Entries that are gone stay listed, so that their loss shows; rows of another form stay as they are. */
function renderArchiveIndex(entries: readonly LogEntry[], old: string | undefined): string {
  const rows = entries.map((entry) => ({ sha256: hashEntry(entry.text), title: `## ${entry.title}` }));
  const known = new Set(entries.flatMap(({ text }) => [hashEntry(text), hashWhole(text)]));
  const kept = readIndexRows(old).filter((row) => !isIndexRow(row) || !known.has(row.sha256));
  return renderIndexRows([...rows, ...kept]);
}

/** With the rule after it, as indexes of earlier versions have it. */
const hashWhole = (text: string): string => sha256Hex(`${text.replaceAll('\r', '').trim()}\n`);

/** The public tool's form: version 1, a hash and the heading per archived entry. */
export const renderIndexRows = (rows: readonly Json[]): string =>
  `${JSON.stringify({ version: 1, entries: rows }, null, 2)}\n`;

interface IndexRow {
  readonly [field: string]: Json;
  readonly sha256: string;
  readonly title: string;
}

const MAX_INDEX_BYTES = 256 * 1024 * 1024;

const isIndexRow = (row: Json): row is IndexRow =>
  isJsonObject(row) &&
  typeof row['sha256'] === 'string' &&
  isSha256Hex(row['sha256']) &&
  typeof row['title'] === 'string';

/** Rows that do not have the known form are left out: the file may come from another tool. */
export const parseArchiveIndex = (text: string | undefined): IndexRow[] => readIndexRows(text).filter(isIndexRow);

function readIndexRows(text: string | undefined): readonly Json[] {
  if (text === undefined) return [];
  const value = parseIndexJson(text);
  return isJsonObject(value) && Array.isArray(value['entries']) ? value['entries'] : [];
}

function parseIndexJson(text: string): Json {
  try {
    return parseJson(text, { maxBytes: MAX_INDEX_BYTES });
  } catch (cause) {
    if (!isBatonError(cause)) throw cause;
    throw new BatonError(
      'HANDOFF_FILE_CORRUPT',
      `${ARCHIVE_INDEX_FILE}: ${cause.message}`,
      { file: ARCHIVE_INDEX_FILE },
      cause,
    );
  }
}

/** Entries the index knows and the archive no longer holds as they were. */
export function findArchiveDamage(archive: string | undefined, index: string | undefined): readonly IndexRow[] {
  const rows = parseArchiveIndex(index);
  if (rows.length === 0) return [];
  const present = new Set(splitLog(archive ?? '').entries.flatMap(({ text }) => [hashEntry(text), hashWhole(text)]));
  return rows.filter(({ sha256 }) => !present.has(sha256));
}

/** The last `count` entries, newest first. */
export const readLastEntries = (log: string, count: number): readonly LogEntry[] =>
  newestFirst(splitLog(log).entries).slice(0, count);

/** LOG.md: entries newest first, each with its provenance; older ones move to the archive. */
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { isSha256Hex, sha256Hex } from '../../../kernel/hash.ts';
import { isJsonObject, parseJson, type Json } from '../../../kernel/json.ts';
import { joinLog, outlineMarkdown, splitLog, type LogEntry } from '../../../kernel/markdown/index.ts';
import { detectLineEnding, hasFinalNewline, splitLines, withLineEnding } from '../../../kernel/text.ts';
import { newestFirst } from './log-order.ts';
import { ARCHIVE_INDEX_FILE } from '../names.ts';
import { renderProvenance } from './provenance.ts';
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

/** All but the newest `keep` entries go to the top of the archive, byte for byte, order kept. Undefined: nothing to move. */
export function planRotation(log: string, old: ArchiveText, keep = KEPT_ENTRIES): RotatedLog | undefined {
  const split = splitLog(log);
  if (split.entries.length <= keep) return undefined;
  const ordered = newestFirst(split.entries);
  const moved = ordered.slice(keep);
  const archived = splitLog(old.archive ?? withLineEnding(EMPTY_ARCHIVE, detectLineEnding(log)));
  // After a merge of branches one side may have archived what the other had not.
  const present = new Set(archived.entries.map(({ text }) => hashEntry(text)));
  const entries = [...moved.filter(({ text }) => !present.has(hashEntry(text))), ...archived.entries];
  return {
    log: joinLog({ ...split, entries: ordered.slice(0, keep) }),
    archive: joinLog({ ...archived, entries }),
    index: renderArchiveIndex(entries, old.index),
    moved: moved.length,
  };
}

/** Line endings and blank lines around an entry are not part of what it says. */
export const hashEntry = (text: string): string => sha256Hex(`${text.replaceAll('\r', '').trim()}\n`);

/** Entries that are gone stay listed, so that their loss shows. */
function renderArchiveIndex(entries: readonly LogEntry[], old: string | undefined): string {
  const rows = entries.map((entry) => ({ sha256: hashEntry(entry.text), title: `## ${entry.title}` }));
  const known = new Set(rows.map(({ sha256 }) => sha256));
  return renderIndexRows([...rows, ...parseArchiveIndex(old).filter(({ sha256 }) => !known.has(sha256))]);
}

/** The public tool's form: version 1, a hash and the heading per archived entry. */
export const renderIndexRows = (rows: readonly IndexRow[]): string =>
  `${JSON.stringify({ version: 1, entries: rows }, null, 2)}\n`;

interface IndexRow {
  readonly sha256: string;
  readonly title: string;
}

const MAX_INDEX_BYTES = 256 * 1024 * 1024;

/** Rows that do not have the known form are left out: the file may come from another tool. */
export function parseArchiveIndex(text: string | undefined): IndexRow[] {
  if (text === undefined) return [];
  const value = parseIndexJson(text);
  const entries = isJsonObject(value) && Array.isArray(value['entries']) ? value['entries'] : [];
  return entries.flatMap((row: Json) => {
    if (!isJsonObject(row)) return [];
    const { sha256, title } = row;
    return typeof sha256 === 'string' && isSha256Hex(sha256) && typeof title === 'string' ? [{ sha256, title }] : [];
  });
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
  const present = new Set(splitLog(archive ?? '').entries.map(({ text }) => hashEntry(text)));
  return rows.filter(({ sha256 }) => !present.has(sha256));
}

/** The last `count` entries, newest first. */
export const readLastEntries = (log: string, count: number): readonly LogEntry[] =>
  newestFirst(splitLog(log).entries).slice(0, count);

/**
 * The manifest made from the files, the session and what the old one said. One line per file for the manifest, and
 * the quick context: made from what the files say, never a placeholder.
 */

import { BatonError } from '../../../kernel/errors/index.ts';
import { given } from '../../../kernel/given.ts';
import { fileChecksum } from '../../../kernel/hash.ts';
import { findTables, listSections, scanMarkdown, splitLog } from '../../../kernel/markdown/index.ts';
import {
  codePointLength,
  cutText,
  detectLineEnding,
  firstSentence,
  splitLines,
  withoutByteOrderMark,
} from '../../../kernel/text.ts';
import { isActive, labelOf, parseItems, type Item } from '../items/index.ts';
import { parseArchiveIndex, readLastEntries, entryWords } from '../log/index.ts';
import { ARCHIVE_FILE, ARCHIVE_INDEX_FILE, compareNames, CORE_FILES, isIndexed, isInFullRead } from '../names.ts';
import {
  PHASES,
  type FileTrust,
  type LastSession,
  type Manifest,
  type ManifestFile,
  type Phase,
  type TaskGraph,
} from '../schema.ts';
import { readStatus } from '../trust/index.ts';
import { renderManifest } from './parse-manifest.ts';

export interface ManifestInput {
  /** Every file of the folder that is text, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Checksums that are known already; of these very texts. */
  readonly checksums?: ReadonlyMap<string, string> | undefined;
  /** What is known already to be true of these very texts. What the old manifest says of them is not: anybody may write it. */
  readonly descriptions?: ReadonlyMap<string, Description | undefined> | undefined;
  readonly previous: Manifest | undefined;
  /** Text of the old manifest, for its line endings. */
  readonly previousText?: string | undefined;
  readonly project: string;
  readonly session: LastSession;
  readonly context?: string | undefined;
  readonly version?: string | undefined;
  readonly tasks?: { readonly tasks: TaskGraph; readonly nextId: number } | undefined;
  /** Labels to set; a file that is not named keeps its own while its content stays. */
  readonly trust?: ReadonlyMap<string, FileTrust>;
}

export type Description = Pick<ManifestFile, 'lines' | 'summary'>;

export interface ManifestDraft {
  readonly manifest: Manifest;
  /** Names of what has to be counted for the token budget. */
  readonly toCount: { readonly core: readonly string[]; readonly full: readonly string[] };
}

/** Everything but the token budget, which needs a tokenizer. */
export function draftManifest(input: ManifestInput): ManifestDraft {
  const names = [...input.files.keys()].filter(isIndexed).sort(compareNames);
  const files: Record<string, ManifestFile> = {};
  for (const name of names) files[name] = describeFile(name, input);
  const summaries = Object.fromEntries(Object.entries(files).map(([name, { summary }]) => [name, summary]));
  const { token_budget: _, ...kept } = input.previous ?? {};
  const graph = input.tasks === undefined ? {} : { tasks: input.tasks.tasks, next_task_id: input.tasks.nextId };
  return {
    manifest: {
      ...kept,
      ...graph,
      aahp_version: input.version ?? input.previous?.aahp_version ?? '2.0',
      project: input.previous?.project ?? input.project,
      last_session: input.session,
      files,
      quick_context: checkContext(input.context) ?? deriveContext(summaries),
    },
    toCount: { core: CORE_FILES, full: names.filter(isInFullRead) },
  };
}

function describeFile(name: string, input: ManifestInput): ManifestFile {
  const { files, checksums, descriptions, previous, session, trust } = input;
  const checksum = checksums?.get(name) ?? fileChecksum(files.get(name) ?? '');
  const old = previous?.files[name];
  const isSame = old?.checksum === checksum;
  const label = trust?.get(name) ?? (isSame ? trustOf(old) : {});
  return {
    checksum,
    updated: isSame ? old.updated : session.timestamp,
    ...(descriptions?.get(name) ?? describeText(name, files.get(name) ?? '')),
    ...label,
  };
}

/** The labels of an entry, and nothing else of it. */
export const trustOf = ({ trust, adopted_by, sections }: FileTrust): FileTrust => ({
  ...given({ trust, adopted_by, sections }),
});

const describeText = (name: string, text: string): Description => ({
  lines: splitLines(text).length,
  summary: summarise(name, text),
});

interface TokenCounts {
  readonly core: number;
  readonly full: number;
}

/**
 * What is counted for `manifest_only`: the manifest with that field at 0, so that the count does not depend on itself. In
 * pieces, one per file, so that what was counted before is found again. No token reaches over the end of a line into the
 * indentation of the next: the counts of the pieces add up to the count of the whole.
 */
export const renderForCount = (manifest: Manifest, counts: TokenCounts): readonly string[] =>
  renderManifest(withBudget(manifest, 0, counts)).split(AFTER_ENTRY);

const AFTER_ENTRY = /(?<=\n {4}\},?\n)/;

export function finishManifest(manifest: Manifest, own: number, counts: TokenCounts, previousText = ''): string {
  return renderManifest(withBudget(manifest, own, counts), detectLineEnding(previousText));
}

const withBudget = (manifest: Manifest, own: number, { core, full }: TokenCounts): Manifest => ({
  ...manifest,
  token_budget: {
    manifest_only: own,
    manifest_plus_status_and_actions: own + core,
    manifest_plus_core: own + core,
    full_read: own + full,
  },
});

export function parsePhase(text: string): Phase {
  const phase = PHASES.find((name) => name === text);
  if (phase !== undefined) return phase;
  throw new BatonError('INPUT_INVALID', `Invalid phase "${text.slice(0, 40)}"; the phases are ${PHASES.join(', ')}`, {
    known: PHASES,
  });
}

function checkContext(context: string | undefined): string | undefined {
  if (context === undefined) return undefined;
  const length = codePointLength(context);
  if (length <= MAX_CONTEXT) return context;
  throw new BatonError('INPUT_INVALID', `the context has ${length} characters; ${MAX_CONTEXT} are allowed`, { length });
}

const MAX_SUMMARY = 200;
export const MAX_CONTEXT = 500;

export function summarise(name: string, content: string): string {
  const text = withoutByteOrderMark(content);
  const words = summariseByKind(name, text) || firstWords(text);
  return cutText(words.replaceAll(/\s+/g, ' ').trim(), MAX_SUMMARY, '…');
}

function summariseByKind(name: string, text: string): string {
  const section = summarySection(text);
  if (section !== '') return section;
  if (name === 'LOG.md') return summariseLog(text);
  if (name === ARCHIVE_FILE) return countOf(splitLog(text).entries.length, 'archived entry', 'archived entries');
  if (name === ARCHIVE_INDEX_FILE)
    return `Hashes of ${countOf(indexLength(text), 'archived entry', 'archived entries')}`;
  if (name === 'NEXT_ACTIONS.md') return summariseActions(parseItems(text).items);
  if (name === 'TRUST.md') return summariseTrust(text);
  return '';
}

function indexLength(text: string): number {
  try {
    return parseArchiveIndex(text).length;
  } catch {
    // A damaged index has no number; lint says what is wrong with it.
    return 0;
  }
}

function summarySection(text: string): string {
  const section = listSections(text).sections.find(({ name }) => name.toLowerCase() === 'summary');
  return section === undefined ? '' : plainText(text.slice(section.contentStart, section.contentEnd));
}

function summariseLog(text: string): string {
  const [newest] = readLastEntries(text, 1);
  return newest === undefined ? '' : `Last entry: ${entryWords(newest.title)}`;
}

function summariseActions(items: readonly Item[]): string {
  const active = items.filter(isActive);
  const blocked = items.filter(({ state }) => state === 'blocked');
  const top = active[0] === undefined ? '' : ` Top: ${labelOf(active[0])}.`;
  const held = blocked[0] === undefined ? '' : ` Blocked: ${blocked.length} (${labelOf(blocked[0])}).`;
  return `${countOf(active.length, 'task', 'tasks')}.${top}${held}`;
}

function summariseTrust(text: string): string {
  const table = findTables(text).find(({ columns }) => columns.some((column) => /^status$/i.test(column)));
  if (table === undefined) return '';
  const column = table.columns.findIndex((title) => /^status$/i.test(title));
  const counts = new Map<string, number>();
  for (const { cells } of table.rows) {
    const status = readStatus(cells[column] ?? '') || 'unknown';
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
}

/** The first sentence of real text: not a heading, a quote, a comment, a rule; if there is none, the first heading. */
function firstWords(text: string): string {
  const { lines, headings } = scanMarkdown(text);
  const first = lines.findIndex(({ kind, depth }) => kind === 'text' && depth === 0);
  const any =
    first === -1 ? lines.findIndex(({ kind }) => kind === 'text' || kind === 'table' || kind === 'fence') : first;
  const line = lines[any];
  if (line === undefined) return headings[0]?.text ?? '';
  const paragraph: string[] = [];
  for (const each of lines.slice(any)) {
    if (each.kind !== line.kind) break;
    paragraph.push(text.slice(each.contentStart, each.end));
  }
  return firstSentence(plainText(paragraph.join('\n')));
}

const plainText = (text: string): string =>
  text
    .split(/\r\n|\n|\r/)
    .filter((line) => !/^\s*(?:>|<!--|\|?[-:| ]+\|?\s*$)/.test(line))
    .join('\n')
    .replaceAll(/\*\*|__|`/g, '')
    .trim();

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What STATUS and NEXT_ACTIONS say, in one breath. */
export function deriveContext(summaries: Readonly<Record<string, string | undefined>>): string {
  const [status = '', actions = ''] = [summaries['STATUS.md'], summaries['NEXT_ACTIONS.md']];
  const parts = [status, actions]
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`));
  return cutText(parts.join(' '), MAX_CONTEXT, '…');
}

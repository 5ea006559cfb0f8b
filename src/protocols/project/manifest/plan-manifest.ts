/** The manifest made from the files, the session and what the old one said. */
import { given } from '../../../kernel/given.ts';
import { BatonError } from '../../../kernel/errors/index.ts';
import { fileChecksum } from '../../../kernel/hash.ts';
import { codePointLength, detectLineEnding, splitLines } from '../../../kernel/text.ts';
import { compareNames, CORE_FILES, isInFullRead, isIndexed } from '../names.ts';
import { renderManifest } from './parse-manifest.ts';
import {
  PHASES,
  type FileTrust,
  type LastSession,
  type Manifest,
  type ManifestFile,
  type Phase,
  type TaskGraph,
} from '../schema.ts';
import { deriveContext, MAX_CONTEXT, summarise } from './summarise.ts';

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

export interface TokenCounts {
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

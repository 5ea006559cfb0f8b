import { compareFindings, type Finding } from '../../kernel/finding.ts';
import { lastCodePoints } from '../../kernel/text.ts';
import { collectBlocks, type RawBlock } from './collect-blocks.ts';
import { isInsideRoots } from './details-record.ts';
import { createIssue, wholeText, type Place } from './issues.ts';
import { wellFormed, withoutEscapes } from './plain-text.ts';
import { readBlock } from './read-block.ts';
import {
  FALLBACK_LENGTH,
  NO_DETAILS,
  type OutputBlock,
  type OutputFields,
  type OutputReading,
  type TaskType,
} from './schema.ts';

/** What is known about an answer before it is read. */
export interface ParseOptions {
  /** Decides the limit of the summary and the kind of the details; 500 characters if it is not known. */
  readonly type?: TaskType | undefined;
  /** Folders the details file may be in, absolute; relative paths begin at the first. Not checked if empty. */
  readonly roots?: readonly string[];
}

/** Reads any text an agent may have answered with. Never throws; takes time linear in the length of the text. */
export function parseOutput(text: string, options: ParseOptions = {}): OutputReading {
  const found = collectBlocks(text);
  const read = new Map<RawBlock, OutputBlock>();
  for (const raw of found.blocks) read.set(raw, readBlock(text, raw, options.type));
  const blocks = [...read.values()];
  const block = found.chosen === undefined ? undefined : read.get(found.chosen);
  if (block === undefined) return withoutBlock(text, blocks, found.count);
  const issues = [...block.issues, ...checkRoots(block, options.roots ?? [])].toSorted(compareFindings);
  return { ...fieldsOf(block), level: block.level, block, blocks, blockCount: found.count, issues };
}

const fieldsOf = ({ start, task, summary, bullets, detailsFile, metrics, status, end }: OutputBlock): OutputFields => ({
  start,
  task,
  summary,
  bullets,
  detailsFile,
  metrics,
  status,
  end,
});

function withoutBlock(text: string, blocks: readonly OutputBlock[], blockCount: number): OutputReading {
  const fenced = blocks.at(-1);
  const issue =
    fenced === undefined
      ? createIssue(
          'output-no-block',
          wholeText,
          `there is no AOP block; the summary is the last ${FALLBACK_LENGTH} characters`,
        )
      : createIssue('output-block-in-fence', placeOfLine(fenced.line), 'the only AOP block is inside a code fence');
  const summary = fallbackSummary(text);
  return {
    start: undefined,
    task: undefined,
    summary,
    bullets: [],
    detailsFile: undefined,
    metrics: [],
    status: 'unknown',
    end: undefined,
    level: 'none',
    block: undefined,
    blocks,
    blockCount,
    issues: [issue],
  };
}

/** Escape sequences may fill much of the end of a log; some room for them, but no look at the whole text. */
const FALLBACK_WINDOW = 16 * 1024;

const fallbackSummary = (text: string): string =>
  wellFormed(lastCodePoints(withoutEscapes(text.trimEnd().slice(-FALLBACK_WINDOW)).trim(), FALLBACK_LENGTH));

const placeOfLine = (line: number): Place => ({ ...wholeText, line, endLine: line });

/** Where a block names its details file. */
export const detailsPlace = ({ markerLines, line, detailsFile = '' }: OutputBlock): Place => ({
  ...placeOfLine(markerLines.get('DETAILS_FILE') ?? line),
  excerpt: detailsFile,
});

function checkRoots(block: OutputBlock, roots: readonly string[]): Finding[] {
  const path = block.detailsFile;
  if (path === undefined || path === NO_DETAILS || roots.length === 0 || isInsideRoots(path, roots)) return [];
  return [
    createIssue(
      'output-details-outside',
      detailsPlace(block),
      'the details file is not inside the project or the cache folder',
    ),
  ];
}

/** What `orient` could show of each file, in forms of growing length. */
import { splitLines } from '../../../kernel/text.ts';
import { CORE_FILES, isInFullRead, isKnownName } from '../names.ts';
import { planActionParts, planFileParts, planLogParts } from './list-parts.ts';
import type { DigestPart } from './digest-line.ts';
import { planStatusParts } from './status-parts.ts';
import { DEBUG_ENTRIES, type WorkKind } from '../reading.ts';

/** `reading` are the files the kind of work asks for, in reading order. */
export function planDigest(
  kind: WorkKind,
  reading: readonly string[],
  texts: ReadonlyMap<string, string>,
  isWhole = false,
): DigestPart[] {
  if (isWhole) return reading.map((name) => planWhole(name, texts.get(name) ?? ''));
  const log = texts.get('LOG.md');
  const isLogAsked = reading.includes('LOG.md') && kind !== 'fix' && kind !== 'feature';
  return [
    ...reading.flatMap((name) => planFile(name, texts.get(name) ?? '', kind, isLogAsked)),
    ...(reading.includes('LOG.md') || log === undefined ? [] : planLogParts(log, 1, false)),
    ...planOwnFiles(reading, texts),
  ];
}

/** About 2,800 tokens: a project of this size is read rather than searched. */
const SMALL_CHARS = 11_000;

/** Files under names of the project's own: in a small folder they may hold what others keep in STATUS.md. */
function planOwnFiles(reading: readonly string[], texts: ReadonlyMap<string, string>): DigestPart[] {
  const all = [...texts].filter(([name]) => isInFullRead(name));
  if (all.reduce((sum, [, text]) => sum + text.length, 0) > SMALL_CHARS) return [];
  return all
    .filter(([name]) => !isKnownName(name) && !reading.includes(name))
    .flatMap(([name, text]) => planFileParts(name, text, false));
}

/** Every line as it is, for readers who ask for everything. */
function planWhole(file: string, text: string): DigestPart {
  const lines = splitLines(text.trimEnd()).map(({ start, end }, index) => ({
    line: index + 1,
    text: text.slice(start, end),
  }));
  return { file, section: undefined, forms: [{ rank: 0, lines }] };
}

function planFile(name: string, text: string, kind: WorkKind, isLogAsked: boolean): DigestPart[] {
  if (name === 'NEXT_ACTIONS.md') return planActionParts(text);
  if (name === 'STATUS.md') return planStatusParts(text);
  if (name === 'LOG.md')
    return planLogParts(text, kind === 'first' ? Number.POSITIVE_INFINITY : DEBUG_ENTRIES, isLogAsked);
  return planFileParts(name, text, isAsked(name, kind));
}

const ASKED: Readonly<Record<WorkKind, readonly string[]>> = {
  fix: [],
  feature: ['CONVENTIONS.md', 'WORKFLOW.md'],
  debug: ['TRUST.md'],
  first: [],
};

const isAsked = (name: string, kind: WorkKind): boolean =>
  ASKED[kind].includes(name) ||
  name === 'DASHBOARD.md' ||
  (kind === 'first' && isInFullRead(name) && !CORE_FILES.includes(name));

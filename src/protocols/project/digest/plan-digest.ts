/** What `orient` could show of each file, in forms of growing length. */
import { CORE_FILES, isInFullRead } from '../names.ts';
import { planActionParts } from './action-parts.ts';
import type { DigestPart } from './digest-line.ts';
import { planFileParts, planLogParts } from './other-parts.ts';
import { planStatusParts } from './status-parts.ts';
import { DEBUG_ENTRIES, type WorkKind } from '../reading.ts';

/** `reading` are the files the kind of work asks for, in reading order. */
export function planDigest(kind: WorkKind, reading: readonly string[], texts: ReadonlyMap<string, string>): DigestPart[] {
  const log = texts.get('LOG.md');
  const isLogAsked = reading.includes('LOG.md') && kind !== 'fix' && kind !== 'feature';
  return [
    ...reading.flatMap((name) => planFile(name, texts.get(name) ?? '', kind, isLogAsked)),
    ...(reading.includes('LOG.md') || log === undefined ? [] : planLogParts(log, 1, false)),
  ];
}

function planFile(name: string, text: string, kind: WorkKind, isLogAsked: boolean): DigestPart[] {
  if (name === 'NEXT_ACTIONS.md') return planActionParts(text);
  if (name === 'STATUS.md') return planStatusParts(text);
  if (name === 'LOG.md') return planLogParts(text, kind === 'first' ? Number.POSITIVE_INFINITY : DEBUG_ENTRIES, isLogAsked);
  return planFileParts(name, text, isAsked(name, kind));
}

const ASKED: Readonly<Record<WorkKind, readonly string[]>> = {
  fix: [],
  feature: ['CONVENTIONS.md', 'WORKFLOW.md'],
  debug: ['TRUST.md'],
  first: [],
};

const isAsked = (name: string, kind: WorkKind): boolean =>
  ASKED[kind].includes(name) || name === 'DASHBOARD.md' || (kind === 'first' && isInFullRead(name) && !CORE_FILES.includes(name));

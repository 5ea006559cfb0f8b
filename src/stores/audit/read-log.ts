import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { checkLine, parseEntry } from '../../kernel/audit/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { AuditEntry, AuditFilter, AuditReceipt, Disk, Files } from '../../kernel/ports/index.ts';
import { splitRawLines, type RawLine } from '../fs/index.ts';
import { listSegments, renderSegmentName } from './segment-format.ts';

export interface ReadDeps {
  readonly disk: Disk;
  readonly files: Files;
  readonly folder: string;
}

/** The bytes of one file, line by line, sound or not. */
export async function* readRawLines({ disk, folder }: ReadDeps, name: string): AsyncGenerator<RawLine> {
  const file = await disk.open(join(folder, name), 'r');
  try {
    const { sizeBytes } = await file.stat();
    for await (const lines of splitRawLines(file, 0, sizeBytes)) yield* lines;
  } finally {
    await file.close();
  }
}

export const textOf = ({ bytes, isTerminated, hasHole }: RawLine): string | undefined =>
  bytes === undefined || !isTerminated || hasHole || !isUtf8(bytes) ? undefined : bytes.toString('utf8');

/** Why a line cannot be an entry. */
export function describeDamage({ bytes, isTerminated, hasHole }: RawLine, reason: string | undefined): string {
  if (reason !== undefined) return reason;
  if (bytes === undefined) return 'the line is too long to be an entry';
  if (!isTerminated) return 'the line is truncated';
  return hasHole ? 'the line has a hole' : 'the line is not text';
}

/** The whole lines of one file up to a torn end; a damaged line anywhere else is an error. */
export async function* readLines(
  deps: ReadDeps,
  name: string,
): AsyncGenerator<{ readonly line: string; readonly position: number; readonly end: number }> {
  for await (const raw of readRawLines(deps, name)) {
    const line = textOf(raw);
    if (line !== undefined) yield { line, position: raw.position, end: raw.end };
    else if (raw.isTerminated)
      throw new BatonError('AUDIT_BROKEN', `${name} has a damaged line at byte ${raw.position}`);
  }
}

/** Up to the last entry that a signature covers. */
export async function* readEntries(
  deps: ReadDeps,
  filter: AuditFilter,
  lastSeq: number,
): AsyncGenerator<AuditEntry & AuditReceipt> {
  const { handoffId, traceId, target } = filter;
  const wanted = [handoffId, traceId, target].filter((id) => id !== undefined).map((id) => JSON.stringify(id));
  for (const segment of await listSegments(deps.files, deps.folder)) {
    const name = renderSegmentName(segment);
    for await (const { line } of readLines(deps, name)) {
      // Most lines are somebody else's: they are not parsed.
      if (!wanted.every((id) => line.includes(id))) continue;
      const check = checkLine(line);
      if (!check.ok) throw new BatonError('AUDIT_BROKEN', `${name} has a line that is not an entry: ${check.reason}`);
      if (check.seq > lastSeq) return;
      const entry = parseEntry(line);
      if (isWanted(entry, filter)) yield { ...entry, ref: `${name}#${entry.seq}` };
    }
  }
}

export const isWanted = (entry: AuditEntry, { handoffId, traceId, target }: AuditFilter): boolean =>
  (handoffId === undefined || entry.handoffId === handoffId) &&
  (traceId === undefined || entry.traceId === traceId) &&
  (target === undefined || entry.body['target'] === target);

/** Every claim in the files before this one. */
export async function readClaims(deps: ReadDeps, before: string): Promise<Set<string>> {
  const claims = new Set<string>();
  for (const segment of await listSegments(deps.files, deps.folder)) {
    const name = renderSegmentName(segment);
    if (name === before) break;
    for await (const { line } of readLines(deps, name)) {
      const { claim } = parseEntry(line);
      if (claim !== undefined) claims.add(claim);
    }
  }
  return claims;
}

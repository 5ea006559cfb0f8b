import { fileChecksum } from '../../kernel/hash.ts';
import { splitLines } from '../../kernel/text.ts';
import { addEntry } from './log/index.ts';
import { summarise, trustOf } from './manifest/index.ts';
import type { FileTrust, Manifest, ManifestFile, Provenance } from './schema.ts';

export interface Mismatch {
  readonly name: string;
  /** As it is now; of a file that is gone, as it was. */
  readonly checksum: string;
  readonly isGone?: boolean;
  /** Its size instead of a checksum, if it is too large to be read. */
  readonly tooLargeBytes?: number | undefined;
}

/** Enough of a checksum to know a change again. */
const shortSum = (checksum: string): string => checksum.slice(0, 'sha256:'.length + 16);

function lineFor({ name, checksum, isGone, tooLargeBytes }: Mismatch): string {
  if (isGone === true) return `- ${name} is gone, it was ${shortSum(checksum)}`;
  if (tooLargeBytes !== undefined) return `- ${name} has ${tooLargeBytes} bytes now, which is too large to be read`;
  return `- ${name} is now ${shortSum(checksum)}`;
}

/** Those that no entry of the log speaks of yet. */
export const findUnlogged = (log: string, mismatches: readonly Mismatch[]): readonly Mismatch[] =>
  mismatches.filter((mismatch) => !log.includes(lineFor(mismatch)));

export function logMismatches(log: string, mismatches: readonly Mismatch[], provenance: Provenance): string {
  const names = mismatches.map(({ name }) => name).join(', ');
  const body = [
    'Changed outside the protocol since the last handoff; the content is (Assumed) until a session closes.',
    '',
    ...mismatches.map(lineFor),
  ].join('\n');
  return addEntry(log, { title: `Warning: ${names} changed outside the protocol`, body, provenance });
}

/** The manifest with these files as they are now and nothing else touched. `trust` sets labels; others keep theirs. */
export function updateEntries(
  manifest: Manifest,
  texts: ReadonlyMap<string, string>,
  updated: string,
  trust: ReadonlyMap<string, FileTrust> = new Map(),
): Manifest {
  const files: Record<string, ManifestFile> = { ...manifest.files };
  for (const [name, text] of texts) {
    const label = trust.get(name) ?? trustOf(files[name] ?? {});
    files[name] = {
      checksum: fileChecksum(text),
      updated,
      lines: splitLines(text).length,
      summary: summarise(name, text),
      ...label,
    };
  }
  return { ...manifest, files };
}

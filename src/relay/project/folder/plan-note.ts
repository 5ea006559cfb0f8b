import { EMPTY_LOG } from '../../../protocols/project/log/index.ts';
import { findUnlogged, type Mismatch } from '../../../protocols/project/index.ts';
import type { Handoff } from './read-handoff.ts';

/** Files that were changed outside the protocol, as far as LOG.md does not say so yet. */
interface Note {
  readonly log: string;
  readonly news: readonly Mismatch[];
}

/** Undefined if there is nothing to write down. */
export function planNote(handoff: Handoff): Note | undefined {
  const { manifest, files, lockText, pending } = handoff;
  if (manifest === undefined || lockText !== undefined || pending !== undefined) return undefined;
  // Where everything is gone, a log with nothing but that in it would look like a project.
  if (files.size === 0) return undefined;
  const file = files.get('LOG.md');
  const log = file === undefined ? EMPTY_LOG : file.text;
  // A damaged log is for people to look at, not to be written on.
  if (log === undefined || log.includes('\0')) return undefined;
  const mismatches = Object.entries(manifest.files).flatMap(([name, { checksum }]): Mismatch[] => {
    const now = files.get(name);
    if (now === undefined) return [{ name, checksum, isGone: true }];
    const { checksum: found, tooLargeBytes } = now;
    return found === checksum ? [] : [{ name, checksum: found, tooLargeBytes }];
  });
  const news = findUnlogged(log, mismatches);
  return news.length === 0 ? undefined : { log, news };
}

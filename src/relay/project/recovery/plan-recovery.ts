/** What is to stand in the folder after a recovery. Pure. */
import { BatonError } from '../../../kernel/errors/index.ts';
import {
  AIIGNORE_FILE,
  isIndexed,
  labelUnknown,
  LOCK_FILE,
  markUnknown,
  regenerateStatus,
  TRUST_FILE,
  type FileTrust,
  type Manifest,
} from '../../../protocols/project/index.ts';
import type { HandoffAt } from '../git/handoff-at.ts';
import { readTexts } from '../folder/read-handoff.ts';
import { shortCommit } from '../folder/session.ts';
import type { RecoverySnapshot } from './gather-recovery.ts';

export interface Recovery {
  readonly texts: ReadonlyMap<string, string>;
  readonly aiignore: string | undefined;
  readonly previous: Manifest | undefined;
  readonly removes: readonly string[];
  /** Copied before it is replaced. */
  readonly aside: { readonly label: string; readonly contents: ReadonlyMap<string, Uint8Array> };
  readonly what: string;
  /** Labels of files nobody vouches for as a whole from now on. */
  readonly trust: ReadonlyMap<string, FileTrust>;
}

/** `restore` goes back to the clean commit; `salvage` keeps what the session wrote. */
export function planRecovery(snapshot: RecoverySnapshot, action: 'restore' | 'salvage'): Recovery {
  if (snapshot.left === undefined) return planStatus(snapshot);
  return action === 'restore' ? planRestore(snapshot) : planSalvage(snapshot);
}

function planRestore(snapshot: RecoverySnapshot): Recovery {
  const { clean, handoff } = snapshot;
  if (clean === undefined)
    throw new BatonError('CLEAN_COMMIT_NOT_FOUND', 'no commit holds a complete handoff state to restore');
  return {
    texts: new Map(
      [...clean.files].filter(([name]) => isIndexed(name)).map(([name, bytes]) => [name, bytes.toString('utf8')]),
    ),
    aiignore: textAt(clean, AIIGNORE_FILE),
    previous: withNextTaskId(clean.manifest, handoff.manifest),
    removes: [...handoff.files.keys()].filter((name) => !clean.files.has(name)),
    aside: asideOf(snapshot),
    what: `Went back to ${shortCommit(clean.commit)}. What the session had written is kept aside.`,
    trust: new Map(),
  };
}

/** An id that the session gave away may be known to somebody, so it is not given again. */
function withNextTaskId(clean: Manifest, left: Manifest | undefined): Manifest {
  const ids = [clean.next_task_id, left?.next_task_id].filter((id) => id !== undefined);
  return ids.length === 0 ? clean : { ...clean, next_task_id: Math.max(...ids) };
}

function planSalvage(snapshot: RecoverySnapshot): Recovery {
  const { clean, handoff, changed, left } = snapshot;
  const texts = new Map(readTexts(handoff));
  for (const name of snapshot.corrupt) {
    const good = textAt(clean, name);
    if (good !== undefined) texts.set(name, good);
    else texts.delete(name);
  }
  const register = texts.get(TRUST_FILE);
  if (register !== undefined) texts.set(TRUST_FILE, markUnknown(register, left?.lock.session_id ?? ''));
  const unknown = [...changed.keys()].filter((name) => texts.has(name));
  const labelOf = (name: string): FileTrust =>
    labelUnknown(texts.get(name) ?? '', textAt(clean, name), clean?.manifest.files[name]);
  return {
    texts,
    aiignore: handoff.aiignore,
    previous: handoff.manifest ?? clean?.manifest ?? handoff.repaired?.manifest,
    removes: [],
    aside: asideOf(snapshot),
    what: `Kept what the session had written, as (Unknown): ${unknown.join(', ') || 'nothing'}.`,
    trust: new Map(unknown.filter(isIndexed).map((name) => [name, labelOf(name)])),
  };
}

function planStatus({ handoff, changed, recent }: RecoverySnapshot): Recovery {
  const texts = new Map(readTexts(handoff));
  return {
    texts: texts.set('STATUS.md', regenerateStatus(texts.get('LOG.md') ?? '', recent)),
    aiignore: handoff.aiignore,
    previous: handoff.manifest,
    removes: [],
    aside: { label: 'damaged', contents: changed },
    what: 'STATUS.md was damaged and is made again from the last entries and git history.',
    trust: new Map([['STATUS.md', { trust: 'unknown' }]]),
  };
}

/** Every changed file and the lock. */
function asideOf({ handoff, changed, left }: RecoverySnapshot): Recovery['aside'] {
  const contents = new Map<string, Uint8Array>(changed);
  if (handoff.lockText !== undefined) contents.set(LOCK_FILE, Buffer.from(handoff.lockText, 'utf8'));
  return { label: left?.lock.session_id ?? 'damaged', contents };
}

const textAt = (clean: HandoffAt | undefined, name: string): string | undefined =>
  clean?.files.get(name)?.toString('utf8');

import { join } from 'node:path';
import {
  findHead,
  isGenuine,
  NO_ENTRY,
  type AuditMark,
  type SignedHead,
  type Takeover,
} from '../../kernel/audit/index.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { AuditProblem, Disk, Files } from '../../kernel/ports/index.ts';
import { createPadded, HEAD_FILE_BYTES, HeadWriter } from './head-file.ts';

const NAME_DIGITS = 32;

/** Heads of every log that this machine has seen in one place. What is no head says nothing. */
export async function readSeenHeads(files: Files, folder: string | undefined): Promise<readonly SignedHead[]> {
  if (folder === undefined) return [];
  const seen: SignedHead[] = [];
  for (const name of await unlessUnreadable(() => listNames(files, folder), [])) {
    const text = await unlessUnreadable(() => files.findText(join(folder, name), { maxBytes: HEAD_FILE_BYTES }), '');
    const head = findHead(text ?? '');
    if (head !== undefined && isGenuine(head)) seen.push(head);
  }
  return seen;
}

const listNames = async (files: Files, folder: string): Promise<string[]> =>
  (await files.list(folder)).map(({ name }) => name).filter(isHead);

const isKept = (name: string): boolean => /^[0-9a-f]{32}\.(?:json|flags)$/.test(name);

const isHead = (name: string): boolean => name.endsWith('.json');

async function unlessUnreadable<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isBatonError(error)) return otherwise;
    throw error;
  }
}

/** What speaks of another log than this one, or of more entries than it has. */
export async function forgetSeenHeads(
  files: Files,
  folder: string | undefined,
  now: { readonly log: string; readonly entries: number },
): Promise<void> {
  if (folder === undefined) return;
  const seen = await readSeenHeads(files, folder);
  const isTrue = seen.some(({ log, entries }) => log === now.log && entries <= now.entries);
  // The head last: without it nothing asks for the flags.
  const isOld = (name: string): boolean => !isTrue || !name.startsWith(now.log.slice(0, NAME_DIGITS));
  const names = (await files.list(folder)).map(({ name }) => name).filter((name) => isKept(name) && isOld(name));
  for (const name of names.sort((a, b) => Number(isHead(a)) - Number(isHead(b))))
    await files.remove(join(folder, name));
}

/** Flags that were up in a log when this machine last wrote to it. */
export async function readSeenFlags(files: Files, folder: string | undefined, log: string): Promise<string[]> {
  if (folder === undefined) return [];
  const read = (): Promise<string | undefined> => files.findText(flagsPath(folder, log), { maxBytes: MAX_FLAG_BYTES });
  return (await unlessUnreadable(read, undefined))?.split('\n').filter((flag) => flag !== '') ?? [];
}

const MAX_FLAG_BYTES = 16 * 1024 * 1024;

const flagsPath = (folder: string, log: string): string => join(folder, `${log.slice(0, NAME_DIGITS)}.flags`);

const nameOf = (log: string): string => `${log.slice(0, NAME_DIGITS)}.json`;

interface SeenDeps {
  readonly disk: Disk;
  readonly files: Files;
  readonly seenFolder?: string | undefined;
  remark?(text: string): void;
}

/**
 * Keeps the newest head of a log outside the data dir, with every commit: anyone who puts log, head and mark back to an
 * older copy leaves it as it is. If the folder cannot be written, the log goes on, and a remark says what is missing.
 */
export class SeenHead {
  readonly #deps: SeenDeps;
  #writer: HeadWriter | undefined;
  #isUnwritable = false;
  #flags: string | undefined;

  constructor(deps: SeenDeps) {
    this.#deps = deps;
  }

  async write(head: SignedHead, flags: ReadonlySet<string>): Promise<void> {
    const { seenFolder } = this.#deps;
    if (seenFolder === undefined || this.#isUnwritable || head.log === NO_ENTRY) return;
    try {
      await this.#write(seenFolder, head, flags);
    } catch (error) {
      // Once for each process: the next one tries again.
      this.#isUnwritable = true;
      const reason = error instanceof Error ? error.message : String(error);
      this.#deps.remark?.(`${NOT_REMEMBERED}: ${reason}`);
    }
  }

  /** Flags first: a head that is remembered without the block before it would let go of that block. */
  async #write(folder: string, head: SignedHead, flags: ReadonlySet<string>): Promise<void> {
    if (this.#writer === undefined) await this.#deps.files.createFolder(folder);
    await this.#writeFlags(folder, head.log, [...flags].sort().join('\n'));
    this.#writer ??= await this.#open(folder, head);
    await this.#writer.write(head);
  }

  /** Rarely: flags change with a block, a reconciliation or a lock. */
  async #writeFlags(folder: string, log: string, flags: string): Promise<void> {
    if (flags === this.#flags) return;
    await this.#deps.files.writeAtomic(flagsPath(folder, log), `${flags}\n`, { mode: 0o600 });
    this.#flags = flags;
  }

  async #open(folder: string, head: SignedHead): Promise<HeadWriter> {
    const { disk, files } = this.#deps;
    const path = join(folder, nameOf(head.log));
    const isNew = await createPadded(files, path, head);
    // As with a host that is reached for the first time: what came before is believed, and that is said once.
    if (isNew && head.entries > 1)
      this.#deps.remark?.(`${FIRST_SEEN}: ${head.entries} entries, remembered from now on`);
    return new HeadWriter(disk, path);
  }

  async close(): Promise<void> {
    await this.#writer?.close();
    this.#writer = undefined;
  }
}

const NOT_REMEMBERED =
  'the audit log has the entry, but this machine cannot remember it outside the data dir, so that a roll-back may be found by anchors and witnesses only';

const FIRST_SEEN = 'this machine sees the audit log of this folder for the first time';

/** Why this machine could not tell a roll-back of the latest entries of this log; undefined if it could. */
export async function findMemoryGap(
  files: Files,
  folder: string | undefined,
  head: SignedHead,
): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  const seen = (await readSeenHeads(files, folder)).find(({ log }) => log === head.log);
  if (seen !== undefined && seen.entries >= head.entries) return undefined;
  const known = seen === undefined ? 'nothing' : `${seen.entries} of ${head.entries} entries`;
  return `this machine remembers ${known} of this log in ${folder}: a roll-back of the rest would be found by anchors and witnesses only; the next entry that it writes is remembered if the folder can be written`;
}

const MARK = 'audit-mark.json';
const KEYS = 'keys';

/** A log that was read to its end. */
interface ReadLog {
  readonly log: string | undefined;
  readonly entries: number;
  readonly isBroken: boolean;
  /** Keys that may sign the next commit. */
  readonly keys: ReadonlySet<string>;
  readonly takeovers: readonly Takeover[];
  /** Where the next entry would be. */
  readonly after: Pick<AuditProblem, 'entry' | 'file' | 'line'>;
}

/** Nothing is wrong with the entries, but this machine knows other ones: a person may know why. */
export const toMemoryProblem = (reason: string, remembered: number, place: Partial<AuditProblem>): AuditProblem => ({
  entry: undefined,
  file: MARK,
  line: undefined,
  ...place,
  reason,
  about: 'memory',
  remembered,
});

/** What the mark beside the key contradicts. */
export function findMarkProblem(mark: AuditMark | undefined, now: ReadLog): AuditProblem | undefined {
  if (mark === undefined || mark.seq === 0) return undefined;
  const { seq } = mark;
  if (now.log !== undefined && mark.log !== now.log)
    return toMemoryProblem(`this installation remembers another log, of ${seq} entries`, seq, {});
  if (now.entries < seq) return toMemoryProblem(`this installation remembers ${seq} entries`, seq, now.after);
  if (now.isBroken || !now.takeovers.some((takeover) => takeover.seq > seq)) return undefined;
  return toMemoryProblem('another key took over the log since this installation last read it', seq, { file: KEYS });
}

/** What the state folder contradicts. */
export function findSeenProblem(heads: readonly SignedHead[], now: ReadLog): AuditProblem | undefined {
  const seen = heads.find(({ log }) => log === now.log);
  if (seen === undefined) return undefined;
  const { entries, key } = seen;
  if (now.entries < entries) return toMemoryProblem(`this machine has seen ${entries} entries`, entries, now.after);
  if (now.isBroken || now.keys.has(key)) return undefined;
  const reason = 'another key took over the log since this machine last wrote to it';
  return toMemoryProblem(reason, entries, { file: KEYS });
}

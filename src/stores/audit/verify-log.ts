import {
  checkLine,
  EMPTY_CHAIN,
  findBreak,
  fingerprintOf,
  isGenuine,
  parseEntry,
  renderPublicKey,
  type ChainEnd,
  type SignedHead,
} from '../../kernel/audit/index.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { AuditProblem, AuditReport, Files } from '../../kernel/ports/index.ts';
import type { RawLine } from '../fs/index.ts';
import { readHead } from './head-file.ts';
import { readRawLines, textOf, type ReadDeps } from './read-log.ts';
import { listSegments, renderSegmentName } from './segment-name.ts';
import { LOST_KEY_HINT, REKEYED } from './rekey.ts';
import { findSigningKey, isKeyExposed } from './signing-key.ts';

const HEAD = 'head.json';
const REKEYED_MEMBER = `"kind":"${REKEYED}"`;
/** Behind a break everything may look wrong: the first few places are what people need. */
const MAX_PROBLEMS = 20;

/** `any key`: whose key signed the head is another question. */
export async function verifyLog(
  deps: ReadDeps & { readonly keyFolder: string },
  anchors: readonly SignedHead[],
  signer: 'our key' | 'any key' = 'our key',
): Promise<AuditReport> {
  // The head first: entries that are added while this runs only make the log longer than it says.
  const head = await readHead(deps.files, deps.folder);
  const walk = new ChainWalk(head === 'damaged' ? undefined : head, anchors);
  const segments = await listSegments(deps.files, deps.folder);
  for (const [index, segment] of segments.entries()) {
    const name = renderSegmentName(segment);
    walk.begin(name, index === segments.length - 1);
    for await (const raw of readRawLines(deps, name)) walk.take(raw);
  }
  const { problem, notes } = await findKeyTrouble(deps.files, deps.keyFolder, head);
  walk.finish(head, segments.length > 0, signer === 'any key' ? undefined : problem);
  walk.notes.push(...notes);
  return walk.report();
}

/** Goes through the log once, wherever its lines are, and keeps what does not fit. */
export class ChainWalk {
  readonly problems: AuditProblem[] = [];
  readonly notes: string[] = [];
  readonly #head: SignedHead | undefined;
  readonly #anchors: readonly SignedHead[];
  #seq = EMPTY_CHAIN.seq;
  /** Undefined behind a damaged entry: the next one cannot be held against it. */
  #hash: string | undefined = EMPTY_CHAIN.hash;
  #log: string | undefined;
  #last = '';
  #isLast = false;
  #line = 0;

  constructor(head: SignedHead | undefined, anchors: readonly SignedHead[]) {
    this.#head = head;
    this.#anchors = anchors;
  }

  /** Lines are of this file from now on. */
  begin(file: string, isLast: boolean): void {
    this.#last = file;
    this.#isLast = isLast;
    this.#line = 0;
  }

  take(raw: RawLine): void {
    const file = this.#last;
    const line = (this.#line += 1);
    const text = textOf(raw);
    const check = text === undefined ? undefined : checkLine(text);
    if (check?.ok === true) {
      const fault = findBreak(check, { seq: this.#seq, hash: this.#hash ?? check.prev });
      if (fault !== undefined) this.#note(this.#seq + 1, file, line, fault);
      else this.#holdAgainstHeads(check, file, line);
      this.#seq = check.seq;
      this.#hash = check.hash;
      this.#log ??= check.hash;
      if (text?.includes(REKEYED_MEMBER) === true) this.#noteRekeyed(text);
      return;
    }
    if (this.#isLast && !raw.isTerminated && this.#seq >= (this.#head?.entries ?? 0)) {
      this.notes.push(
        `${file} ends with a torn line of ${raw.bytes?.length ?? 0} bytes, never acknowledged; the next entry repairs it`,
      );
      return;
    }
    this.#note(this.#seq + 1, file, line, describe(raw, check?.reason));
    this.#seq += 1;
    this.#hash = undefined;
  }

  /** Nothing is wrong with that, but whoever relies on the old key's fingerprint must know. */
  #noteRekeyed(text: string): void {
    const { kind, seq, body } = parseEntry(text);
    if (kind !== REKEYED) return;
    this.notes.push(`from entry ${seq} on another key signs: ${String(body['by'])}, ${JSON.stringify(body['reason'])}`);
  }

  #holdAgainstHeads({ seq, hash }: ChainEnd, file: string, line: number): void {
    if (seq === this.#head?.entries && hash !== this.#head.hash) {
      this.#note(seq, file, line, 'it is not the entry the signed head names');
    }
    if (this.#anchors.some((anchor) => anchor.entries === seq && anchor.hash !== hash)) {
      this.#note(seq, file, line, 'it is not the entry the anchor names');
    }
  }

  finish(head: SignedHead | 'damaged' | undefined, hasFiles: boolean, keyProblem: string | undefined): void {
    const anchored = Math.max(0, ...this.#anchors.map(({ entries }) => entries));
    if (this.#seq < anchored) {
      this.#note(this.#seq + 1, this.#last === '' ? HEAD : this.#last, undefined, `${anchored} entries were anchored`);
    }
    if (head === undefined) {
      if (hasFiles) this.#note(undefined, HEAD, undefined, 'the signed head is missing');
      return;
    }
    if (head === 'damaged' || !isGenuine(head))
      return this.#note(undefined, HEAD, undefined, 'the signed head is not genuine');
    if (keyProblem !== undefined) this.#note(undefined, HEAD, undefined, keyProblem);
    if (this.#seq < head.entries) {
      const missing = head.entries - this.#seq;
      const reason = `${missing} ${missing === 1 ? 'entry is' : 'entries are'} cut off: ${head.entries} were signed`;
      this.#note(this.#seq + 1, this.#last === '' ? HEAD : this.#last, undefined, reason);
    } else if (head.entries > 0 && this.problems.length === 0 && head.log !== this.#log) {
      this.#note(1, this.#last, 1, 'the signed head belongs to another log');
    }
  }

  #note(entry: number | undefined, file: string, line: number | undefined, reason: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ entry, file, line, reason });
  }

  report(): AuditReport {
    const brokenAt = this.problems.find(({ entry }) => entry !== undefined)?.entry;
    const { problems, notes } = this;
    return { ok: problems.length === 0, entries: this.#seq, brokenAt, problems, notes, head: this.#head };
  }
}

function describe({ bytes, isTerminated, hasHole }: RawLine, reason: string | undefined): string {
  if (reason !== undefined) return reason;
  if (bytes === undefined) return 'the line is too long to be an entry';
  if (!isTerminated) return 'the line breaks off';
  return hasHole ? 'the line has a hole' : 'the line is not text';
}

/** What is wrong with the key of this installation, and what is odd about it. */
export async function findKeyTrouble(
  files: Files,
  keyFolder: string,
  head: SignedHead | 'damaged' | undefined,
): Promise<{ readonly problem: string | undefined; readonly notes: readonly string[] }> {
  const isExposed = await isKeyExposed(files, keyFolder);
  return {
    problem: await findKeyProblem(files, keyFolder, head),
    notes: isExposed ? ['the signing key can be read by others: its mode should be 600'] : [],
  };
}

async function findKeyProblem(
  files: Files,
  keyFolder: string,
  head: SignedHead | 'damaged' | undefined,
): Promise<string | undefined> {
  if (head === undefined || head === 'damaged') return undefined;
  try {
    const key = await findSigningKey(files, keyFolder);
    if (key === undefined || renderPublicKey(key) === head.key) return undefined;
    const signer = `${fingerprintOf(head.key).slice(0, 16)}…`;
    return `it is signed by the key ${signer}, not by the key of this installation: ${LOST_KEY_HINT}`;
  } catch (error) {
    if (isBatonError(error, 'AUDIT_BROKEN')) return error.message;
    throw error;
  }
}

import type { KeyObject } from 'node:crypto';
import { basename, join } from 'node:path';
import {
  addSignature,
  EMPTY_CHAIN,
  renderPublicKey,
  sealEntry,
  signCommit,
  signHead,
  type ChainEnd,
  type SealedEntry,
  type SignedHead,
} from '../../kernel/audit/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type {
  AuditDraft,
  AuditFacts,
  AuditQuestion,
  AuditReceipt,
  Journal,
  JournalLine,
  TailRepair,
} from '../../kernel/ports/index.ts';
import { openJournal } from '../fs/index.ts';
import type { AuditDeps } from './known-log.ts';
import { AuditView, type KnownLog } from './audit-view.ts';
import { draftUpgraded, findSegmentName, FORMAT, nextSegment, renderSegmentName } from './segment-format.ts';
import { headPath, HeadWriter } from './head-file.ts';
import { anotherKey } from './rekey.ts';
import { SeenHead } from './seen-heads.ts';
import { TimeStamps } from './time-stamps.ts';

/** Anyone who takes over signs with another key than the entries before say; nobody else may. */
export type SegmentRole = 'goes on' | 'takes over';

/** A file of the log, open for adding to it. */
export class Segment {
  readonly name: string;
  readonly view: AuditView;
  readonly #deps: AuditDeps;
  readonly #day: string;
  readonly #role: SegmentRole;
  readonly #key: KeyObject;
  readonly #head: HeadWriter;
  readonly #seen: SeenHead;
  #journal: Journal<AuditDraft> | undefined;
  readonly #stamps: TimeStamps;
  /** Entries of one commit that the view has not seen yet, and the last that was sealed. */
  #own: SealedEntry[] = [];
  #sealed: SealedEntry | undefined;
  /** Signed while its entries were on their way to the disk. */
  #signed: SignedHead | undefined;
  #repairs: (TailRepair & { readonly entries: number })[] = [];
  /** Whole entries without a signature, which the repair under way sets aside. */
  #uncovered = 0;
  /** The last batch is durable, but its head is not written. */
  #headFailure: { readonly error: unknown } | undefined;

  constructor(deps: AuditDeps, name: string, key: KeyObject, known: KnownLog, role: SegmentRole = 'goes on') {
    this.#role = role;
    this.#deps = deps;
    this.name = name;
    this.#day = findSegmentName(name)?.date ?? '';
    this.#key = key;
    this.#stamps = new TimeStamps(deps.clock);
    this.view = new AuditView(name, known, (text) => this.#findOwn(text));
    this.#head = new HeadWriter(deps.disk, headPath(deps.folder));
    this.#seen = new SeenHead(deps);
  }

  /** `before` is the end of the chain when this file was begun; undefined for an existing file. */
  async open(before?: ChainEnd): Promise<void> {
    const { folder } = this.#deps;
    this.#journal = await openJournal<AuditDraft>(this.#deps, {
      path: join(folder, this.name),
      owner: 'baton audit',
      view: this.view,
      seal: (draft, previous) => this.#seal(draft, previous, before),
      closeBatch: () => this.#closeBatch(),
      findUnclosed: () => this.#findUnclosed(),
      // A line that was changed is not a line that was torn: it must stay, and the chain tells.
      isWhole: (text) => text.startsWith('{') && text.endsWith('}'),
      whileFlushing: () => (this.#signed = this.#signHead()),
      onFlushed: () => this.#writeHead(),
      onDeriveFailed: (error) => (this.#headFailure = { error }),
      onRepair: (repair) => this.#repairs.push({ ...repair, entries: this.#uncovered }),
    });
  }

  /** The signature over the last entry covers its whole batch, and everything before. */
  #closeBatch(): string {
    const last = this.view.lastOwn;
    if (last === undefined) throw new BatonError('INTERNAL', 'a batch of the audit log has no last entry');
    const signature = signCommit(last.hash, this.#key);
    const text = addSignature(last, signature);
    this.view.close(signature, text.length - last.text.length);
    this.#sealed = undefined;
    return text;
  }

  #findUnclosed(): number | undefined {
    const found = this.view.findUncovered();
    this.#uncovered = found?.entries ?? 0;
    return found?.position;
  }

  /** Undefined when the file is closed: the entries go into the next one. */
  async commit(
    question: AuditQuestion,
    decide: (facts: AuditFacts) => readonly AuditDraft[],
  ): Promise<readonly AuditReceipt[] | undefined> {
    let isClosed = false;
    let noted = 0;
    let before = 0;
    const lines = await this.#getJournal().commit(() => {
      this.view.assertSound();
      this.#assertSigner();
      if (this.view.next === undefined && this.#isFull()) return this.#close(() => (isClosed = true));
      if (this.view.next !== undefined) {
        isClosed = true;
        return [];
      }
      const drafts = decide(this.view.answer(question));
      this.#assertUnclaimed(drafts);
      const notes = drafts.length === 0 && this.#repairs.length === 0 ? [] : this.#planNotes();
      noted = notes.length;
      before = this.view.end.seq + noted;
      return notes.length === 0 ? drafts : [...notes, ...drafts];
    });
    // Without a head that covers it an entry could be cut off unseen: it does not count as recorded.
    if (this.#headFailure !== undefined) throw this.#headFailure.error;
    if (isClosed) return undefined;
    return lines.slice(noted).map((_, index) => this.#toReceipt(before + 1 + index));
  }

  /** The first line of the file, unless another process was faster. */
  async begin(opened: AuditDraft): Promise<void> {
    await this.#getJournal().commit(() => (this.view.isEmpty ? [opened] : []));
  }

  /** Waits until what others wrote is durable and its writer has released the lock. */
  async settle(): Promise<void> {
    await this.#getJournal().commit(() => []);
  }

  async close(): Promise<void> {
    await this.#journal?.close();
    await this.#head.close();
    await this.#seen.close();
  }

  #getJournal(): Journal<AuditDraft> {
    if (this.#journal === undefined)
      throw new BatonError('INTERNAL', 'a file of the audit log is used before it is open');
    return this.#journal;
  }

  #isFull(): boolean {
    // Nothing may be signed by the new key before the entry that lists it.
    if (this.#role === 'takes over') return false;
    const isOver = this.#stamps.today() > this.#day || this.view.sizeBytes >= this.#deps.maxFileBytes;
    // The line that begins a file is not reason enough for another.
    return isOver && this.view.end.seq > (this.view.carried?.entries ?? 0) + 1;
  }

  #close(note: () => void): AuditDraft[] {
    note();
    const name = findSegmentName(this.name) ?? { date: '', number: 0 };
    const next = renderSegmentName(nextSegment(name, this.#stamps.today()));
    return [...this.#planNotes(), { kind: 'log.closed', body: { next } }];
  }

  /** What the log has to say about itself before the next entry. */
  #planNotes(): AuditDraft[] {
    const repairs = this.#repairs.splice(0).map(({ position, sizeBytes, keptAt, entries }) => ({
      // Half a line is what a crash leaves. Whole entries without a signature may be that, or somebody else's.
      kind: entries === 0 ? 'log.repaired' : 'log.recovered',
      body: { position, size_bytes: sizeBytes, kept_at: basename(keptAt), ...(entries === 0 ? {} : { entries }) },
    }));
    return this.view.format < FORMAT && !this.view.isEmpty ? [draftUpgraded(), ...repairs] : repairs;
  }

  /** A process that was running when another took the log over has a key that counts no more. */
  #assertSigner(): void {
    const { keys } = this.view;
    if (keys.size === 0 || this.#role === 'takes over' || keys.has(renderPublicKey(this.#key))) return;
    throw anotherKey();
  }

  #assertUnclaimed(drafts: readonly AuditDraft[]): void {
    const taken = drafts.find(({ claim }) => claim !== undefined && this.view.isClaimed(claim));
    if (taken !== undefined) throw new BatonError('AUDIT_CLAIMED', `${taken.claim} is already in the audit log`);
  }

  #seal(draft: AuditDraft, previous: JournalLine | undefined, before: ChainEnd | undefined): string {
    const end = previous === undefined ? this.#startOf(before) : this.#endOf(previous);
    const sealed = sealEntry(draft, this.#stamps.now(), end);
    this.#own.push(sealed);
    this.#sealed = sealed;
    return sealed.text;
  }

  /** Several entries of one commit are sealed before the view sees the first. */
  #endOf(previous: JournalLine): ChainEnd {
    if (this.#sealed?.text === previous.text) return this.#sealed;
    // What is left over was sealed for a commit that was refused.
    this.#own = [];
    return this.view.end;
  }

  #startOf(before: ChainEnd | undefined): ChainEnd {
    this.#own = [];
    return before ?? EMPTY_CHAIN;
  }

  #findOwn(text: string): SealedEntry | undefined {
    return this.#own[0]?.text === text ? this.#own.shift() : undefined;
  }

  #toReceipt(seq: number): AuditReceipt {
    return { seq, ref: `${this.name}#${seq}` };
  }

  #signHead(): SignedHead {
    const { end, tree, log = '' } = this.view;
    const [root, at] = [tree.root(), this.#stamps.now()];
    return signHead({ log, entries: end.seq, hash: end.hash, root, at }, this.#key);
  }

  async #writeHead(): Promise<void> {
    const { end } = this.view;
    const head = this.#signed?.hash === end.hash ? this.#signed : this.#signHead();
    await this.#head.write(head);
    await this.#seen.write(head, this.view.flags);
    this.view.expect(end);
    this.#headFailure = undefined;
  }
}

import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import {
  emptyMark,
  GrowingTree,
  NO_ENTRY,
  renderPublicKey,
  signHead,
  type AuditProof,
  type SignedHead,
} from '../../kernel/audit/index.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type {
  AuditDraft,
  AuditEntry,
  AuditFacts,
  AuditFilter,
  AuditLog,
  AuditProblem,
  AuditQuestion,
  AuditReceipt,
  AuditReport,
  AuditTransfer,
  LostLog,
  RekeyNote,
} from '../../kernel/ports/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { renderIsoDate, renderIsoTime } from '../../kernel/time.ts';
import {
  assertNoTakeover,
  asUnknown,
  logGone,
  markMissing,
  notValid,
  readGenuineHead,
  readKnownLog,
  readLost,
  seeInstead,
  toMark,
  type AuditDeps,
} from './known-log.ts';
import { AuditView, type KnownLog } from './audit-view.ts';
import { carryOver, ClaimIndex, renderCarried } from './carried.ts';
import { findSegmentName, FORMAT, listSegments, renderSegmentName } from './segment-format.ts';
import { createHead, createMark, readHead, readMark, writeMark } from './head-file.ts';
import { proveEntry, verifyLog } from './verify-log.ts';
import { readClaims, readEntries, readLines } from './read-log.ts';
import { Segment, type SegmentRole } from './segment.ts';
import { anotherKey, assertSoundBeforeRekey, draftRekeyed, keyMissing } from './rekey.ts';
import { findSigningKey, getSigningKey } from './signing-key.ts';
import { createAuditTransfer } from './transfer.ts';

/** Nothing is touched before the first entry is added. */
export const createAuditLog = (deps: Omit<AuditDeps, 'maxFileBytes'> & Partial<AuditDeps>): AuditLog =>
  new FileAuditLog({ ...deps, maxFileBytes: deps.maxFileBytes ?? DEFAULT_FILE_BYTES });

const DEFAULT_FILE_BYTES = 64 * 1024 * 1024;

/** So many files that others have filled and closed are followed one by one, then the newest is opened. */
const FOLLOWED = 4;
const MAX_MOVES = 1_000;

class FileAuditLog implements AuditLog {
  readonly #deps: AuditDeps;
  readonly transfer: AuditTransfer;
  /** The file that takes entries, and the same once it is open: most entries need not wait for that. */
  #segment: Promise<Segment> | undefined;
  #current: Segment | undefined;

  constructor(deps: AuditDeps) {
    this.#deps = deps;
    this.transfer = createAuditTransfer(deps);
  }

  append(drafts: readonly AuditDraft[]): Promise<readonly AuditReceipt[]> {
    return this.decide({}, () => drafts);
  }

  async decide(
    question: AuditQuestion,
    decide: (facts: AuditFacts) => readonly AuditDraft[],
  ): Promise<readonly AuditReceipt[]> {
    for (let move = 0; move < MAX_MOVES; move++) {
      const segment = this.#current ?? (await this.#open());
      const receipts = await segment.commit(question, decide);
      if (receipts !== undefined) return receipts;
      this.#moveOn(segment, move % FOLLOWED === FOLLOWED - 1);
    }
    throw new BatonError('INTERNAL', 'the audit log keeps being closed');
  }

  async ask(question: AuditQuestion): Promise<AuditFacts> {
    const known = await readKnownLog(this.#deps);
    const view = await this.#readNewest(known);
    view.assertSound();
    assertNoTakeover(view, known);
    const problem = await this.#findForeignKey(view, known.mark);
    if (problem !== undefined) throw notValid(problem);
    return view.answer(question);
  }

  /** The newest file with a line in it, as it is now. */
  async #readNewest(known: KnownLog): Promise<AuditView> {
    const segments = await listSegments(this.#deps.files, this.#deps.folder);
    let view = new AuditView('', known);
    for (const name of segments.toReversed().map(renderSegmentName)) {
      view = new AuditView(name, known);
      for await (const { line, position, end } of readLines(this.#deps, name))
        view.apply({ text: line, position, end });
      if (!view.isEmpty) {
        view.older = await this.#readOlderClaims(name, view);
        break;
      }
    }
    return view;
  }

  /**
   * Entries that a signature covers: what somebody else put at the end says nothing to anybody. A log that is broken can
   * still be read up to that place.
   */
  async *entries(filter: AuditFilter = {}): AsyncIterable<AuditEntry & AuditReceipt> {
    const known = await readKnownLog(this.#deps).catch(asUnknown);
    const view = await this.#readNewest(known);
    view.findUncovered();
    const problem = await this.#findForeignKey(view, known.mark);
    yield* readEntries(this.#deps, filter, (problem?.entry ?? view.covered.seq + 1) - 1);
  }

  /**
   * The keys that its newest file lists are believed if this installation remembers them. Otherwise the log is read from
   * its first entry on, once: a file that somebody put there could list anybody.
   */
  async #findForeignKey(view: AuditView, mark: KnownLog['mark']): Promise<AuditProblem | undefined> {
    if (mark === undefined || [...view.keys].every((listed) => mark.keys.includes(listed))) return undefined;
    const { problems } = await verifyLog(this.#deps, [], 'any key');
    return problems.find(({ entry }) => entry !== undefined) ?? problems[0];
  }

  verify(anchors: readonly SignedHead[] = []): Promise<AuditReport> {
    return verifyLog(this.#deps, anchors);
  }

  async rekey(note: RekeyNote, anchors: readonly SignedHead[] = []): Promise<AuditReceipt | undefined> {
    const head = await readGenuineHead(this.#deps);
    if (head === undefined) return undefined;
    assertSoundBeforeRekey(await verifyLog(this.#deps, anchors, 'any key'));
    const found = await findSigningKey(this.#deps.files, this.#deps.keyFolder);
    if (found !== undefined && renderPublicKey(found) === head.key) return undefined;
    if (note.dryRun === true) return { seq: head.entries + 1, ref: '' };
    const { files, keyFolder } = this.#deps;
    const key = await getSigningKey(files, keyFolder);
    await writeMark(files, keyFolder, emptyMark(renderPublicKey(key)), key);
    await this.close();
    this.#segment = this.#forgetOnFailure(this.#openNewest(key, { head, mark: undefined }, 'takes over'));
    const [receipt] = await this.append([draftRekeyed(note, head.key, renderPublicKey(key))]);
    await this.#remember(key, this.#current?.view);
    await this.close();
    return receipt;
  }

  async acceptLoss(
    decide: (lost: LostLog, facts: AuditFacts) => readonly AuditDraft[],
  ): Promise<readonly AuditReceipt[]> {
    await this.close();
    const found = await readGenuineHead(this.#deps);
    const lost = await readLost(this.#deps, found);
    const key = await getSigningKey(this.#deps.files, this.#deps.keyFolder);
    const head = found ?? (await this.#beginAnother(key));
    // Without memory: what the machine remembers stays as it is until the entries are durable.
    const log = new FileAuditLog({ ...this.#deps, seenFolder: undefined });
    try {
      log.#segment = log.#forgetOnFailure(log.#openNewest(key, { head, mark: undefined }));
      const receipts = await log.decide({ flags: lost.flags }, (facts) => decide(lost, facts));
      // Until the last step is done everything else is refused.
      await this.#remember(key, log.#current?.view);
      await seeInstead(this.#deps, log.#current?.view.flags ?? new Set());
      return receipts;
    } finally {
      await log.close();
    }
  }

  async #beginAnother(key: KeyObject): Promise<SignedHead> {
    const { files, folder, keyFolder } = this.#deps;
    await files.createFolder(folder);
    // A mark of this key stays: it has what must not be lost.
    const mark = await readMark(files, keyFolder, key);
    if (typeof mark === 'string') await writeMark(files, keyFolder, emptyMark(renderPublicKey(key)), key);
    const head = this.#emptyHead(key);
    await createHead(files, folder, head);
    return head;
  }

  async remember(): Promise<void> {
    const key = await findSigningKey(this.#deps.files, this.#deps.keyFolder);
    if (key === undefined) return;
    const view = await this.#readNewest(await readKnownLog(this.#deps));
    view.assertSound();
    if (view.keys.has(renderPublicKey(key))) await this.#remember(key, view);
  }

  async #remember(key: KeyObject, view: AuditView | undefined): Promise<void> {
    if (view?.log === undefined) return;
    await writeMark(this.#deps.files, this.#deps.keyFolder, toMark(view, view.log), key);
  }

  async prove(seq: number): Promise<AuditProof | undefined> {
    return await proveEntry(this.#lines(), await readGenuineHead(this.#deps), seq);
  }

  async *#lines(): AsyncIterable<string> {
    for (const name of await listSegments(this.#deps.files, this.#deps.folder))
      for await (const { line } of readLines(this.#deps, renderSegmentName(name))) yield line;
  }

  async head(): Promise<SignedHead | undefined> {
    const head = await readHead(this.#deps.files, this.#deps.folder);
    return head === 'damaged' || head?.entries === 0 ? undefined : head;
  }

  async close(): Promise<void> {
    const opening = this.#segment;
    this.#segment = undefined;
    this.#current = undefined;
    await opening?.catch(() => undefined).then((segment) => segment?.close());
  }

  async #open(): Promise<Segment> {
    const opening = (this.#segment ??= this.#forgetOnFailure(this.#openLast()));
    const segment = await opening;
    if (this.#segment === opening) this.#current = segment;
    return segment;
  }

  #moveOn(closed: Segment, isLate: boolean): void {
    if (this.#current !== closed) return;
    this.#current = undefined;
    this.#segment = this.#forgetOnFailure(isLate ? this.#openLast(closed) : this.#openAfter(closed));
  }

  /** A log that could not be opened once may be fine the next time: a full disk, a lock held too long. */
  #forgetOnFailure(opening: Promise<Segment>): Promise<Segment> {
    const remembered = opening.catch((error: unknown) => {
      if (this.#segment === remembered) this.#segment = undefined;
      throw error;
    });
    return remembered;
  }

  async #openLast(before?: Segment): Promise<Segment> {
    await before?.settle();
    await before?.close();
    const { files, folder, keyFolder } = this.#deps;
    // Before the files: a head read now speaks of entries that are all there already.
    const known = await readKnownLog(this.#deps);
    if (known.head === undefined) {
      if ((known.mark?.seq ?? 0) > 0) throw logGone(known.mark?.seq ?? 0);
      const key = await getSigningKey(files, keyFolder);
      await files.createFolder(folder);
      await createMark(files, keyFolder, key);
      await createHead(files, folder, this.#emptyHead(key));
      return await this.#openLast();
    }
    const key = await findSigningKey(files, keyFolder);
    if (key === undefined) throw keyMissing();
    const segment = await this.#openNewest(key, known);
    return await this.#ready(segment, () => this.#checkTrust(segment.view, key, known));
  }

  async #checkTrust(view: AuditView, key: KeyObject, known: KnownLog): Promise<void> {
    const { mark } = known;
    const own = renderPublicKey(key);
    if (!view.keys.has(own)) throw anotherKey();
    assertNoTakeover(view, known);
    // Before the second format nobody remembered anything.
    if (mark === undefined && view.format >= FORMAT) throw markMissing();
    const remembered = mark?.keys ?? [own];
    if ([...view.keys].every((listed) => remembered.includes(listed))) {
      if (mark === undefined) await this.#remember(key, view);
      return;
    }
    const { problems } = await verifyLog(this.#deps, []);
    if (problems[0] !== undefined) throw notValid(problems[0]);
    await this.#remember(key, view);
  }

  async #openNewest(key: KeyObject, known: KnownLog, role: SegmentRole = 'goes on'): Promise<Segment> {
    const { files, folder, clock } = this.#deps;
    const names = (await listSegments(files, folder)).map(renderSegmentName);
    const first = renderSegmentName({ date: renderIsoDate(clock.now()), number: 1 });
    for (const name of (names.length === 0 ? [first] : names).toReversed()) {
      const segment = await this.#openFile(name, key, known, { isFirst: name === (names[0] ?? first), role });
      if (segment !== undefined) return segment;
    }
    throw new BatonError('INTERNAL', 'the audit log has no first file');
  }

  /** Undefined for a file without a line: who began it died before it was, and the file before it says how to go on. */
  async #openFile(
    name: string,
    key: KeyObject,
    known: KnownLog,
    { isFirst, role }: { readonly isFirst: boolean; readonly role: SegmentRole },
  ): Promise<Segment | undefined> {
    const segment = new Segment(this.#deps, name, key, known, role);
    await this.#ready(segment, async () => {
      await segment.open();
      if (segment.view.isEmpty && !isFirst) return;
      segment.view.assertSound();
      if (segment.view.isEmpty) {
        await segment.begin({ kind: 'log.opened', body: { format: FORMAT, key: renderPublicKey(key) } });
      }
      segment.view.older = await this.#readOlderClaims(name, segment.view);
    });
    if (!segment.view.isEmpty) return segment;
    await segment.close();
    return undefined;
  }

  async #openAfter(before: Segment): Promise<Segment> {
    const { files, folder, keyFolder } = this.#deps;
    await before.settle();
    const { view } = before;
    const name = view.next;
    if (name === undefined || findSegmentName(name) === undefined) {
      throw new BatonError('AUDIT_BROKEN', `${before.name} names no file of the audit log as its next`);
    }
    const key = await findSigningKey(files, keyFolder);
    if (key === undefined) throw keyMissing();
    const claims = view.older.with(view.claims);
    await files.writeAtomic(join(folder, claimsName(name)), claims.bytes);
    // Others may have gone on to a file after that one: what is known of the log speaks of theirs.
    const segment = new Segment(this.#deps, name, key, { head: undefined, mark: undefined });
    segment.view.expect(view.end);
    return await this.#ready(segment, async () => {
      await segment.open(view.end);
      await segment.begin({
        kind: 'log.opened',
        body: { format: FORMAT, key: renderPublicKey(key), carried: renderCarried(carryOver(view)) },
      });
      segment.view.older = claims;
      await before.close();
      await files.remove(join(folder, claimsName(before.name)));
    });
  }

  async #ready(segment: Segment, prepare: () => Promise<void>): Promise<Segment> {
    try {
      await prepare();
      return segment;
    } catch (error) {
      await segment.close();
      throw error;
    }
  }

  /** A list beside the log saves reading all older files; if it is missing or false, they are read. */
  async #readOlderClaims(name: string, view: AuditView): Promise<ClaimIndex> {
    const { carried } = view;
    if (carried === undefined) return new ClaimIndex();
    const bytes = await this.#findClaims(name);
    if (sha256Hex(bytes) === carried.claims) return new ClaimIndex(bytes);
    const rebuilt = new ClaimIndex().with(await readClaims(this.#deps, name));
    if (sha256Hex(rebuilt.bytes) === carried.claims) return rebuilt;
    throw new BatonError('AUDIT_BROKEN', `the files of the audit log before ${name} are not those it was built on`);
  }

  /** Anyone who begins the next file takes the list of the one before away, at any moment. */
  async #findClaims(name: string): Promise<Buffer> {
    try {
      return await this.#deps.files.readBytes(join(this.#deps.folder, claimsName(name)));
    } catch (error) {
      if (!isBatonError(error, 'FILE_NOT_FOUND')) throw error;
      return Buffer.alloc(0);
    }
  }

  #emptyHead(key: KeyObject): SignedHead {
    const root = new GrowingTree().root();
    const at = renderIsoTime(this.#deps.clock.now());
    return signHead({ log: NO_ENTRY, entries: 0, hash: NO_ENTRY, root, at }, key);
  }
}

const claimsName = (segment: string): string => segment.replace(/\.jsonl$/, '.claims');

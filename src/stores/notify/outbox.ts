import { canonicalJson } from '../../kernel/canonical-json.ts';
import type { Clock, Journal, JournalOptions, Notice, ProcessIdentity, Processes } from '../../kernel/ports/index.ts';
import {
  NoticeLog,
  parseRecord,
  planDeliveries,
  renderRecord,
  type NoticeRecord,
  type NotifyRule,
  type PendingNotice,
} from '../../kernel/notify/index.ts';

export interface OutboxDeps {
  readonly clock: Clock;
  readonly processes: Pick<Processes, 'isAlive' | 'self'>;
  createId(): string;
  openJournal(options: Omit<JournalOptions<NoticeRecord>, 'path'>): Promise<Journal<NoticeRecord>>;
}

/** A notice whose process cannot be asked for (another machine) is taken over after this long. */
const ABANDONED_MS = 60 * 60_000;

/** A record that has grown beyond this is made shorter by the next process that opens it: each of them reads all of it. */
const MAX_RECORD_BYTES = 256 * 1024;

/** Deliveries that are open, shared by all processes and kept through crashes. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #rules: readonly NotifyRule[];
  readonly #log: NoticeLog;
  readonly #journal: Journal<NoticeRecord>;
  readonly #self: ProcessIdentity;

  static async open(deps: OutboxDeps, rules: readonly NotifyRule[]): Promise<Outbox> {
    const log = new NoticeLog();
    const journal = await deps.openJournal({ owner: 'notices', view: log, seal: renderRecord });
    return new Outbox(deps, rules, log, journal, await deps.processes.self());
  }

  private constructor(
    deps: OutboxDeps,
    rules: readonly NotifyRule[],
    log: NoticeLog,
    journal: Journal<NoticeRecord>,
    self: ProcessIdentity,
  ) {
    this.#deps = deps;
    this.#rules = rules;
    this.#log = log;
    this.#journal = journal;
    this.#self = self;
  }

  /** Decides under the journal's lock what to send, so that two processes do not send the same twice. */
  async queue(notice: Notice): Promise<readonly PendingNotice[]> {
    let queued: Extract<NoticeRecord, { type: 'notice.queued' }>[] = [];
    await this.#journal.commit(() => {
      const at = this.#deps.clock.now();
      const planned = planDeliveries(this.#rules, notice, at, (key) => this.#log.sentAt(key));
      queued = planned.map(({ rule, sink, key }) => ({
        type: 'notice.queued',
        id: this.#deps.createId(),
        at,
        key,
        rule,
        sink,
        notice,
        by: this.#self,
      }));
      return queued;
    });
    return queued.map((record) => ({ queued: record, by: this.#self, attempts: 0 }));
  }

  /** What processes that ended left behind is ours from now on. What today's rules would not send is dropped. */
  async takeAbandoned(): Promise<readonly PendingNotice[]> {
    const dead = new Set<string>();
    for (const pending of this.#log.pending) if (await this.#isAbandoned(pending)) dead.add(pending.queued.id);
    if (dead.size === 0) return [];
    let taken: PendingNotice[] = [];
    await this.#journal.commit(() => {
      const at = this.#deps.clock.now();
      // Seen again under the lock: another process may have been quicker.
      const open = this.#log.pending.filter(({ queued, by }) => dead.has(queued.id) && !this.#isOurs(by));
      taken = open.filter((pending) => this.#isStillWanted(pending));
      return open.map(({ queued: { id } }): NoticeRecord => {
        const isTaken = taken.some(({ queued }) => queued.id === id);
        return isTaken
          ? { type: 'notice.taken', id, at, by: this.#self }
          : { type: 'notice.dropped', id, at, reason: 'the rules have changed' };
      });
    });
    return taken;
  }

  async recordDelivered(id: string, attempt: number): Promise<void> {
    await this.#journal.commit(() => [{ type: 'notice.delivered', id, at: this.#deps.clock.now(), attempt }]);
  }

  /** `final`: it is not tried again. */
  async recordFailed(id: string, attempt: number, reason: string, final: boolean): Promise<void> {
    await this.#journal.commit(() => {
      const at = this.#deps.clock.now();
      const failure: NoticeRecord = { type: 'notice.failed', id, at, attempt, reason };
      return final ? [failure, { type: 'notice.dropped', id, at, reason }] : [failure];
    });
  }

  /** Makes a long record short. Others that have it open begin again with what stays. */
  async trim(): Promise<void> {
    const dedupeMs = new Map(this.#rules.map((rule) => [rule.name, rule.dedupeMs]));
    const plan = (): ReturnType<NoticeLog['planTrim']> =>
      this.#log.planTrim(this.#deps.clock.now(), (rule) => dedupeMs.get(rule) ?? 0);
    if (this.#log.sizeBytes <= MAX_RECORD_BYTES || plan() === undefined) return;
    await this.#journal.rewrite(async () => {
      // Planned again under the lock: another process may have cut it just now.
      const stays = plan();
      if (stays === undefined) return undefined;
      const records: NoticeRecord[] = [];
      let index = 0;
      for await (const { text } of this.#journal.read()) {
        const record = parseRecord(text);
        if (record !== undefined && stays(record, index)) records.push(record);
        index += 1;
      }
      return records;
    });
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  async #isAbandoned({ queued, by }: PendingNotice): Promise<boolean> {
    if (this.#isOurs(by)) return false;
    const alive = await this.#deps.processes.isAlive(by);
    return alive === false || (alive === undefined && this.#deps.clock.now() - queued.at > ABANDONED_MS);
  }

  #isOurs({ pid, host, started }: ProcessIdentity): boolean {
    return pid === this.#self.pid && host === this.#self.host && started === this.#self.started;
  }

  /** The record says what to run and whom to call; only what is in the rules today is believed. */
  #isStillWanted({ queued }: PendingNotice): boolean {
    const sink = canonicalJson(queued.sink);
    return this.#rules.some(({ name, to }) => name === queued.rule && to.some((one) => canonicalJson(one) === sink));
  }
}

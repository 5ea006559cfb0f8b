import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { createUlidSource } from '../../kernel/ids.ts';
import { isWanted, type NotifyRule, type PendingNotice } from '../../kernel/notify/index.ts';
import type { Clock, Notice, Notifier, Processes, Random } from '../../kernel/ports/index.ts';
import { openJournal } from '../fs/index.ts';
import { Outbox, type OutboxDeps } from './outbox.ts';
import { sendNotice, type SendDeps } from './send.ts';

export interface NotifierDeps extends Omit<OutboxDeps, 'processes'>, Omit<SendDeps, 'processes'> {
  readonly processes: Processes;
  /** Read when the first notice comes. */
  readRules(): Promise<readonly NotifyRule[]>;
  /** Pauses between attempts; their number and one more is the number of attempts. */
  readonly pausesMs?: readonly number[];
  /** Notices that may wait in this process at the same time; more are dropped, with a remark. */
  readonly maxWaiting?: number;
}

const DEFAULT_PAUSES_MS = [1_000, 5_000, 25_000];
const DEFAULT_MAX_WAITING = 1_000;

/** Queues in memory what callers say, records it, and delivers it beside them. */
function createNotifier(deps: NotifierDeps): Notifier {
  return new BackgroundNotifier(deps);
}

class BackgroundNotifier implements Notifier {
  readonly #deps: NotifierDeps;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** The end of the last delivery to each sink: one at a time, in order, and a slow one delays only itself. */
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #recording = new Set<Promise<unknown>>();
  #rules: Promise<readonly NotifyRule[]> | undefined;
  #outbox: Promise<Outbox> | undefined;
  #waiting = 0;
  #hasComplained = false;

  constructor(deps: NotifierDeps) {
    this.#deps = deps;
  }

  notify(notice: Notice): void {
    if (this.#stop.signal.aborted || this.#waiting >= (this.#deps.maxWaiting ?? DEFAULT_MAX_WAITING)) {
      this.#complain(`a notice was dropped, too many are waiting: ${notice.text}`);
      return;
    }
    const recording = this.#record(notice);
    this.#recording.add(recording);
    this.#inBackground(async () => {
      this.#waiting += 1;
      try {
        const recorded = await recording.finally(() => this.#recording.delete(recording));
        if (recorded !== undefined) await this.#deliverAll(recorded.outbox, recorded.notices);
      } finally {
        this.#waiting -= 1;
      }
    });
  }

  wake(): void {
    if (this.#stop.signal.aborted) return;
    const isOpen = this.#outbox !== undefined;
    this.#inBackground(async () => {
      const outbox = await this.#open();
      // Opening it does the same; later ones are those that other processes left behind since.
      if (isOpen) await this.#deliverAll(outbox, await outbox.takeAbandoned());
    });
  }

  async recorded(): Promise<void> {
    await Promise.all(this.#recording);
  }

  async settle(limitMs: number): Promise<boolean> {
    const limit = sleep(limitMs, undefined, { ref: true, signal: this.#stop.signal }).catch(() => undefined);
    const isDone = await Promise.race([this.#allDone().then(() => true), limit.then(() => false)]);
    this.#stop.abort();
    await this.#allDone();
    const outbox = await this.#outbox?.catch(() => undefined);
    await outbox?.close();
    return isDone;
  }

  /** Most of what happens is of interest to no rule: nothing is opened or locked for it. */
  async #record(
    notice: Notice,
  ): Promise<{ readonly outbox: Outbox; readonly notices: readonly PendingNotice[] } | undefined> {
    if (!isWanted(await this.#readRules(), notice)) return undefined;
    const outbox = await this.#open();
    return { outbox, notices: await outbox.queue(notice) };
  }

  async #allDone(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Whatever goes wrong here is a remark: the caller has long gone on. */
  #inBackground(work: () => Promise<void>): void {
    const running = this.#untilDone(work()).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #untilDone(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#complain(error instanceof Error ? error.message : String(error));
    }
  }

  #complain(text: string): void {
    if (this.#hasComplained) return;
    this.#hasComplained = true;
    this.#deps.remark(`notices: ${text}`);
  }

  #open(): Promise<Outbox> {
    return (this.#outbox ??= this.#openOnce());
  }

  #readRules(): Promise<readonly NotifyRule[]> {
    return (this.#rules ??= this.#deps.readRules());
  }

  async #openOnce(): Promise<Outbox> {
    const outbox = await Outbox.open(this.#deps, await this.#readRules());
    this.#inBackground(async () => await this.#deliverAll(outbox, await outbox.takeAbandoned()));
    this.#inBackground(() => outbox.trim());
    return outbox;
  }

  async #deliverAll(outbox: Outbox, notices: readonly PendingNotice[]): Promise<void> {
    await Promise.all(notices.map((pending) => this.#inLane(pending, () => this.#deliver(outbox, pending))));
  }

  #inLane({ queued }: PendingNotice, work: () => Promise<void>): Promise<void> {
    const lane = canonicalJson(queued.sink);
    const end = this.#untilDone((this.#lanes.get(lane) ?? Promise.resolve()).then(work));
    this.#lanes.set(lane, end);
    return end;
  }

  async #deliver(outbox: Outbox, { queued, attempts }: PendingNotice): Promise<void> {
    const { signal } = this.#stop;
    const pausesMs = this.#deps.pausesMs ?? DEFAULT_PAUSES_MS;
    for (let attempt = attempts + 1; !signal.aborted; attempt++) {
      const outcome = await sendNotice(this.#deps, queued, signal);
      if (outcome.kind === 'sent') return await outbox.recordDelivered(queued.id, attempt);
      // Cut short by us: it stays open, and the next process tries again.
      if (signal.aborted) return;
      const pauseMs = pausesMs[attempt - 1];
      const isLast = outcome.final || pauseMs === undefined;
      await outbox.recordFailed(queued.id, attempt, outcome.reason, isLast);
      if (isLast) return;
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

export interface FileNotifierDeps extends Omit<NotifierDeps, 'createId' | 'openJournal'> {
  readonly clock: Clock;
  readonly random: Random;
  /** How long a notice waits for other processes that write to the record. */
  readonly lockWaitMs: number;
}

/** A notifier whose record is `notices.jsonl` in the data dir. */
export const createFileNotifier = (deps: FileNotifierDeps): Notifier =>
  createNotifier({
    ...deps,
    createId: createUlidSource(deps.clock, deps.random),
    openJournal: (options) => openJournal(deps, { ...options, path: join(deps.dataDir, 'notices.jsonl') }),
  });

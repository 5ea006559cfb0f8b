import { BatonError } from '../../../kernel/errors/index.ts';
import type { TaskLookup } from '../../../kernel/ports/index.ts';
import type { TaskEntry, TaskRecord, TaskStatus } from '../../../kernel/tasks.ts';

/** What is remembered of a task that was asked about but not named. */
export interface TaskFact {
  readonly status: TaskStatus;
  readonly rev: number;
  readonly dependsOn: readonly string[];
}

/** Questions that a decision has asked and nobody could answer yet. */
export interface Questions {
  readonly tasks: Set<string>;
  readonly children: Set<string>;
  readonly keys: Set<string>;
  readonly dates: Set<string>;
  /** More of the queue, for a decision with this taste. */
  queue: ((task: TaskRecord) => boolean) | undefined;
}

/** Ends a decision that lacks a fact: it is looked up, and the decision is made again. Nobody gets to see it. */
const factMissing = (): BatonError => new BatonError('INTERNAL', 'a decision went on without a fact it had asked for');

/**
 * What a decision may know. Decisions ask in the middle of plain code, which cannot wait for a database: an unknown
 * fact ends the decision, is read, and the decision starts over. Decisions are pure, so nobody notices.
 */
export class Facts {
  readonly named = new Map<string, TaskEntry | undefined>();
  readonly tasks = new Map<string, TaskFact | undefined>();
  readonly children = new Map<string, readonly string[]>();
  readonly keys = new Map<string, boolean>();
  readonly freeIds = new Map<string, string>();
  /** Of the queue, in order, as far as it was read. */
  readonly queue: TaskEntry[] = [];
  isQueueWhole = false;

  /** Undefined where facts were missing; they stand in `questions` then. */
  decide<T>(decide: (lookup: TaskLookup) => T): { readonly value: T } | { readonly questions: Questions } {
    const questions: Questions = {
      tasks: new Set(),
      children: new Set(),
      keys: new Set(),
      dates: new Set(),
      queue: undefined,
    };
    try {
      const value = decide(this.#lookup(questions));
      // A decision that swallowed the signal has gone on without a fact.
      return hasAny(questions) ? { questions } : { value };
    } catch (error) {
      if (hasAny(questions)) return { questions };
      throw error;
    }
  }

  #lookup(questions: Questions): TaskLookup {
    const factOf = (id: string): TaskFact | undefined => {
      const entry = this.named.get(id);
      if (entry !== undefined) return toFact(entry);
      return this.named.has(id) ? undefined : ask(this.tasks, id, questions.tasks);
    };
    const queue = this.queue;
    const isWhole = (): boolean => this.isQueueWhole;
    return {
      get: (id) => {
        if (!this.named.has(id)) throw new BatonError('INTERNAL', `task ${id} was not named in the change`);
        return this.named.get(id);
      },
      statusOf: (id) => factOf(id)?.status,
      dependsOn: (id) => factOf(id)?.dependsOn ?? [],
      childrenOf: (id) => ask(this.children, id, questions.children) ?? [],
      wasSeen: (key) => ask(this.keys, key, questions.keys) === true,
      *claimable(fits) {
        for (const entry of queue) if (fits(entry.task)) yield entry;
        if (isWhole()) return;
        questions.queue = fits;
        throw factMissing();
      },
      freeId: (date) => ask(this.freeIds, date, questions.dates) ?? '',
    };
  }
}

function ask<K, V>(known: ReadonlyMap<K, V>, key: K, asked: Set<K>): V | undefined {
  if (known.has(key)) return known.get(key);
  asked.add(key);
  throw factMissing();
}

const hasAny = ({ tasks, children, keys, dates, queue }: Questions): boolean =>
  tasks.size + children.size + keys.size + dates.size > 0 || queue !== undefined;

const toFact = ({ task: { status, rev, dependsOn } }: TaskEntry): TaskFact => ({
  status,
  rev,
  dependsOn: status === 'done' || status === 'cancelled' ? [] : dependsOn,
});

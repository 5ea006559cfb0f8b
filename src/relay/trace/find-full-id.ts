import { BatonError } from '../../kernel/errors/index.ts';
import { isTaskId, isUlid, isUuid } from '../../kernel/ids.ts';
import type { Platform } from '../../kernel/ports/index.ts';

/** An id that something was recorded under, and the trace it belongs to. */
export interface KnownId {
  readonly id: string;
  readonly kind: 'trace' | 'run' | 'handoff';
  readonly traceId: string | undefined;
}

const BEGINNING = /^[\da-z][\da-z-]{3,}$/i;
const MAX_SHOWN = 10;

/**
 * The trace, run or handoff whose id begins so. Undefined for a whole id, for what cannot be the beginning of one, and if
 * nothing fits. Fails with TASK_ID_AMBIGUOUS, which lists what it could be.
 */
export async function findFullId(
  platform: Pick<Platform, 'audit' | 'tasks'>,
  text: string,
  kinds: readonly KnownId['kind'][] = ['trace', 'run', 'handoff'],
): Promise<KnownId | undefined> {
  if (!BEGINNING.test(text) || isTaskId(text) || isUlid(text) || isUuid(text)) return undefined;
  const found = new Map<string, KnownId>();
  const add = (known: KnownId): void => {
    if (kinds.includes(known.kind) && known.id.toLowerCase().startsWith(text.toLowerCase())) found.set(known.id, known);
  };
  await gatherTasks(platform, add);
  await gatherHandoffs(platform, add);
  const [only, ...others] = found.values();
  if (others.length === 0) return only;
  const ids = [...found.keys()].sort().slice(0, MAX_SHOWN);
  const more = found.size > MAX_SHOWN ? ' and others' : '';
  throw new BatonError('TASK_ID_AMBIGUOUS', `${text} could be ${ids.join(', ')}${more}`, { ids });
}

async function gatherTasks({ tasks }: Pick<Platform, 'tasks'>, add: (known: KnownId) => void): Promise<void> {
  const store = await tasks();
  const traces = new Map<string, string | undefined>();
  for (const { id, traceId } of await store.listLinks()) {
    traces.set(id, traceId);
    if (traceId !== undefined) add({ id: traceId, kind: 'trace', traceId });
  }
  for await (const { type, runId, taskId = '' } of store.readEvents())
    if (type === 'lease.acquired' && runId !== undefined)
      add({ id: runId, kind: 'run', traceId: traces.get(taskId) ?? taskId });
}

async function gatherHandoffs({ audit }: Pick<Platform, 'audit'>, add: (known: KnownId) => void): Promise<void> {
  for await (const { handoffId, traceId } of audit.entries({})) {
    if (handoffId !== undefined) add({ id: handoffId, kind: 'handoff', traceId });
    if (traceId !== undefined) add({ id: traceId, kind: 'trace', traceId });
  }
}

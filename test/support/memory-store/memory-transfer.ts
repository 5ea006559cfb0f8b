import { BatonError } from '../../../src/kernel/errors/index.ts';
import type { StagedTasks, TaskPiece, TaskTransfer } from '../../../src/kernel/ports/index.ts';
import { isFinished } from '../../../src/kernel/tasks.ts';
import { idKey, withoutStaleCheckpoint } from '../../../src/stores/task-index/index.ts';
import { createMemoryState, mapOf, type MemoryState } from './memory-state.ts';

/** Takes the whole state out, and puts another one in its place. */
export function createMemoryTransfer(get: () => MemoryState, set: (state: MemoryState) => void): TaskTransfer {
  return {
    read: () => readPieces(get()),
    isEmpty: async () => (await readPieces(get()).next()).done === true,
    wasKept: async (mark) => get().marks.has(mark),
    async stage(pieces, { mark, replace = false }): Promise<StagedTasks> {
      if (!replace && (await readPieces(get()).next()).done !== true)
        throw new BatonError('STORE_NOT_EMPTY', 'there are tasks already');
      const state = createMemoryState();
      for await (const piece of pieces) take(state, piece);
      state.marks.add(mark);
      return { read: () => readPieces(state), keep: async () => set(state), discard: async () => undefined };
    },
  };
}

async function* readPieces(state: MemoryState): AsyncGenerator<TaskPiece> {
  const ids = [...state.entries.keys()].sort((a, b) => (idKey(a) < idKey(b) ? -1 : 1));
  for (const id of ids) {
    const entry = state.entries.get(id);
    if (entry === undefined) continue;
    const earlier = [...(state.earlier.get(id) ?? [])].sort(([a], [b]) => a - b).map(([, run]) => run);
    yield {
      kind: 'task',
      entry: withoutStaleCheckpoint(entry, isFinished(entry.task.status)),
      text: state.texts.get(id) ?? '',
      earlier,
    };
    for (const [path, content] of [...(state.artifacts.get(id) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)))
      yield { kind: 'artifact', taskId: id, path, content };
  }
  for (const [date, last] of [...state.index.lastNumbers].sort(([a], [b]) => (a < b ? -1 : 1)))
    yield { kind: 'number', date, last };
  for (const key of state.index.seen.all()) yield { kind: 'seen', key };
  for (const event of state.events) yield { kind: 'event', event };
}

function take(state: MemoryState, piece: TaskPiece): void {
  switch (piece.kind) {
    case 'task': {
      const { id } = piece.entry.task;
      state.entries.set(id, piece.entry);
      state.texts.set(id, piece.text);
      state.index.put(piece.entry, '-');
      for (const one of piece.earlier) mapOf(state.earlier, id).set(one.run.attempt, one);
      return;
    }
    case 'artifact':
      mapOf(state.artifacts, piece.taskId).set(piece.path, Buffer.from(piece.content));
      return;
    case 'number':
      state.index.restoreLastNumber(piece.date, piece.last);
      return;
    case 'seen':
      state.index.seen.add(piece.key);
      return;
    case 'event':
      state.events.push(piece.event);
  }
}

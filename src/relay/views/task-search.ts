/** Full-text search over tasks, what agents left, and the project state. Texts are kept in memory by the task's rev. */
import type { Platform, TaskStore } from '../../kernel/ports/index.ts';
import { TASK_STATUSES, type TaskRecord } from '../../kernel/tasks.ts';
import { findHandoff, readTexts } from '../project/index.ts';
import type { SearchHit, SearchResult } from './types.ts';

export interface TaskSearch {
  search(platform: SearchPlatform, query: string): Promise<SearchResult>;
}

export type SearchPlatform = Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'tasks'>;

const MAX_HITS = 60;
const MAX_OUTPUTS_PER_TASK = 20;
const MAX_OUTPUT_BYTES = 256 * 1024;
/** Characters of all texts together; tasks beyond it are read again for every search. */
const MAX_KEPT_CHARACTERS = 64 * 1024 * 1024;
const AROUND = 70;
/** Texts that are read at once, and how long a search reads before it answers with what it has. */
const AT_ONCE = 50;
const MAX_READING_MS = 2_000;

interface Passage {
  readonly path?: string;
  readonly text: string;
}

interface Kept {
  readonly rev: number;
  readonly passages: readonly Passage[];
}

export function createTaskSearch(): TaskSearch {
  const kept = new Map<string, Kept>();
  let keptCharacters = 0;
  const passagesOf = async (store: TaskStore, task: TaskRecord): Promise<readonly Passage[]> => {
    const known = kept.get(task.id);
    // What a running agent leaves does not change the rev of its task.
    if (known?.rev === task.rev && task.lease === undefined) return known.passages;
    const passages = await readPassages(store, task.id);
    keptCharacters += sizeOf(passages) - sizeOf(known?.passages ?? []);
    if (keptCharacters <= MAX_KEPT_CHARACTERS) kept.set(task.id, { rev: task.rev, passages });
    else {
      keptCharacters -= sizeOf(passages);
      kept.delete(task.id);
    }
    return passages;
  };
  return {
    async search(platform, query) {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
      if (words.length === 0) return { hits: [], isCut: false };
      const hits: SearchHit[] = [...(await searchProject(platform, words))];
      const store = await platform.tasks();
      const tasks = (await store.list({ statuses: TASK_STATUSES })).toReversed();
      const started = platform.clock.now();
      for (let at = 0; at < tasks.length; at += AT_ONCE) {
        // What was read is kept: the next search comes further.
        if (hits.length >= MAX_HITS || platform.clock.now() - started > MAX_READING_MS) return { hits, isCut: true };
        const some = tasks.slice(at, at + AT_ONCE);
        const texts = await Promise.all(some.map((task) => passagesOf(store, task)));
        for (const [index, task] of some.entries()) {
          const hit = findHit(task, texts[index] ?? [], words);
          if (hit !== undefined) hits.push(hit);
        }
      }
      return { hits: hits.slice(0, MAX_HITS), isCut: hits.length > MAX_HITS };
    },
  };
}

const sizeOf = (passages: readonly Passage[]): number => passages.reduce((sum, { text }) => sum + text.length, 0);

async function readPassages(store: TaskStore, id: string): Promise<readonly Passage[]> {
  const passages: Passage[] = [{ text: await store.readBody(id) }];
  const outputs = (await store.listArtifacts(id)).filter((path) => path.startsWith('outputs/'));
  for (const path of outputs.slice(0, MAX_OUTPUTS_PER_TASK)) {
    const bytes = await store.readArtifact(id, path);
    if (bytes !== undefined) passages.push({ path, text: bytes.subarray(0, MAX_OUTPUT_BYTES).toString('utf8') });
  }
  return passages;
}

/** The first passage with every word; the title counts for all of them. */
function findHit(task: TaskRecord, passages: readonly Passage[], words: readonly string[]): SearchHit | undefined {
  const title = `${task.title} ${task.id}`.toLowerCase();
  const left = words.filter((word) => !title.includes(word));
  const about = { taskId: task.id, title: task.title, status: task.status };
  if (left.length === 0) return { kind: 'task', ...about, excerpt: '' };
  for (const { path, text } of passages) {
    const excerpt = findExcerpt(text, left);
    if (excerpt === undefined) continue;
    return path === undefined ? { kind: 'task', ...about, excerpt } : { kind: 'output', ...about, path, excerpt };
  }
  return undefined;
}

function findExcerpt(text: string, words: readonly string[]): string | undefined {
  const lower = text.toLowerCase();
  if (!words.every((word) => lower.includes(word))) return undefined;
  const at = lower.indexOf(words[0] ?? '');
  const [start, end] = [Math.max(0, at - AROUND), at + AROUND];
  const cut = text.slice(start, end).replaceAll(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`;
}

async function searchProject(platform: SearchPlatform, words: readonly string[]): Promise<SearchHit[]> {
  const handoff = await findHandoff(platform);
  if (handoff === undefined) return [];
  return [...readTexts(handoff)].flatMap(([name, text]): SearchHit[] => {
    const excerpt = findExcerpt(text, words);
    return excerpt === undefined ? [] : [{ kind: 'project', title: name, path: name, excerpt }];
  });
}

/** What a session had in hand just before its host made the conversation shorter. */
import { isJsonObject, renderIsoSeconds, type Json, type JsonObject } from '../../kernel/index.ts';
import type { Platform } from '../platform.ts';
import { listNext } from '../project/index.ts';
import { findMark, readWorkState, writeMark } from './session-marks.ts';

const MARK = 'snapshot';
const MOST_FILES = 20;
const MOST_ITEMS = 5;

/** May be called several times for one compaction: the same state leaves the file as it is. */
export async function takeSnapshot(platform: Platform, sessionId: string): Promise<void> {
  const content = await describeWork(platform);
  const before = await findMark(platform, sessionId, MARK);
  if (before !== undefined && JSON.stringify(before['work']) === JSON.stringify(content)) return;
  await writeMark(platform, sessionId, MARK, { taken_at: renderIsoSeconds(platform.clock.now()), work: content });
}

async function describeWork(platform: Platform): Promise<JsonObject> {
  const { changed } = await readWorkState(platform);
  const { active } = await listNext(platform);
  const store = await platform.tasks();
  const running = await store.list({ statuses: ['in-progress'], limit: MOST_ITEMS });
  const tasks: Json[] = [];
  for (const { id, title, lease } of running) {
    const entry = await store.find(id);
    const checkpoint = entry?.heartbeat?.checkpoint ?? entry?.checkpoint;
    tasks.push({
      id,
      title,
      holder: lease?.agent ?? '',
      ...(checkpoint === undefined ? {} : { checkpoint: short(checkpoint) }),
    });
  }
  return {
    changed: changed.slice(0, MOST_FILES),
    more: Math.max(0, changed.length - MOST_FILES),
    next: active.slice(0, MOST_ITEMS).map(({ id, title }) => (id === null ? title : `${id} ${title}`)),
    tasks,
  };
}

const short = (checkpoint: JsonObject | string): string =>
  (typeof checkpoint === 'string' ? checkpoint : JSON.stringify(checkpoint)).slice(0, 200);

/** The snapshot as lines for the agent that goes on; undefined where none was taken or nothing was in hand. */
export async function findSnapshotText(platform: Platform, sessionId: string): Promise<string | undefined> {
  const mark = await findMark(platform, sessionId, MARK);
  const work = mark?.['work'];
  if (mark === undefined || work === undefined || !isJsonObject(work)) return undefined;
  const lines = [
    ...listOf('Files changed and not committed', [...texts(work['changed']), ...more(work['more'])]),
    ...listOf('Next actions', texts(work['next'])),
    ...listOf('Tasks in progress', taskLines(work['tasks'])),
  ];
  if (lines.length === 0) return undefined;
  return [`In hand when the conversation was cut short (${String(mark['taken_at'])}):`, ...lines].join('\n');
}

const listOf = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${title}: ${items.join('; ')}`];

const texts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const more = (value: Json | undefined): string[] =>
  typeof value === 'number' && value > 0 ? [`and ${value} more`] : [];

const taskLines = (value: Json | undefined): string[] =>
  Array.isArray(value)
    ? value
        .filter((item) => isJsonObject(item))
        .map((task) =>
          [
            task['id'],
            task['title'],
            task['checkpoint'] === undefined ? undefined : `(checkpoint ${String(task['checkpoint'])})`,
          ]
            .filter((part) => part !== undefined)
            .join(' '),
        )
    : [];

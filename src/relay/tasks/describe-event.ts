import { given } from '../../kernel/given.ts';
import type { Json } from '../../kernel/json.ts';
import type { Notice } from '../../kernel/ports/index.ts';
import type { PlaneEvent } from '../../kernel/tasks.ts';

/** One line for people. */
export function describeEvent({ type, actor, taskId, payload }: PlaneEvent): string {
  const about = taskId ?? '';
  const say = (key: string): string => toWords(payload[key]);
  switch (type) {
    case 'task.created':
      return `${about} was made: ${say('title')}`;
    case 'task.transitioned':
      return `${about}: ${say('from')} → ${say('to')}${payload['reason'] === undefined ? '' : ` (${say('reason')})`}`;
    case 'task.completed':
      return `${about}: ${actor} reported ${say('outcome')}${payload['notes'] === undefined ? '' : `: ${say('notes')}`}`;
    case 'lease.acquired':
      return `${about}: held by ${say('agent')} until ${say('expiresAt')}`;
    case 'notice.alert':
      return say('text');
    default: {
      const words = Object.entries(payload).map(([key, value]) => `${key} ${toWords(value)}`);
      return [about, type, ...(words.length === 0 ? [] : [`(${words.join(', ')})`])]
        .filter((word) => word !== '')
        .join(' ');
    }
  }
}

const toWords = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const FOR_PEOPLE = new Set(['task.deadlettered', 'notice.alert']);
const WAITS_FOR_PEOPLE = new Set<Json | undefined>(['review', 'blocked', 'deadletter']);

/** What cannot go on without a person. */
const needsPerson = ({ type, payload }: PlaneEvent): boolean =>
  FOR_PEOPLE.has(type) ||
  (type === 'task.blocked' && payload['kind'] === 'human') ||
  (type === 'task.transitioned' && WAITS_FOR_PEOPLE.has(payload['to']));

/** Not a status that a task only passed on its way: one completion is one piece of news. */
export const isNews = ({ payload }: PlaneEvent): boolean => payload['through'] === undefined;

/** An event as the notifier takes it; `owner` is named if a person is needed. */
export function toNotice(event: PlaneEvent, owner: string | null = null): Notice {
  const { type, actor, taskId, runId, payload } = event;
  const { rule } = payload;
  const isOwners = owner !== null && needsPerson(event);
  return {
    type,
    text: isOwners ? `${owner}: ${describeEvent(event)}` : describeEvent(event),
    actor,
    payload: isOwners ? { ...payload, owner } : payload,
    ...given({ taskId, runId }),
    ...(typeof rule === 'string' ? { channel: rule } : {}),
  };
}

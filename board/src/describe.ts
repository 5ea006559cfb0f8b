/** What happened in a few words. Times and numbers that only machines need stay in the log. */
import type { JsonObject } from './types.ts';

const DULL = new Set(['sentAt', 'messageId', 'fence', 'expiresAt', 'beatCount', 'schema_version', 'agent', 'runId']);

export function describe(type: string, payload: JsonObject): string {
  const say = (key: string): string => (payload[key] === undefined ? '' : String(payload[key]));
  const why = say('reason') === '' ? '' : `: ${say('reason')}`;
  switch (type) {
    case 'task.created':
      return say('title');
    case 'task.transitioned':
      return `${say('from')} → ${say('to')}${why}`;
    case 'task.completed':
      return [say('outcome'), say('notes')].filter(Boolean).join(': ');
    case 'protocol.message.received':
      return `${say('messageType')} for ${say('to')}, ${say('outcome')}`;
    case 'delegation.requested':
      return `${say('from')} → ${say('to')}`;
    default:
      return Object.entries(payload)
        .filter(([key, value]) => !DULL.has(key) && value !== null && typeof value !== 'object')
        .map(([key, value]) => `${key} ${String(value)}`)
        .join(' · ');
  }
}

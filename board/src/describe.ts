/** What happened, as a sentence. Times and numbers that only machines need stay in the log. */
import type { JsonObject } from './types.ts';

type Say = (key: string) => string;

const because = (say: Say): string => (say('reason') === '' ? '' : `: ${say('reason')}`);

const WORDS: Readonly<Record<string, string>> = { 'in-progress': 'in progress', deadletter: 'dead letter' };
const status = (word: string): string => WORDS[word] ?? word;

const SENTENCES: Readonly<Record<string, (say: Say) => string>> = {
  'task.created': (say) => `created “${say('title')}”`,
  'task.transitioned': (say) => `moved it from ${status(say('from'))} to ${status(say('to'))}${because(say)}`,
  'task.completed': (say) =>
    `reported ${say('outcome').replace('_', ' ')}${say('notes') === '' ? '' : `: ${say('notes')}`}`,
  'task.blocked': (say) => `blocked it${because(say)}`,
  'task.reclaimed': (say) => `took it back from a run that gave no sign of life${because(say)}`,
  'task.deadlettered': (say) => `gave it up${because(say)}`,
  'task.noted': (say) => `noted: ${say('text') || say('line')}`,
  'task.commented': (say) => `said: ${say('text')}`,
  'task.edited': (say) => `changed ${say('fields') || 'it'}`,
  'task.depended': (say) => (say('dependsOn') === '' ? 'it waits for nothing' : `it waits for ${say('dependsOn')}`),
  'task.overdue': () => 'its due date has passed',
  'lease.acquired': () => 'began to work on it',
  'lease.renewed': () => 'is still at work',
  'lease.expired': (say) => `${say('agent') || 'the agent'} gave no sign of life in time`,
  'lease.released': () => 'let go of it',
  'delegation.requested': (say) => `handed a part to ${say('to')}`,
  'delegation.accepted': (say) => `${say('to') || 'the addressee'} took the handoff`,
  'delegation.rejected': (say) => `the handoff to ${say('to')} was refused${because(say)}`,
  'delegation.ended': (say) => say('text') || 'a part that was handed on ended without success',
  'dependency.ended': (say) => `${say('id') || 'a dependency'} ended without success`,
  'protocol.message.received': (say) => `${messageName(say('messageType'))}${forWhom(say)}${outcome(say)}`,
  'protocol.message.rejected': (say) => `${messageName(say('messageType'))} was refused${because(say)}`,
  'protocol.message.sent': (say) => `sent a message to its agent (${say('messageType') || say('type')})`,
  handoff_created: (say) => `wrote a handoff document for ${say('target')}${tokens(say)}`,
  handoff_transmitted: (say) => `sent the handoff document to ${say('target')}`,
  handoff_received: (say) => `received the handoff document${tokens(say)}`,
  handoff_validated: () => 'checked the handoff document',
  'audit.handoff.accepted': (say) => `the audit log recorded the handoff to ${say('target')}`,
  'audit.handoff.rejected': (say) =>
    `the audit log recorded the refusal of the handoff to ${say('target')}: ${say('code')}`,
  'dispatch.started': (say) => `started ${say('agent') || 'the agent'}`,
  'dispatch.failed': (say) => `could not start ${say('agent') || 'the agent'}${because(say)}`,
  'dispatch.silent': (say) => `${say('agent') || 'the agent'} was started and stayed silent`,
  'dispatch.ended': (say) => say('reason') || 'the program ended without a report',
  'dispatch.unroutable': () => 'no agent is known that could take it',
  'run.ended': (say) => describeEnd(say('how')),
  'run.stopped': (say) => `stopped the run${because(say)}`,
  'commit.made': (say) => `committed “${say('subject')}”`,
  'notice.alert': (say) => say('text'),
};

/** `ended by SIGKILL` and `exit code 1` as sentences. */
const describeEnd = (how: string): string =>
  how.startsWith('ended by') ? `the program was ${how}` : `the program ended${how === '' ? '' : `: ${how}`}`;

const MESSAGES: Readonly<Record<string, string>> = {
  'handoff.request': 'a request to take over work',
  'handoff.accepted': 'a handoff was accepted',
  'handoff.rejected': 'a handoff was refused',
  'handoff.ack': 'an answer to a handoff',
  'status.update': 'a status update',
  'completion.report': 'a report',
};

const tokens = (say: Say): string => (say('token_count') === '' ? '' : ` (${say('token_count')} tokens)`);
const messageName = (type: string): string => MESSAGES[type] ?? (type === '' ? 'a message' : `a message (${type})`);
const forWhom = (say: Say): string => (say('to') === '' || say('to') === 'baton' ? '' : ` for ${say('to')}`);
const outcome = (say: Say): string => (['', 'applied'].includes(say('outcome')) ? '' : `, ${say('outcome')}`);

const DULL = /^(?:sentAt|messageId|fence|expiresAt|beatCount|schema_version|agent|runId|.*_?(?:sha256|hash|id|ref))$/i;

export function describe(type: string, payload: JsonObject): string {
  const say = (key: string): string => {
    const value = payload[key];
    if (value === undefined || value === null) return '';
    return Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? '' : String(value);
  };
  const sentence = SENTENCES[type];
  if (sentence !== undefined) return sentence(say);
  const facts = Object.entries(payload)
    .filter(([key, value]) => !DULL.test(key) && value !== null && typeof value !== 'object' && String(value) !== '')
    .slice(0, 4)
    .map(([key, value]) => `${key.replaceAll(/[_-]/g, ' ')} ${String(value).slice(0, 80)}`);
  return [type.replaceAll(/[._-]/g, ' '), facts.join(', ')].filter((words) => words !== '').join(': ');
}

/** What concerns many readers; the rest is shown on request. */
export const isMinor = (type: string): boolean =>
  ['lease.renewed', 'protocol.message.received', 'task.noted', 'lease.released'].includes(type);

import type { JsonObject } from '../../kernel/json.ts';
import type { HookEvent, HookReply } from '../../relay/hook/index.ts';

/** Names of the events a host takes added context for. */
const TAKES_CONTEXT: Readonly<Record<HookEvent['host'], Readonly<Partial<Record<HookEvent['verb'], string>>>>> = {
  claude: { 'session-start': 'SessionStart', 'subagent-start': 'SubagentStart' },
  codex: { 'session-start': 'SessionStart', 'subagent-start': 'SubagentStart' },
  gemini: { 'session-start': 'SessionStart' },
};

const TAKES_BLOCK: ReadonlySet<HookEvent['verb']> = new Set(['subagent-stop', 'stop']);

/**
 * The answer in the form the host accepts at this event; undefined if there is nothing to say, or no way to say it.
 * Codex rejects an answer with a field it does not know, so only what each host names is ever sent.
 */
export function renderHookReply(
  { host, verb }: Pick<HookEvent, 'host' | 'verb'>,
  reply: HookReply,
): JsonObject | undefined {
  switch (reply.kind) {
    case 'silent':
      return undefined;
    case 'context': {
      const hookEventName = TAKES_CONTEXT[host][verb];
      if (hookEventName === undefined) return undefined;
      return { hookSpecificOutput: { hookEventName, additionalContext: reply.text } };
    }
    case 'block':
      if (!TAKES_BLOCK.has(verb)) return undefined;
      return { decision: host === 'gemini' ? 'deny' : 'block', reason: reply.reason };
    case 'message':
      return { systemMessage: reply.text };
  }
}

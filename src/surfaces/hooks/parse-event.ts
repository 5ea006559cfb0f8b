import { BatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import type { HookEvent, HookVerb } from '../../relay/hook/index.ts';
import type { HookHost } from '../../relay/setup/index.ts';

/** Hosts send whole last messages along; nothing sensible is larger. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024;

/** The host's JSON in our words. Fields a host leaves out are empty: hosts differ, and add fields with every release. */
export function parseHookEvent(text: string, verb: HookVerb, host: HookHost, folder: string): HookEvent {
  const input = text.trim() === '' ? {} : parseJson(text, { maxBytes: MAX_INPUT_BYTES, duplicateKeys: 'last-wins' });
  if (!isJsonObject(input)) {
    throw new BatonError('INPUT_INVALID', 'a hook takes one JSON object on standard input', {
      hint: 'hooks are called by the agent’s host; baton setup writes them',
    });
  }
  const common = { host, sessionId: sessionOf(input), folder: folderOf(input) || folder };
  switch (verb) {
    case 'session-start':
      return { ...common, verb, source: textOf(input, 'source') };
    case 'pre-compact':
      return { ...common, verb, trigger: textOf(input, 'trigger') };
    case 'subagent-start':
      return { ...common, verb, agentId: textOf(input, 'agent_id'), agentType: textOf(input, 'agent_type') };
    case 'subagent-stop':
      return {
        ...common,
        verb,
        agentId: textOf(input, 'agent_id'),
        agentType: textOf(input, 'agent_type'),
        message: lastMessage(input),
        isRetry: input['stop_hook_active'] === true,
      };
    case 'stop':
      return { ...common, verb, message: lastMessage(input), isRetry: input['stop_hook_active'] === true };
    case 'session-end':
      return { ...common, verb, reason: textOf(input, 'reason') };
  }
}

function textOf(input: JsonObject, key: string): string {
  const value = input[key];
  return typeof value === 'string' ? value : '';
}

/** Cursor has conversations, Copilot writes in camel case. */
const sessionOf = (input: JsonObject): string =>
  textOf(input, 'conversation_id') || textOf(input, 'session_id') || textOf(input, 'sessionId');

/** Cursor names every folder of the workspace; the first one is where it works. */
function folderOf(input: JsonObject): string {
  const roots = input['workspace_roots'];
  const [first] = Array.isArray(roots) ? roots : [];
  return textOf(input, 'cwd') || (typeof first === 'string' ? first : '');
}

/** Gemini calls it the response to the prompt. */
const lastMessage = (input: JsonObject): string =>
  textOf(input, 'last_assistant_message') || textOf(input, 'prompt_response');

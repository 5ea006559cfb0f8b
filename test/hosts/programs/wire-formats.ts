/** How each host's model service is asked and how it answers, as far as a scripted model needs it. */
import type { Turn } from '../script.ts';

export interface Format {
  readonly path: RegExp;
  toolNames(body: Record<string, unknown>): readonly string[];
  events(turn: Turn, tools: readonly string[]): readonly string[];
  /** The answer to a request that does not stream. */
  whole(turn: Turn, tools: readonly string[]): unknown;
}

let calls = 0;
const nextId = (prefix: string): string => `${prefix}_${(calls += 1)}`;

const sse = (value: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(value)}\n\n`;

interface Call {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/** The call a turn stands for, with the tool names this host offers; undefined for a sentence. */
function callOf(turn: Turn, tools: readonly string[]): Call | undefined {
  const pick = (...names: string[]): string => names.find((name) => tools.includes(name)) ?? names[0] ?? '';
  if (!('run' in turn || 'agent' in turn)) return undefined;
  if ('agent' in turn)
    return {
      name: pick('Agent', 'Task', 'task'),
      input: { description: 'look around', prompt: `${turn.key}: look around`, subagent_type: turn.agent },
    };
  const name = pick('Bash', 'exec_command', 'run_shell_command', 'bash', 'shell');
  const input = name === 'exec_command' ? { cmd: turn.run } : { command: turn.run, description: 'a step' };
  return { name, input };
}

const said = (turn: Turn): string => ('say' in turn ? turn.say : '');

const namesIn = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).flatMap((tool: Record<string, unknown>) => {
    const inner = tool['function'] as Record<string, unknown> | undefined;
    const declared = tool['functionDeclarations'];
    if (Array.isArray(declared)) return namesIn(declared);
    return [String(inner?.['name'] ?? tool['name'] ?? tool['type'])];
  });

const USAGE = { input_tokens: 10, output_tokens: 10 };

const anthropic: Format = {
  path: /\/v1\/messages(?:\?|$)/,
  toolNames: (body) => namesIn(body['tools']),
  events(turn, tools) {
    const call = callOf(turn, tools);
    const message = {
      id: nextId('msg'),
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [],
      usage: USAGE,
    };
    const block =
      call === undefined
        ? { type: 'text', text: '' }
        : { type: 'tool_use', id: nextId('toolu'), name: call.name, input: {} };
    const delta =
      call === undefined
        ? { type: 'text_delta', text: said(turn) }
        : { type: 'input_json_delta', partial_json: JSON.stringify(call.input) };
    const reason = call === undefined ? 'end_turn' : 'tool_use';
    return [
      sse({ type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } }, 'message_start'),
      sse({ type: 'content_block_start', index: 0, content_block: block }, 'content_block_start'),
      sse({ type: 'content_block_delta', index: 0, delta }, 'content_block_delta'),
      sse({ type: 'content_block_stop', index: 0 }, 'content_block_stop'),
      sse(
        { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: USAGE },
        'message_delta',
      ),
      sse({ type: 'message_stop' }, 'message_stop'),
    ];
  },
  whole: (turn) => ({
    id: nextId('msg'),
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [{ type: 'text', text: said(turn) }],
    stop_reason: 'end_turn',
    usage: USAGE,
  }),
};

const responses: Format = {
  path: /\/responses(?:\?|$)/,
  toolNames: (body) => namesIn(body['tools']),
  events(turn, tools) {
    const call = callOf(turn, tools);
    const id = nextId('resp');
    const item =
      call === undefined
        ? {
            id: nextId('msg'),
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: said(turn), annotations: [] }],
          }
        : {
            id: nextId('fc'),
            type: 'function_call',
            call_id: nextId('call'),
            name: call.name,
            arguments: JSON.stringify(call.input),
            status: 'completed',
          };
    const usage = {
      input_tokens: 10,
      input_tokens_details: null,
      output_tokens: 10,
      output_tokens_details: null,
      total_tokens: 20,
    };
    return [
      sse({ type: 'response.created', response: { id } }, 'response.created'),
      sse({ type: 'response.output_item.added', output_index: 0, item }, 'response.output_item.added'),
      sse({ type: 'response.output_item.done', output_index: 0, item }, 'response.output_item.done'),
      sse(
        { type: 'response.completed', response: { id, status: 'completed', output: [item], usage } },
        'response.completed',
      ),
    ];
  },
  whole: (turn) => ({
    id: nextId('resp'),
    status: 'completed',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said(turn) }] }],
  }),
};

const geminiAnswer = (turn: Turn, tools: readonly string[]): unknown => {
  const call = callOf(turn, tools);
  const part = call === undefined ? { text: said(turn) } : { functionCall: { name: call.name, args: call.input } };
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
    modelVersion: 'scripted',
  };
};

const gemini: Format = {
  path: /:(?:streamG|g)enerateContent/,
  toolNames: (body) => namesIn(body['tools']),
  events: (turn, tools) => [sse(geminiAnswer(turn, tools))],
  whole: geminiAnswer,
};

const chat: Format = {
  path: /\/chat\/completions(?:\?|$)/,
  toolNames: (body) => namesIn(body['tools']),
  events(turn, tools) {
    const call = callOf(turn, tools);
    const chunk = (delta: unknown, reason: string | null): string =>
      sse({
        id: 'chat',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted',
        choices: [{ index: 0, delta, finish_reason: reason }],
      });
    const tool =
      call === undefined
        ? undefined
        : {
            index: 0,
            id: nextId('call'),
            type: 'function',
            function: { name: call.name, arguments: JSON.stringify(call.input) },
          };
    return [
      chunk(
        tool === undefined ? { role: 'assistant', content: said(turn) } : { role: 'assistant', tool_calls: [tool] },
        null,
      ),
      chunk({}, tool === undefined ? 'stop' : 'tool_calls'),
      'data: [DONE]\n\n',
    ];
  },
  whole: (turn) => ({
    id: 'chat',
    object: 'chat.completion',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, message: { role: 'assistant', content: said(turn) }, finish_reason: 'stop' }],
  }),
};

export const FORMATS: readonly Format[] = [anthropic, responses, gemini, chat];

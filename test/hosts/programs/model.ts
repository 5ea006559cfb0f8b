/**
 * A model that answers from a script, in the wire format of the host that asks. It runs inside the host's network namespace:
 * `model.ts SCRIPT LOG PORT_FILE`. A request without tools is a title or a summary and gets a fixed sentence. A request
 * that holds a subagent's key gets that subagent's turns, every other one the turns of the main agent, in order.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { FORMATS, type Format } from './wire-formats.ts';
import type { Script, Turn } from '../script.ts';

const [scriptPath = '', logPath = '', portPath = ''] = process.argv.slice(2);
const script = JSON.parse(readFileSync(scriptPath, 'utf8')) as Script;
const used = new Map<string, number>();

const server = createServer((request, response) => {
  void answer(request, response).catch((error: unknown) => {
    appendFileSync(logPath, `${JSON.stringify({ failed: String(error) })}\n`);
    response.writeHead(500).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  writeFileSync(portPath, String(typeof address === 'object' ? address?.port : ''));
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const text = Buffer.concat(pieces).toString('utf8');
  const format = FORMATS.find(({ path }) => path.test(request.url ?? ''));
  if (format === undefined || request.method !== 'POST') {
    response.writeHead(request.url?.includes('count_tokens') === true ? 200 : 404, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify({ input_tokens: 1, models: [], data: [] }));
    return;
  }
  const body = JSON.parse(text) as Record<string, unknown>;
  const tools = format.toolNames(body);
  const role = tools.length === 0 ? 'title' : findRole(text);
  const turn = nextTurn(role, text);
  appendFileSync(logPath, `${JSON.stringify({ role, turn, tools: tools.length, bytes: text.length, body: text })}\n`);
  send(response, format, turn, tools, body);
}

/** The parent's request holds the key of a subagent too, in the call that started it. */
const findRole = (text: string): string =>
  text.includes('"type":"tool_use"')
    ? 'main'
    : (Object.keys(script.subagents).find((key) => text.includes(key)) ?? 'main');

function nextTurn(role: string, text: string): Turn {
  if (role === 'title') return { say: 'A title' };
  const turns = role === 'main' ? script.turns : (script.subagents[role] ?? []);
  const at = used.get(role) ?? 0;
  used.set(role, at + 1);
  return resolve(turns[at] ?? { say: 'Nothing else to do.' }, text);
}

/** Turns that depend on what the host said: an agent that does exactly what it was told. */
function resolve(turn: Turn, text: string): Turn {
  if ('obey' in turn) {
    const lines = strings(JSON.parse(text)).flatMap((each) => each.split('\n'));
    return { run: lines.map(unescape).findLast((line) => line.startsWith('baton handoff ')) ?? 'false' };
  }
  if (!('summarise' in turn)) return turn;
  const block = strings(JSON.parse(text))
    .map((each) => /\[AOP:START\][^]*\[AOP:END\] \S+/.exec(each)?.[0])
    .findLast(Boolean);
  const bullets = turn.summarise.map((bullet) => `- ${bullet}`).join('\n');
  return { say: (block ?? 'no block').replace(/(?<=\[AOP:SUMMARY\]\n)[^]*?(?=\n\n)/, bullets) };
}

const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(strings)
      : [];

/** Gemini CLI escapes what hooks say. */
const unescape = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function send(
  response: ServerResponse,
  format: Format,
  turn: Turn,
  tools: readonly string[],
  body: Record<string, unknown>,
): void {
  if (body['stream'] === false) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(format.whole(turn, tools)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of format.events(turn, tools)) response.write(event);
  response.end();
}

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { isJsonObject, type JsonObject } from '../../src/kernel/json.ts';

/** Which tools the gateway offers, and whether it answers at all. */
export interface GatewayPolicy {
  readonly tools: readonly string[];
  isBroken?: boolean;
}

export interface SessionGateway {
  readonly url: string;
  readonly policy: GatewayPolicy;
  /** Sessions that are at work, by their key. */
  readonly running: Map<string, { readonly brief: string; readonly heard: string[] }>;
}

export const GATEWAY_TOKEN = 'secret-token';

/** A gateway whose sessions work until they are ended: the part of OpenClaw that starting and stopping needs. */
export async function startSessionGateway(tools: readonly string[]): Promise<SessionGateway> {
  const gateway: SessionGateway = { url: '', policy: { tools }, running: new Map() };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (request.headers.authorization !== `Bearer ${GATEWAY_TOKEN}`) return reply(response, 401, { ok: false });
      const asked: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
      return invoke(gateway, isJsonObject(asked) ? asked : {}, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(gateway, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function invoke({ policy, running }: SessionGateway, asked: JsonObject, response: ServerResponse): void {
  const tool = String(asked['tool']);
  const args = isJsonObject(asked['args']) ? asked['args'] : {};
  if (policy.isBroken === true) return reply(response, 500, { ok: false });
  if (!policy.tools.includes(tool)) return reply(response, 404, { ok: false, error: { type: 'not_found' } });
  if (tool === 'sessions_spawn') {
    const key = `agent:worker:subagent:${running.size + 1}`;
    running.set(key, { brief: String(args['task']), heard: [] });
    return reply(response, 200, { ok: true, result: { details: { status: 'accepted', childSessionKey: key } } });
  }
  const session = running.get(String(args['target'] ?? args['sessionKey']));
  if (session === undefined)
    return reply(response, 200, { ok: true, result: { details: { status: 'error', error: 'no such session' } } });
  if (tool === 'subagents') running.delete(String(args['target']));
  else session.heard.push(String(args['message']));
  reply(response, 200, { ok: true, result: { details: { status: 'ok' } } });
}

const reply = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

import { join } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../kernel/json.ts';
import type { AgentProfile } from '../../../protocols/tasks/index.ts';
import type { Files, Platform } from '../../../kernel/ports/index.ts';

/** An agent as `agents.json` in the data dir has it. */
export interface KnownAgent extends AgentProfile {
  /** Ed25519, SPKI in base64. */
  readonly publicKey?: string;
  /** What its executor needs: command, arguments, gateway. */
  readonly settings: JsonObject;
}

export interface AgentBook {
  readonly agents: readonly KnownAgent[];
  readonly teamLimits: Readonly<Record<string, number>>;
}

export const agentFile = (platform: Pick<Platform, 'project'>): string => join(platform.project.dataDir, 'agents.json');

export const readAgents = async (platform: Pick<Platform, 'files' | 'project'>): Promise<AgentBook> =>
  await readAgentFile(platform.files, agentFile(platform));

export async function readAgentFile(files: Pick<Files, 'findText'>, path: string): Promise<AgentBook> {
  const text = await files.findText(path, { maxBytes: 4 * 1024 * 1024 });
  if (text === undefined) return { agents: [], teamLimits: {} };
  const value = parseJson(text);
  if (!isJsonObject(value) || !Array.isArray(value['agents'])) throw invalid(path, 'it has no list "agents"');
  const teams = isJsonObject(value['teams']) ? value['teams'] : {};
  return {
    agents: value['agents'].map((row: unknown) => toAgent(path, row)),
    teamLimits: Object.fromEntries(
      Object.entries(teams).flatMap(([team, limit]) => (typeof limit === 'number' ? [[team, limit]] : [])),
    ),
  };
}

const KEYS = new Set(['id', 'role', 'team', 'tags', 'executor', 'concurrency', 'publicKey']);

function toAgent(path: string, row: unknown): KnownAgent {
  if (!isJsonObject(row) || typeof row['id'] !== 'string' || row['id'] === '')
    throw invalid(path, 'an agent has no id');
  const { id, role, team, tags, executor = 'pull', concurrency = 1, publicKey } = row;
  if (executor !== 'pull' && executor !== 'command' && executor !== 'openclaw' && executor !== 'a2a')
    throw invalid(path, `agent ${id} has an unknown executor`);
  if (typeof concurrency !== 'number' || concurrency < 1)
    throw invalid(path, `agent ${id} has a concurrency that is not a whole number above 0`);
  return {
    id,
    ...(typeof role === 'string' ? { role } : {}),
    ...(typeof team === 'string' ? { team } : {}),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    executor,
    concurrency,
    ...(typeof publicKey === 'string' ? { publicKey } : {}),
    settings: Object.fromEntries(Object.entries(row).filter(([key]) => !KEYS.has(key))),
  };
}

const invalid = (path: string, reason: string): BatonError =>
  new BatonError('CONFIG_INVALID', `${path}: ${reason}`, {
    path,
    hint: 'fix the file, or use baton agent add and remove',
  });

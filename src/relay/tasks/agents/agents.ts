import { join, relative } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../kernel/json.ts';
import type { AgentProfile } from '../../../protocols/tasks/index.ts';
import type { AuthorityRequest, Files, Platform } from '../../../kernel/ports/index.ts';
import { agentRequest } from '../../../kernel/authority/index.ts';

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

/** What an agent of agents.json asks for: to be started, or to count as known. */
export const requestOf = (platform: Pick<Platform, 'project'>, agent: KnownAgent): AuthorityRequest =>
  agentRequest(agent, relative(platform.project.root, agentFile(platform)));

/** Whether a person on this machine added or approved this agent as it is now. */
export const isAgentApproved = async (platform: Pick<Platform, 'project'>, agent: KnownAgent): Promise<boolean> =>
  await platform.project.authority.isApproved(requestOf(platform, agent));

/** The book without agents that Baton would have to start and nobody approved; each is named once. */
export async function withoutUnapproved(platform: Pick<Platform, 'project'>, book: AgentBook): Promise<AgentBook> {
  const agents: KnownAgent[] = [];
  for (const agent of book.agents) {
    const mayStay = agent.executor === 'pull' || (await platform.project.authority.permit(requestOf(platform, agent)));
    if (mayStay) agents.push(agent);
  }
  return { ...book, agents };
}

/** The agent of this name, if a person vouched for it: what a repository says of its agents proves nothing. */
export async function findBelieved(
  platform: Pick<Platform, 'project'>,
  { agents }: AgentBook,
  id: string,
): Promise<readonly KnownAgent[]> {
  const named = agents.find((agent) => agent.id === id);
  return named !== undefined && (await isAgentApproved(platform, named)) ? [named] : [];
}

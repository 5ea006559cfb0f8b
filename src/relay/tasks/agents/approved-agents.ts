import { relative } from 'node:path';
import { agentRequest } from '../../../kernel/authority/index.ts';
import type { AuthorityRequest, Platform } from '../../../kernel/ports/index.ts';
import { agentFile, type AgentBook, type KnownAgent } from './agents.ts';

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

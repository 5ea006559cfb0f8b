import { proveEntry } from '../../../relay/audit/index.ts';
import {
  createActivityReader,
  createTaskSearch,
  viewAgents,
  viewCommits,
  viewStatistics,
} from '../../../relay/views/index.ts';
import { data, type Route } from '../route.ts';
import { answer } from './answer-schema.ts';
import type { RouteContext } from './context.ts';
import { findNumber, getParam, getTaskParam } from './query.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** What is read out of many tasks at once; the readers keep what they have read. */
export function createInsightRoutes({ platform }: RouteContext): Route[] {
  const activity = createActivityReader();
  const search = createTaskSearch();
  return [
    {
      method: 'GET',
      path: '/v1/agents',
      summary: 'Who is at work, with which slots, and how it went so far',
      tag: 'agents',
      response: answer('Agents'),
      handle: async () => data({ agents: await viewAgents(platform, activity) }),
    },
    {
      method: 'GET',
      path: '/v1/statistics',
      summary: 'How much gets done and how long it takes, day by day',
      tag: 'agents',
      query: {
        days: { about: 'How many days, today included.', schema: { type: 'integer', minimum: 1, maximum: MAX_DAYS } },
      },
      response: answer('Statistics'),
      handle: async ({ query }) => {
        const days = Math.min(MAX_DAYS, Math.max(1, findNumber(query, 'days') ?? DEFAULT_DAYS));
        return data(await viewStatistics(platform, activity, days));
      },
    },
    {
      method: 'GET',
      path: '/v1/search',
      summary: 'Full text of tasks, what agents left, and the project state',
      tag: 'tasks',
      query: { q: { about: 'Words that must all be there.', schema: { type: 'string' } } },
      response: answer('SearchResult'),
      handle: async ({ query }) => data(await search.search(platform, (query['q'] ?? '').slice(0, 200))),
    },
  ];
}

/** What shows that something was done: commits, and proofs of audit entries. */
export function createEvidenceRoutes({ platform }: RouteContext): Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/tasks/{id}/commits',
      summary: 'What changed in the repository: commits that name the task or its trace',
      tag: 'tasks',
      params: { id: { about: 'Id of the task.', schema: { type: 'string' } } },
      response: answer('Commits'),
      handle: async (request) => data({ commits: await viewCommits(platform, getTaskParam(request)) }),
    },
    {
      method: 'GET',
      path: '/v1/audit/{id}/proof',
      summary: 'A proof that an entry is in the audit log; it can be verified without the log',
      tag: 'governance',
      params: { id: { about: 'Number or reference of the entry, or id of the handoff.', schema: { type: 'string' } } },
      response: answer('AuditProof'),
      handle: async (request) => data(await proveEntry(platform, getParam(request, 'id'))),
    },
  ];
}

import { proveEntry } from '../../../relay/audit/index.ts';
import { viewFleet } from '../../../relay/fleet/index.ts';
import { readPlain } from '../../../relay/project/index.ts';
import {
  createActivityReader,
  createTaskSearch,
  viewAgents,
  viewAudit,
  viewCommits,
  viewFindings,
  viewGovernance,
  viewProject,
  viewStatistics,
  viewTrace,
  viewTraces,
} from '../../../relay/views/index.ts';
import { data, type Route } from '../route.ts';
import { answer, findNumber, getParam, getTaskParam, type RouteContext } from './context.ts';

/** What can be looked at beside tasks. */
export function createViewRoutes({ platform }: RouteContext): Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/stream',
      summary:
        'Events of the task plane as they happen, named `plane`; `reset` asks the client to read everything again',
      tag: 'events',
      query: {
        after: {
          about: 'Id of the event seen last; a client that comes back sends it as Last-Event-ID.',
          schema: { type: 'string' },
        },
      },
      response: answer('PlaneEvent'),
      form: 'stream',
      handle: async ({ query, lastEventId }) => ({ kind: 'stream', after: lastEventId ?? query['after'] }),
    },
    {
      method: 'GET',
      path: '/v1/fleet',
      summary: 'Machines, leader, agents with their slots, runs, and how the database keeps up',
      tag: 'fleet',
      response: answer('Fleet'),
      handle: async () => data(await viewFleet(platform)),
    },
    {
      method: 'GET',
      path: '/v1/traces',
      summary: 'Every trace, finished ones too, the one that changed last first',
      tag: 'traces',
      response: answer('Traces'),
      handle: async () => data({ traces: await viewTraces(platform) }),
    },
    {
      method: 'GET',
      path: '/v1/traces/{id}',
      summary: 'One trace across everything that recorded it',
      tag: 'traces',
      params: { id: { about: 'A trace, or something that belongs to one.', schema: { type: 'string' } } },
      response: answer('Trace'),
      handle: async (request) => data(await viewTrace(platform, getParam(request, 'id'))),
    },
    {
      method: 'GET',
      path: '/v1/governance',
      summary: 'Agents, who may hand to whom, and whether the audit log holds',
      tag: 'governance',
      response: answer('Governance'),
      handle: async () => data(await viewGovernance(platform)),
    },
    {
      method: 'GET',
      path: '/v1/audit/{id}',
      summary: 'What the audit log says about a handoff or a trace',
      tag: 'governance',
      params: { id: { about: 'Id of the handoff or trace.', schema: { type: 'string' } } },
      response: answer('AuditEntries'),
      handle: async (request) => data({ entries: await viewAudit(platform, getParam(request, 'id')) }),
    },
    {
      method: 'GET',
      path: '/v1/project',
      summary: 'The project state: files with trust labels and sizes, assertions with expiry; null if there is none',
      tag: 'project',
      response: answer('Project'),
      handle: async () => data(await viewProject(platform)),
    },
    {
      method: 'GET',
      path: '/v1/project/files/{name}',
      summary: 'A handoff file, or a section of it, as it stands',
      tag: 'project',
      params: { name: { about: 'Name of the file in .ai/handoff.', schema: { type: 'string' } } },
      query: { section: { about: 'Only this section.', schema: { type: 'string' } } },
      response: answer('ProjectText'),
      handle: async (request) => {
        const { section } = request.query;
        return data(await readPlain(platform, { file: getParam(request, 'name'), section }));
      },
    },
    {
      method: 'GET',
      path: '/v1/findings',
      summary: 'What the guard has against the handoff files',
      tag: 'project',
      response: answer('Findings'),
      handle: async () => data(await viewFindings(platform)),
    },
  ];
}

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

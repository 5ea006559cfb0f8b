import { proveEntry } from '../../../relay/audit/index.ts';
import { viewCommits } from '../../../relay/views/index.ts';
import { data, type Route } from '../route.ts';
import { answer } from './answer-schema.ts';
import type { RouteContext } from './context.ts';
import { getParam, getTaskParam } from './query.ts';

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

import { basename } from 'node:path';
import { describeProject, listClaims, savings } from '../project/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { ProjectView } from './types.ts';

/** The project state with labels, expiry and what reading it costs; null if there is none. */
export async function viewProject(
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'reopen'
    | 'scanner'
    | 'tokens'
  >,
): Promise<ProjectView | null> {
  const project = await describeProject(platform);
  if (project === undefined) return null;
  const claims = await listClaims(platform);
  const { scenarios, method } = await savings(platform);
  return {
    ...project,
    name: project.name === '' ? basename(platform.project.root) : project.name,
    claims: claims.map(({ property, status, effective, expired, expires }) => ({
      property,
      status,
      effective,
      expired,
      ...(expires === null ? {} : { expires }),
    })),
    scenarios: scenarios.map(({ name, full, layered, savings: saved }) => ({ name, full, layered, savings: saved })),
    method,
  };
}

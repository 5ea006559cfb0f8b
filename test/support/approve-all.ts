import type { Platform } from '../../src/kernel/ports/index.ts';
import { listAsked } from '../../src/relay/authority/index.ts';

/** What a person does who says yes to everything a project asks for. */
export async function approveAll(platform: Pick<Platform, 'files' | 'project'>): Promise<void> {
  const { requests } = await listAsked(platform);
  await platform.project.authority.approve(requests, 'approve');
}

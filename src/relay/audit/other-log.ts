import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { placeOf } from './anchor.ts';
import { readAnchors } from './git-anchors.ts';

/**
 * Before a log is begun: fails with AUDIT_BROKEN if the repository has the anchor of another log of this project. Nobody
 * is blocked in an empty log.
 */
export async function assertNoOtherLog(platform: Pick<Platform, 'audit' | 'facts' | 'project'>): Promise<void> {
  if ((await platform.audit.head()) !== undefined) return;
  const { others } = await readAnchors(await platform.project.findRepo(), undefined);
  const here = others.filter(({ place }) => place === placeOf(platform));
  if (here.length === 0) return;
  const entries = Math.max(...here.map(({ head }) => head.entries));
  throw new BatonError('AUDIT_BROKEN', `git has the anchor of an audit log of ${entries} entries that is not here`, {
    hint: 'restore the log; if it is lost, a person runs baton audit accept --by PERSON --reason TEXT on a terminal',
  });
}

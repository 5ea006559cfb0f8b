import { commitOf, decideExpiry, type Claim, type TrustClock } from '../../../protocols/project/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';

/** Now, and how many commits ago each claim that counts in commits was verified. */
export async function readTrustClock(
  platform: Pick<Platform, 'clock' | 'project'>,
  claims: readonly Claim[],
): Promise<TrustClock> {
  const counted = claims
    .filter((claim) => decideExpiry(claim).kind === 'commits')
    .flatMap((claim) => commitOf(claim) ?? []);
  const distances = new Map<string, number>();
  const repo = counted.length === 0 ? undefined : await platform.project.findRepo();
  if (repo !== undefined) {
    for (const commit of new Set(counted)) {
      const { code, stdout } = await repo.run(['rev-list', '--count', `${commit}..HEAD`], { okCodes: [128] });
      if (code === 0) distances.set(commit, Number(stdout.toString().trim()));
    }
  }
  return { nowMs: platform.clock.now(), commitsSince: (commit) => distances.get(commit) };
}

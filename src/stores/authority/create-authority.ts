import { renderIsoSeconds } from '../../kernel/time.ts';
import type { Approval, AskedContent, Authority, AuthorityRequest, Clock } from '../../kernel/ports/index.ts';
import { Approvals, type ApprovalDeps } from './approvals.ts';
import { createSeals, type SealDeps } from './seals.ts';

export interface AuthorityDeps extends Omit<ApprovalDeps, 'stateFolder'>, SealDeps {
  readonly clock: Clock;
  /** Of this process; BATON_APPROVED and the marks of a run are read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Everything in the project that asks, for BATON_APPROVED. */
  readAskedContent(): Promise<AskedContent>;
  /** For the person at the terminal. */
  remark(text: string): void;
}

/** What another process revokes counts here after this long at the latest. */
const REMEMBERED_MS = 1_000;

/** Keeps approvals and the key of the seals in the state folder of this user. */
export function createAuthority(deps: AuthorityDeps): Authority {
  const { stateFolder, environment } = deps;
  const approvals = stateFolder === undefined ? undefined : new Approvals({ ...deps, stateFolder });
  const isRun = [environment['BATON_RUN_ID'], environment['BATON_RUN_SECRET']].some(Boolean);
  const told = new Set<string>();
  const note = (text: string): void => {
    if (!told.has(text)) deps.remark(text);
    told.add(text);
  };
  const { isApproved, forget } = createJudge(deps, approvals);
  return {
    isApproved,
    async permit(request) {
      const isFine = await isApproved(request);
      if (!isFine) note(describeSkipped(request));
      return isFine;
    },
    async approve(requests, by) {
      if (isRun || approvals === undefined) return;
      const at = renderIsoSeconds(deps.clock.now());
      for (const request of requests) await approvals.add(request, at, by);
    },
    list: async (): Promise<readonly Approval[]> => (await approvals?.list()) ?? [],
    async revoke(hashes) {
      forget();
      return (await approvals?.remove(hashes)) ?? 0;
    },
    note,
    isRun,
    runSecret: environment['BATON_RUN_SECRET'],
    seals: createSeals(deps),
  };
}

interface Judge {
  isApproved(request: AuthorityRequest): Promise<boolean>;
  forget(): void;
}

function createJudge(deps: AuthorityDeps, approvals: Approvals | undefined): Judge {
  const named = deps.environment['BATON_APPROVED']?.trim().toLowerCase();
  /** Of approvals that were found: a scheduler asks many times a second. */
  const found = new Map<string, number>();
  return {
    async isApproved(request) {
      const now = deps.clock.now();
      if (now - (found.get(request.sha256) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS) return true;
      if ((await approvals?.find(request.sha256)) !== undefined) {
        found.set(request.sha256, now);
        return true;
      }
      if (named === undefined || named === '' || request.kind === 'state') return false;
      // Read each time: a daemon lives longer than what the hash was made of.
      const { sha256, sources } = await deps.readAskedContent();
      return sha256 === named && sources.has(request.source);
    },
    forget: () => found.clear(),
  };
}

const describeSkipped = ({ asks, source }: AuthorityRequest): string =>
  `not approved, so left out: ${asks} (${source}); see baton approve`;

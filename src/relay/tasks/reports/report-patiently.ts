import { isBatonError, type BatonError } from '../../../kernel/errors/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { deliverKeptReports, deliverOwnReport, isOutage, keepReport, REPORTS_LOCK } from './kept-reports.ts';
import { sendReport, type Report, type ReportOf, type ReportPlatform, type ReportResults } from './report.ts';

/** Which of the two happened: the store has it, or this machine keeps it until the store can be reached. */
export type Reported<R> =
  | { readonly kind: 'told'; readonly result: R }
  | { readonly kind: 'kept'; readonly path: string; readonly reason: string };

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;

/**
 * Says what a run has to say, and does not lose it to an outage. What finds the database away is kept first, because the
 * caller may be stopped while it waits; then it is tried again as long as the run may count on its lease, and as long as the
 * caller can wait. What was kept before goes first.
 */
export async function reportPatiently<K extends Report['kind']>(
  platform: ReportPlatform & Pick<Platform, 'timers'>,
  kind: K,
  request: ReportOf<K>['request'],
  { maxWaitMs = Infinity }: { readonly maxWaitMs?: number } = {},
): Promise<Reported<ReportResults[K]>> {
  const { clock, project, timers } = platform;
  if (request.dryRun === true) return { kind: 'told', result: await sendReport(platform, kind, request) };
  const { values } = project.settings;
  const patienceMs = Math.min(values['tasks.outageSeconds'], values['tasks.leaseSeconds']) * 1_000;
  const deadline = clock.now() + Math.min(patienceMs, maxWaitMs);
  let path: string | undefined;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      if (path !== undefined) return { kind: 'told', result: await deliverOwnReport(platform, path, kind, request) };
      await deliverKeptReports(platform);
      return { kind: 'told', result: await sendReport(platform, kind, request) };
    } catch (error) {
      if (!isBatonError(error) || !mayPass(error)) throw error;
      // The kinds and their requests go together: `ReportOf` has said so.
      path ??= await keepReport(platform, { kind, request } as Report);
      if (isUseless(error) || clock.now() + pauseMs >= deadline) return { kind: 'kept', path, reason: error.message };
      await timers.sleep(pauseMs);
    }
  }
}

/** This process would only show the same password again. */
const isUseless = (error: BatonError): boolean => error.code === 'STORE_LOGIN_REFUSED';

/** Also somebody else who holds the kept reports: it waits for the same database. */
const mayPass = (error: BatonError): boolean =>
  isOutage(error) || (error.code === 'LOCK_HELD' && error.details['lock'] === REPORTS_LOCK);

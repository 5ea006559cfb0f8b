import type { TaskEntry } from '../../../kernel/tasks.ts';
import { heartbeat, type BeatRequest } from '../heartbeat.ts';
import { complete, type CompleteRequest } from '../complete.ts';
import { delegate, type DelegateRequest, type Delegation } from '../delegate.ts';
import type { RoutedMessage } from '../messages/route-message.ts';

/** What a run has to say about its task, as it would be said again: all of it is data. */
export type Report =
  | { readonly kind: 'heartbeat'; readonly request: BeatRequest }
  | { readonly kind: 'complete'; readonly request: CompleteRequest }
  /** The id makes a second delivery harmless. */
  | { readonly kind: 'delegate'; readonly request: DelegateRequest & { readonly messageId: string } };

/** What comes of each kind. */
export interface ReportResults {
  readonly heartbeat: TaskEntry;
  readonly complete: RoutedMessage;
  readonly delegate: Delegation;
}

export type ReportPlatform = Parameters<typeof complete>[0] & Parameters<typeof delegate>[0];

export type ReportOf<K extends Report['kind']> = Extract<Report, { kind: K }>;

const SENDERS: {
  readonly [K in Report['kind']]: (
    platform: ReportPlatform,
    request: ReportOf<K>['request'],
  ) => Promise<ReportResults[K]>;
} = { heartbeat, complete, delegate };

export const sendReport = async <K extends Report['kind']>(
  platform: ReportPlatform,
  kind: K,
  request: ReportOf<K>['request'],
): Promise<ReportResults[K]> => await SENDERS[kind](platform, request);

import type { TaskEntry } from '../../../kernel/tasks.ts';
import type { BeatRequest } from '../heartbeat.ts';
import type { CompleteRequest } from '../complete.ts';
import type { DelegateRequest, Delegation } from '../delegate.ts';
import type { MessagePlatform, RoutedMessage } from '../messages/route-message.ts';

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

export type ReportPlatform = MessagePlatform;

export type ReportOf<K extends Report['kind']> = Extract<Report, { kind: K }>;

/** Each is loaded when it is used: a heartbeat is sent often, and needs little of what a handoff needs. */
const SENDERS: {
  readonly [K in Report['kind']]: (
    platform: ReportPlatform,
    request: ReportOf<K>['request'],
  ) => Promise<ReportResults[K]>;
} = {
  heartbeat: async (platform, request) => await (await import('../heartbeat.ts')).heartbeat(platform, request),
  complete: async (platform, request) => await (await import('../complete.ts')).complete(platform, request),
  delegate: async (platform, request) => await (await import('../delegate.ts')).delegate(platform, request),
};

export const sendReport = async <K extends Report['kind']>(
  platform: ReportPlatform,
  kind: K,
  request: ReportOf<K>['request'],
): Promise<ReportResults[K]> => await SENDERS[kind](platform, request);

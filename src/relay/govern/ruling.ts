import type { JsonObject } from '../../kernel/json.ts';
import type { Evidence, Handoff, Judgement, Origin } from '../../protocols/governance/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { CaseFile } from './case-file.ts';
import type { GovernOutcome } from './outcome.ts';
import type { RegistryPlace } from './registry-place.ts';

/** What the governance use cases need of the platform. */
export type GovernPlatform = Pick<
  Platform,
  'audit' | 'clock' | 'facts' | 'files' | 'notifier' | 'project' | 'remark' | 'scanner'
>;

/** What a target gets. The prompt is the very text that was verified, whatever its file has become since. */
export interface AcceptedHandoff {
  readonly handoff: Handoff;
  readonly prompt: string;
  readonly promptHash: string;
  readonly auditRef: string;
}

/** Runs the target; what it returns is recorded. */
export type ExecuteTarget = (accepted: AcceptedHandoff) => Promise<JsonObject>;

export interface SendOutcome extends GovernOutcome {
  readonly execution?: JsonObject;
}

/** Everything that was found out, before the log has its say. */
export interface Ruling {
  readonly file: CaseFile;
  readonly place: RegistryPlace;
  readonly evidence: Evidence;
  readonly sender: string | undefined;
  readonly vouchedBy: string | undefined;
  readonly judgement: Judgement;
  readonly source: string | undefined;
  readonly target: string | undefined;
  readonly named: readonly string[];
  readonly origin: Origin | undefined;
  readonly suggested: string | null;
  readonly policy: 'required' | 'advisory';
}

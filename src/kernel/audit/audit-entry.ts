import type { JsonObject } from '../json.ts';

export interface AuditDraft {
  /** `handoff.accepted`, `agent.blocked`: words of a-z, joined by dots and hyphens. */
  readonly kind: string;
  readonly handoffId?: string;
  readonly traceId?: string;
  /** A name that can be claimed once, for ever; a second claim fails with AUDIT_CLAIMED. */
  readonly claim?: string;
  /** Raises or lowers a flag that others can ask for. */
  readonly flag?: { readonly name: string; readonly up: boolean };
  /** Everything else; secrets are masked before. */
  readonly body: JsonObject;
}

export interface AuditEntry extends AuditDraft {
  /** Counts from 1, over the whole log. */
  readonly seq: number;
  readonly at: string;
  readonly prev: string;
  readonly hash: string;
}

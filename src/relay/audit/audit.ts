import type { AuditProof } from '../../kernel/audit/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { AuditEntry, AuditReceipt, Platform } from '../../kernel/ports/index.ts';

type AuditPlatform = Pick<Platform, 'audit'>;

/** Every event of a handoff or a trace, both directions, in the order they were recorded. */
export async function showAudit(platform: AuditPlatform, id: string): Promise<(AuditEntry & AuditReceipt)[]> {
  const found: (AuditEntry & AuditReceipt)[] = [];
  const filters = isUuid(id) ? [{ handoffId: id.toLowerCase() }, { traceId: id }] : [{ traceId: id }];
  for (const filter of filters) {
    for await (const entry of platform.audit.entries(filter)) {
      if (!found.some(({ seq }) => seq === entry.seq)) found.push(entry);
    }
  }
  if (found.length > 0) return found.toSorted((a, b) => a.seq - b.seq);
  throw new BatonError('AUDIT_ENTRY_NOT_FOUND', `the audit log has nothing about ${id}`, { id });
}

/** The latest entries, oldest first. */
export async function listAudit(platform: AuditPlatform, last: number): Promise<(AuditEntry & AuditReceipt)[]> {
  const kept: (AuditEntry & AuditReceipt)[] = [];
  for await (const entry of platform.audit.entries()) {
    kept.push(entry);
    if (kept.length > last) kept.shift();
  }
  return kept;
}

/** `id` is an entry's number, its reference, or a handoff's id: then its first entry. */
export async function proveEntry(platform: AuditPlatform, id: string): Promise<AuditProof> {
  const number = /^(?:[\w.-]+#)?(\d{1,15})$/.exec(id)?.[1];
  const seq = number === undefined ? (await showAudit(platform, id))[0]?.seq : Number(number);
  const proof = seq === undefined ? undefined : await platform.audit.prove(seq);
  if (proof !== undefined) return proof;
  throw new BatonError('AUDIT_ENTRY_NOT_FOUND', `the audit log has no entry ${id}`, { id });
}

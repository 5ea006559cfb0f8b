import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { AuditEntry, AuditLog } from '../../kernel/ports/index.ts';
import { findAgent, type Evidence, type Origin } from '../../protocols/governance/index.ts';

/** An accepted handoff as the log has it. */
export interface AcceptedRoute {
  readonly handoffId: string;
  readonly traceId: string | undefined;
  readonly source: string;
  readonly target: string;
  /** Where the route began, if it leads through an orchestrator. */
  readonly origin: string;
}

export async function findAccepted(audit: AuditLog, handoffId: string): Promise<AcceptedRoute | undefined> {
  for await (const entry of audit.entries({ handoffId: handoffId.toLowerCase() })) {
    const route = toRoute(entry);
    if (route !== undefined) return route;
  }
  return undefined;
}

/**
 * Who began what an orchestrator now passes on. It names the handoff it got; where it does not, one with the same trace
 * that was given to it counts: leaving the parent out must not open a way around a boundary.
 */
export async function findOrigin(
  audit: AuditLog,
  evidence: Evidence,
  document: JsonObject,
): Promise<Origin | undefined> {
  const source = document['source_agent'];
  const sourceId = isJsonObject(source) ? source['agent_id'] : undefined;
  if (typeof sourceId !== 'string' || findAgent(evidence, sourceId)?.type !== 'orchestrator') return undefined;
  const parent = document['parent_handoff_id'];
  if (typeof parent === 'string') {
    const route = await findAccepted(audit, parent);
    if (route === undefined) return { kind: 'unknown', reason: 'the parent handoff was never accepted' };
    if (route.target !== sourceId)
      return { kind: 'unknown', reason: `the parent handoff was not given to ${sourceId}` };
    return { kind: 'agent', agentId: route.origin };
  }
  const traceId = document['trace_id'];
  if (typeof traceId !== 'string') return undefined;
  let found: Origin | undefined;
  for await (const entry of audit.entries({ traceId })) {
    const route = toRoute(entry);
    if (route?.target === sourceId) found = { kind: 'agent', agentId: route.origin };
  }
  return found;
}

function toRoute({ kind, body, handoffId, traceId }: AuditEntry): AcceptedRoute | undefined {
  if (kind !== 'handoff.accepted' || handoffId === undefined) return undefined;
  const { source, target, origin } = body;
  if (typeof source !== 'string' || typeof target !== 'string') return undefined;
  return { handoffId, traceId, source, target, origin: typeof origin === 'string' ? origin : source };
}

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
 * Who began what an orchestrator now passes on: it names the handoff it got. Leaving that out is right only for work that
 * begins with the orchestrator itself, so no handoff to it may be open on the same trace or task.
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
    if (await isOfAnotherTrace(audit, route, sourceId, document))
      return { kind: 'unknown', reason: 'the parent handoff is not of this trace_id' };
    return { kind: 'agent', agentId: route.origin };
  }
  const open = await findOpen(audit, sourceId, document);
  if (open === undefined) return undefined;
  const reason = `${sourceId} has the open handoff ${open.handoffId} of ${open.source}: name it in parent_handoff_id, or answer it first`;
  return { kind: 'unknown', reason };
}

/** Naming a handoff of another trace would shed the origin of this one. */
async function isOfAnotherTrace(
  audit: AuditLog,
  parent: AcceptedRoute,
  orchestrator: string,
  document: JsonObject,
): Promise<boolean> {
  const traceId = document['trace_id'];
  if (typeof traceId !== 'string' || parent.traceId === traceId) return false;
  return parent.traceId !== undefined || (await findOpen(audit, orchestrator, document)) !== undefined;
}

/** A handoff to this orchestrator that has no answer yet, on the same trace or task. */
async function findOpen(
  audit: AuditLog,
  orchestrator: string,
  document: JsonObject,
): Promise<AcceptedRoute | undefined> {
  const traceId = document['trace_id'];
  const tasks = tasksOf(document);
  const open = new Map<string, AcceptedRoute>();
  for await (const entry of audit.entries({ target: orchestrator })) {
    const route = toRoute(entry);
    if (route?.target !== orchestrator) continue;
    // Without a trace nothing tells them apart: every open handoff may be what is passed on.
    const isSameTrace = typeof traceId !== 'string' || route.traceId === traceId;
    if (isSameTrace || tasksOf(entry.body['document']).some((task) => tasks.includes(task)))
      open.set(route.handoffId, route);
  }
  for (const route of open.values()) if (!(await isAnswered(audit, route.handoffId))) return route;
  return undefined;
}

async function isAnswered(audit: AuditLog, handoffId: string): Promise<boolean> {
  for await (const { kind } of audit.entries({ handoffId })) if (kind === 'response.accepted') return true;
  return false;
}

/** The task a handoff is about, as a delegation states it. */
function tasksOf(document: unknown): string[] {
  const context = isJsonObject(document) ? document['context'] : undefined;
  const request = isJsonObject(context) ? context['request'] : undefined;
  const input = isJsonObject(request) ? request['input_data'] : undefined;
  if (!isJsonObject(input)) return [];
  return [input['task'], input['parent_task']].filter((task) => typeof task === 'string');
}

function toRoute({ kind, body, handoffId, traceId }: AuditEntry): AcceptedRoute | undefined {
  if (kind !== 'handoff.accepted' || handoffId === undefined) return undefined;
  const { source, target, origin } = body;
  if (typeof source !== 'string' || typeof target !== 'string') return undefined;
  return { handoffId, traceId, source, target, origin: typeof origin === 'string' ? origin : source };
}

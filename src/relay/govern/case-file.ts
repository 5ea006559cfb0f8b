import { given } from '../../kernel/given.ts';
import { isUuid } from '../../kernel/ids.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { AuditDraft, Platform } from '../../kernel/ports/index.ts';
import { maskText, screenDocument, type ContentFinding, type Violation } from '../../protocols/governance/index.ts';

/** A document that could be read, with what must be known of it before anything is decided. */
export interface CaseFile {
  readonly document: JsonObject;
  /** For the log: no secret in it. */
  readonly masked: JsonObject;
  readonly content: readonly ContentFinding[];
  /** The same for what is said about it: a reason may quote the document. */
  mask(violation: Violation): Violation;
  readonly handoffId: string | undefined;
  readonly traceId: string | undefined;
}

export async function openCase(
  platform: Pick<Platform, 'project' | 'scanner'>,
  document: JsonObject,
): Promise<CaseFile> {
  const scanner = await platform.scanner();
  const { masked, findings, secrets } = screenDocument(document, scanner);
  const mask = (text: string): string => maskText(text, secrets, scanner);
  const [handoffId, traceId] = [masked['handoff_id'], masked['trace_id']];
  return {
    document,
    masked,
    mask: ({ code, path, message }) => ({ code, path: mask(path), message: mask(message) }),
    content: platform.project.settings.values.guard === 'warn' ? findings.map(soften) : findings,
    handoffId: typeof handoffId === 'string' && isUuid(handoffId) ? handoffId.toLowerCase() : undefined,
    traceId: typeof traceId === 'string' && traceId !== '' && traceId.length <= MAX_TRACE_LENGTH ? traceId : undefined,
  };
}

const MAX_TRACE_LENGTH = 200;

/** With `guard: warn` what the guard finds is recorded and stops nothing. */
const soften = ({ path, finding }: ContentFinding): ContentFinding => ({
  path,
  finding: finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding,
});

/** The id of an agent in a document that may be malformed. */
export function agentIdAt(document: JsonObject, key: 'source_agent' | 'target_agent' | 'agent'): string | undefined {
  const agent = document[key];
  const id = isJsonObject(agent) ? agent['agent_id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** What ties an entry to its handoff and trace. */
export const pickIds = ({ handoffId, traceId }: CaseFile): Pick<AuditDraft, 'handoffId' | 'traceId'> => ({
  ...given({ handoffId, traceId }),
});

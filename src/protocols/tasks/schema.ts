import type { SchemaError } from './validators/task.gen.js';

export type { CompletionReportPayload } from './validators/aof-completion-report.gen.js';
export type { ProtocolEnvelope } from './validators/aof-envelope.gen.js';
export type { HandoffAckPayload } from './validators/aof-handoff-ack.gen.js';
export type { HandoffRequestPayload } from './validators/aof-handoff-request.gen.js';
export type { StatusUpdatePayload } from './validators/aof-status-update.gen.js';

/** Every type of message that the router knows. */
export const MESSAGE_TYPES = [
  'handoff.request',
  'handoff.accepted',
  'handoff.rejected',
  'status.update',
  'completion.report',
] as const;
/** The type of a message. */
export type ProtocolMessageType = (typeof MESSAGE_TYPES)[number];

/** The first few faults in words: `/payload/outcome must be one of …`. */
export function describeErrors(errors: readonly SchemaError[] | null | undefined): string {
  const words = (errors ?? []).slice(0, 5).map((error) => {
    const where = error.instancePath === '' ? '' : `${error.instancePath.slice(1).replaceAll('/', '.')} `;
    const allowed = error.params['allowedValues'];
    return `${where}${error.message ?? error.keyword}${Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''}`;
  });
  return words.join('; ') || 'it does not have the required form';
}

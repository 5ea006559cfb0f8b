import { given } from '../../kernel/given.ts';
import type { ArtifactWrite } from '../../kernel/ports/index.ts';
import type { CompletionOutcome } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import type { ProtocolEnvelope } from '../../protocols/tasks/index.ts';
import type { readAnswer } from './messages/read-answer.ts';
import { routeMessage, type MessagePlatform, type RoutedMessage } from './messages/route-message.ts';

export interface CompleteRequest {
  readonly id: string;
  readonly agent: string;
  readonly dryRun?: boolean;
  readonly runId?: string;
  /** Of the run that acts. */
  readonly secret?: string;
  /** May be left out if `output` says it. */
  readonly outcome?: CompletionOutcome;
  readonly notes?: string;
  readonly blockers?: readonly string[];
  readonly deliverables?: readonly string[];
  /** Texts for outputs/summary.md and outputs/handoff.md. */
  readonly summary?: string;
  readonly handoff?: string;
  /** The agent's answer in AOP: outcome, notes, blockers and summary come from it if they are not given. */
  readonly output?: Uint8Array;
}

/** The same as a completion.report: the router decides. */
export async function complete(platform: MessagePlatform, request: CompleteRequest): Promise<RoutedMessage> {
  const { id, agent, runId, deliverables, handoff } = request;
  const answer = request.output === undefined ? undefined : await readOutputAnswer(platform, id, request.output);
  const outcome = request.outcome ?? answer?.outcome ?? 'done';
  const notes = request.notes ?? answer?.notes;
  const blockers = request.blockers ?? answer?.blockers;
  const summary = request.summary ?? answer?.notes;
  const now = renderIsoTime(platform.clock.now());
  const summaryRef = summary === undefined ? undefined : 'outputs/summary.md';
  const handoffRef = handoff === undefined ? undefined : 'outputs/handoff.md';
  const message: ProtocolEnvelope = {
    protocol: 'aof',
    version: 1,
    type: 'completion.report',
    taskId: id,
    fromAgent: agent,
    toAgent: 'baton',
    sentAt: now,
    ...given({ runId }),
    payload: {
      taskId: id,
      agentId: agent,
      completedAt: now,
      outcome,
      ...given({ notes, blockers, deliverables, summaryRef, handoffRef }),
    },
  };
  const artifacts: ArtifactWrite[] = [
    ...(summary === undefined ? [] : [{ taskId: id, path: 'outputs/summary.md', content: withNewline(summary) }]),
    ...(handoff === undefined ? [] : [{ taskId: id, path: 'outputs/handoff.md', content: handoff }]),
    ...(answer?.artifacts ?? []),
  ];
  return await routeMessage(platform, message, {
    isLocal: true,
    artifacts,
    ...given({ dryRun: request.dryRun, secret: request.secret }),
  });
}

const withNewline = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** Loaded only for a report that comes as an answer in AOP. */
async function readOutputAnswer(...call: Parameters<ReadAnswer>): ReturnType<ReadAnswer> {
  const reader = await import('./messages/read-answer.ts');
  return await reader.readAnswer(...call);
}

type ReadAnswer = typeof readAnswer;

/** The task plane (AOF/1): who works on what now, and what happens when they die. */
export { returnTask, NEVER_STARTED, planAction, SCHEDULER, type ActionContext } from './apply-action.ts';
export { planBriefParts, type BriefPart, type BriefSource } from './brief-parts.ts';
export { taskCodec, FILE_ACTOR } from './codec.ts';
export {
  assertReportSays,
  failRun,
  openChildrenOf,
  planCompletion,
  planSettle,
  type CompletionRules,
  type FailureKind,
  type RetryRules,
} from './completion.ts';
export {
  decide,
  occupantsOf,
  type Action,
  type FleetView,
  type Occupant,
  type Program,
  type RunFacts,
  type SchedulerRules,
  type SchedulerState,
} from './decide.ts';
export type { AgentProfile } from '../../kernel/ports/index.ts';
export { EVENT_TYPES, type EventType } from './events.ts';
export {
  type HandlerCall,
  type HandlerResult,
  type ProtocolHandler,
  type RouteContext,
  messageKey,
  route,
  tasksOf,
  type RouteOutcome,
  type RouteResult,
} from './route.ts';
export { HANDLERS } from './handlers.ts';
export {
  planAnswer,
  planDelegation,
  type AnswerRequest,
  type DelegationOutcome,
  type DelegationRequest,
  type Handoff,
} from './handoff.ts';
export {
  planImported,
  planImportedUpdate,
  type ImportedTask,
  type ImportedUpdate,
  getEntry,
  planDependencies,
  planNewTask,
  type NewTask,
} from './new-task.ts';
export { findClaimObstacle, planClaim, planHeartbeat, type ClaimRequest, type HeartbeatRequest } from './lease.ts';
export { isRoutable, matches, readLoad, type FullPlace, type Load } from './load.ts';
export { planMove, planRework, planStop, withParentTold, type MoveRequest } from './move.ts';
export {
  findStatus,
  isMoveAllowed,
  MOVES,
  listPersonMoves,
  type PersonMove,
  type PersonMoves,
  joinChanges,
  TaskEdit,
  WORK_LOG,
  type Acting,
  type MoveOptions,
} from './task-edit.ts';
export { parseProtocolMessage, parseReport, readProtocolMessage, type ProtocolParseResult } from './parse.ts';
export { renderHandoffMarkdown, resolveContextRef } from './render.ts';
export {
  MESSAGE_TYPES,
  type CompletionReportPayload,
  type HandoffAckPayload,
  type HandoffRequestPayload,
  type ProtocolEnvelope,
  type ProtocolMessageType,
  type StatusUpdatePayload,
} from './schema.ts';
export { findTaskIds } from './short-id.ts';
export { asksQuestion, assertReasonGiven, planComment, planTaskEdit, type TaskEditRequest } from './person.ts';
export { explainWait, type Wait, type WaitFacts } from './why.ts';
export { parseTaskFile, renderTaskFile, splitAtLog, type TaskFile } from './task-file.ts';

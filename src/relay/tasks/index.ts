export { claim, readBrief, type ClaimTaskRequest } from './claim.ts';
export type { BriefDoor } from './runs/brief-door.ts';
export { heartbeat, type BeatRequest } from './heartbeat.ts';
export type { Brief } from './runs/brief.ts';
export { complete, type CompleteRequest } from './complete.ts';
export { changeDependencies, moveTask, type DependencyRequest, type MoveTaskRequest } from './move-task.ts';
export { commentTask, type CommentTaskRequest } from './person/comment-task.ts';
export { editTask, type EditTaskRequest } from './person/edit-task.ts';
export {
  describeRun,
  getRunId,
  getTaskId,
  listTasks,
  showTask,
  type RunDescription,
  type TaskDetails,
} from './show-task.ts';
export { reworkTask, type ReworkTaskRequest } from './person/rework-task.ts';
export { stopTask, type StoppedTask, type StopTaskRequest } from './person/stop-task.ts';
export { newTask, type NewTaskRequest } from './new-task.ts';
export { routeEvent, type RoutedMessage, type RouteOptions } from './messages/route-message.ts';
export {
  answerHandoff,
  delegate,
  type AnswerHandoffRequest,
  type DelegateRequest,
  type Delegation,
} from './delegate.ts';
export type { Action, Wait } from '../../protocols/tasks/index.ts';
export { readAgentFile, readAgents, type KnownAgent } from './agents/agents.ts';
export { explainTasks, type ExplainPlatform } from './explain-tasks.ts';
export { describeEvent, isNews, toNotice } from './describe-event.ts';
export { judgeTexts } from './messages/guard-message.ts';
export { receiveHostEvent, type HostEventResult } from './schedule/host-event.ts';
export { findRunSecret, givesSecrets, keepRunSecret, secretOfRun } from './run-secret.ts';
export { vouchForSender } from './messages/sender-proof.ts';
export { reportPatiently, type Reported } from './reports/report-patiently.ts';
export { addAgent, listAgents, removeAgent, type AddAgentRequest } from './agents/manage-agents.ts';
export { renumber, type RenumberRequest, type Renumbering } from './renumber.ts';
export { DAEMON_LOCK } from './schedule/rules.ts';
export { startDaemon, type Daemon, type ServeOptions } from './schedule/serve.ts';
export { watch, type WatchRequest } from './schedule/watch.ts';
export { updateStatus, type UpdateStatusRequest } from './messages/update-status.ts';
export { tick, type TickResult } from './schedule/scheduler-pass.ts';

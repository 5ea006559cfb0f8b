/** What the API sends. */
export type {
  AgentView,
  AuditView,
  CommitView,
  FindingView,
  GovernanceView,
  HandoffView,
  MessageView,
  OutputView,
  Overview,
  ProjectText,
  ProjectView,
  SearchHit,
  SearchResult,
  StatisticsView,
  TaskCard,
  TaskCost,
  TaskDetail,
  TaskPage,
  TokenSection,
  TraceStep,
  TraceSummary,
  TraceView,
  TrustLabel,
} from '../../src/relay/views/types.ts';
export type { PersonMove } from '../../src/protocols/tasks/task-edit.ts';
export type { JsonObject } from '../../src/kernel/json.ts';
export type { PlaneEvent, RunRecord, TaskPriority, TaskRemark, TaskStatus } from '../../src/kernel/tasks.ts';

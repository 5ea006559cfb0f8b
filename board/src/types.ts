/** What the API sends. */
export type {
  AuditView,
  FindingView,
  GovernanceView,
  HandoffView,
  OutputView,
  Overview,
  ProjectText,
  ProjectView,
  TaskCard,
  TaskDetail,
  TaskPage,
  TokenSection,
  TraceStep,
  TraceSummary,
  TraceView,
  TrustLabel,
} from '../../src/relay/views/types.ts';
export type { JsonObject } from '../../src/kernel/json.ts';
export type { PlaneEvent, RunRecord, TaskPriority, TaskStatus } from '../../src/kernel/tasks.ts';

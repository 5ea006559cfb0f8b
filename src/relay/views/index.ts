export { createActivityReader, viewAgents, viewStatistics } from './activity.ts';
export { viewAudit, viewGovernance } from './governance-view.ts';
export { viewCommits, viewFindings, viewProject } from './project-view.ts';
export { viewOverview, viewStatus, type StatusTask, type StatusView } from './status-view.ts';
export { toTaskCard, viewTasks } from './task-page.ts';
export { readTaskFile, viewTask } from './task-detail.ts';
export { createTaskSearch } from './task-search.ts';
export { viewTrace, viewTraces } from './trace-view.ts';
export type * from './types.ts';

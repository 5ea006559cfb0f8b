export { changeActions, type ActionChange } from './change-actions.ts';
export { showTasks, TASK_ID, type PlaneTask } from './show-tasks.ts';
export { mergeTasks, type MergedTasks, type TaskSide } from './merge-tasks.ts';
export {
  addTask,
  blockTask,
  completeTask,
  findGraphFaults,
  listReady,
  readGraph,
  type GraphState,
  type ReadyTask,
  MAX_TITLE,
} from './task-graph.ts';
export { recordEndedTasks } from './record-ended-tasks.ts';

export { claim, heartbeat, type BeatRequest, type ClaimTaskRequest } from './claim.ts';
export { complete, type CompleteRequest } from './complete.ts';
export { changeDependencies, moveTask, type DependencyRequest, type MoveTaskRequest } from './move-task.ts';
export { newTask, type NewTaskRequest } from './new-task.ts';
export { routeEvent, type RouteOptions } from './route-message.ts';
export { listTasks, showTask, type TaskDetails } from './show-task.ts';
export { tick, type TickResult } from './tick.ts';

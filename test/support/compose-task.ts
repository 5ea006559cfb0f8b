import type { TaskRecord } from '../../src/kernel/tasks.ts';

/** A task that is ready for anybody, but for what is said here. */
export const composeTask = (more: Partial<TaskRecord> = {}): TaskRecord => ({
  schemaVersion: 1,
  id: 'TASK-2026-02-09-001',
  uid: '01J00000000000000000000000',
  title: 'Fix it',
  status: 'ready',
  priority: 'normal',
  routing: { tags: [] },
  createdAt: '2026-02-09T21:00:00.000Z',
  updatedAt: '2026-02-09T21:00:00.000Z',
  lastTransitionAt: '2026-02-09T21:00:00.000Z',
  createdBy: 'operator',
  dependsOn: [],
  rev: 1,
  metadata: {},
  ...more,
});

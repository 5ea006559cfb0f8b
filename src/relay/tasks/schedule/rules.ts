import type { Settings } from '../../../kernel/config/index.ts';
import type { SchedulerRules } from '../../../protocols/tasks/index.ts';

/** The settings of the task plane as the decisions want them. */
export const toRules = (settings: Settings, teamLimits: SchedulerRules['teamLimits']): SchedulerRules => ({
  maxRunning: settings['tasks.maxRunning'],
  teamLimits,
  maxAttempts: settings['tasks.maxAttempts'],
  backoffMs: settings['tasks.backoffSeconds'] * 1_000,
  leaseMs: settings['tasks.leaseSeconds'] * 1_000,
  graceMs: settings['tasks.graceSeconds'] * 1_000,
  onDependencyEnd: settings['tasks.onDependencyEnd'],
});

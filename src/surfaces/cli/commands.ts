import type { CommandEntry } from './command.ts';
import { auditCommands } from './commands/audit/index.ts';
import { projectCommands } from './commands/project/index.ts';
import { baseCommands } from './commands/base/index.ts';
import { hostCommands } from './commands/hosts/index.ts';
import { demoCommands } from './commands/demo/index.ts';
import { docCommands } from './commands/doc/index.ts';
import { fleetCommands } from './commands/fleet/index.ts';
import { governCommands } from './commands/govern/index.ts';
import { guardCommands } from './commands/guard/index.ts';
import { outputCommands } from './commands/output/index.ts';
import { serveCommands } from './commands/serve/index.ts';
import { taskCommands } from './commands/tasks/index.ts';
import { traceCommands } from './commands/trace/index.ts';
import { transferCommands } from './commands/transfer/index.ts';

/**
 * Every command, in the order of `baton --help`; each area lists its own. A row costs nothing at start: the code behind
 * it is loaded only when the command runs. A command is added when it works, never before.
 */
export const COMMANDS: readonly CommandEntry[] = [
  ...demoCommands,
  ...taskCommands,
  ...projectCommands,
  ...guardCommands,
  ...outputCommands,
  ...docCommands,
  ...traceCommands,
  ...governCommands,
  ...auditCommands,
  ...serveCommands,
  ...fleetCommands,
  ...transferCommands,
  ...hostCommands,
  ...baseCommands,
];

import type { CommandArea, CommandEntry } from './command.ts';
import { auditCommands } from './commands/audit/index.ts';
import { projectCommands } from './commands/project/index.ts';
import { baseCommands } from './commands/base/index.ts';
import { hostCommands } from './commands/hosts/index.ts';
import { demoCommands } from './commands/demo/index.ts';
import { docCommands } from './commands/doc/index.ts';
import { governCommands } from './commands/govern/index.ts';
import { guardCommands } from './commands/guard/index.ts';
import { outputCommands } from './commands/output/index.ts';
import { serveCommands } from './commands/serve/index.ts';
import { taskCommands } from './commands/tasks/index.ts';
import { traceCommands } from './commands/trace/index.ts';
import { transferCommands } from './commands/transfer/index.ts';

/**
 * Every command by area, in the order of `baton help all`; each area lists its own. A row costs nothing at start: the
 * code of a command is loaded only when it runs. A command is added when it works, never before.
 */
export const AREAS: readonly CommandArea[] = [
  { title: 'Start', commands: [...demoCommands, ...hostCommands, ...baseCommands] },
  { title: 'Project state', commands: projectCommands },
  { title: 'Tasks', commands: taskCommands },
  { title: 'Daemon and board', commands: serveCommands },
  { title: 'Handoff documents', commands: docCommands },
  { title: 'Agent output', commands: outputCommands },
  { title: 'Guard', commands: guardCommands },
  { title: 'Governance', commands: governCommands },
  { title: 'Audit log and traces', commands: [...auditCommands, ...traceCommands] },
  { title: 'Moving data', commands: transferCommands },
];

export const COMMANDS: readonly CommandEntry[] = AREAS.flatMap(({ commands }) => commands);

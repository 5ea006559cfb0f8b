import type { Platform } from '../../kernel/ports/index.ts';

/** Files may be as they should be, and still no hook runs: they name a command that nobody finds. Undefined: it is found. */
export async function findProgramObstacle(
  { processes, project }: Pick<Platform, 'processes' | 'project'>,
  program: readonly string[],
): Promise<string | undefined> {
  const [command = 'baton'] = program;
  return (await processes.canStart(command, project.root)) ? undefined : `${command} is not on the PATH here`;
}

/** What to type. */
export const renderProgramRemedy = ([command = 'baton']: readonly string[], tool: string): string =>
  command === 'baton'
    ? `npm install --global agent-baton, or baton setup ${tool} --command "npx agent-baton"`
    : `install ${command}, or baton setup ${tool} --command WORDS`;

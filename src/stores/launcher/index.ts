export { launcherCommand } from './launcher-command.ts';
export type { LaunchExit } from './launch-files.ts';
export { Launches, type LaunchesDeps, type LaunchState } from './launches.ts';

export { launcherCommand } from './start-launcher.ts';
export type { LaunchExit } from './launch-files.ts';
export { Launches, type LaunchState } from './launches.ts';

export { applicationName } from './fleet/inspect-fleet.ts';
export type { LargeArtifacts } from './tasks/artifacts.ts';
export { openPostgresStores, type PostgresStores, type PostgresTaskStoreDeps } from './task-store.ts';

export { applicationName } from './fleet/application-name.ts';
export type { LargeArtifacts } from './tasks/artifacts.ts';
export { openPostgresStores, type PostgresStores, type PostgresTaskStoreDeps } from './task-store.ts';

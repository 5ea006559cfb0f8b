export { applicationName } from './fleet/inspect-fleet.ts';
export { openPostgresStores, type PostgresStores, type PostgresTaskStoreDeps } from './task-store.ts';

export { applicationName } from './fleet/fleet.ts';
export { openPostgresStores, type PostgresStores, type PostgresTaskStoreDeps } from './task-store.ts';

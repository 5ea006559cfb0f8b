export type { LargeArtifacts } from './artifacts.ts';
export { openPostgresStores, type PostgresStores, type PostgresTaskStoreDeps } from './task-store.ts';

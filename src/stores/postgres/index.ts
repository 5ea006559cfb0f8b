export type { LargeArtifacts } from './artifacts.ts';
export { openPostgresTaskStore, type PostgresTaskStoreDeps } from './task-store.ts';

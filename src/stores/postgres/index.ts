export { MAX_ROW_BYTES, type LargeArtifacts } from './artifacts.ts';
export {
  openPostgresTaskStore,
  type PostgresTaskStore,
  type PostgresTaskStoreDeps,
  type StoreState,
} from './task-store.ts';

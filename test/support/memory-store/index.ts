export { createMemoryTaskStore, type MemoryTaskStoreDeps } from './task-store.ts';

export { createMemoryTaskStore } from './task-store.ts';

export { openFileTaskStore, type FileTaskStoreDeps } from './file-task-store.ts';

export { createFileNotifier, type FileNotifierDeps } from './notifier.ts';

export { createFileNotifier, type FileNotifierDeps } from './file-notifier.ts';

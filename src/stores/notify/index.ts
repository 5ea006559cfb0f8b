export { createNotifier, type NotifierDeps } from './notifier.ts';

import type { TaskStore } from '../../kernel/ports/index.ts';

/** Nothing is stored in a dry run, and no lock taken. */
export const changeOrPreview = (store: TaskStore, { dryRun }: { readonly dryRun?: boolean }): TaskStore['change'] =>
  dryRun === true ? store.preview.bind(store) : store.change.bind(store);

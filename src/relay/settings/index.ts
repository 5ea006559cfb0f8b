export { CONFIG_FILE, findRoot } from './find-root.ts';
export { getRepo } from './get-repo.ts';
export { hasTasks } from './has-tasks.ts';
export { inProject } from './in-project.ts';
export { findForeignJournal, journalForeign, markJournal } from './foreign-journal.ts';
export { findPlaceOutside } from './place-outside.ts';
export { readConfig } from './read-config.ts';
export { findWithheldStore, storeNotApproved } from './withheld-store.ts';
export { hasNotifyRules, readNotifyRules } from './read-notify-rules.ts';

export { getRepo } from './get-repo.ts';
export { hideDataDir } from './hide-data-dir.ts';
export { inProject } from './in-project.ts';
export { CONFIG_FILE, findPlaceOutside, findRoot } from './project-place.ts';
export {
  findForeignJournal,
  findWithheldStore,
  hasTasks,
  journalForeign,
  markJournal,
  storeNotApproved,
} from './stored-tasks.ts';
export { readConfig } from './read-config.ts';
export { hasNotifyRules, readNotifyRules } from './read-notify-rules.ts';
export { KeptTasks } from './kept-tasks.ts';

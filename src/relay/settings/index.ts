export { getRepo, inProject, CONFIG_FILE, findPlaceOutside, findRoot, readConfig } from './project-place.ts';
export { hideDataDir } from './hide-data-dir.ts';
export {
  findForeignJournal,
  findWithheldStore,
  hasTasks,
  journalForeign,
  markJournal,
  storeNotApproved,
} from './stored-tasks.ts';
export { hasNotifyRules, readNotifyRules } from './read-notify-rules.ts';
export { KeptTasks } from './kept-tasks.ts';

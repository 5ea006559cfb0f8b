export { CONFIG_FILE, findPlaceOutside, findRoot, getRepo, hideDataDir, inProject } from './project-place.ts';
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

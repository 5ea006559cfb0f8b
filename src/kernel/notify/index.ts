export {
  NoticeLog,
  parseRecord,
  renderRecord,
  type NoticeRecord,
  type PendingNotice,
  type QueuedNotice,
} from './notice-log.ts';
export {
  parseNotifyRules,
  RULES_FILE,
  DEFAULT_RULES,
  isWanted,
  planDeliveries,
  type NotifyRule,
  type Sink,
} from './rules.ts';

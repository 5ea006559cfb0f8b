export {
  NoticeLog,
  parseRecord,
  renderRecord,
  type NoticeRecord,
  type PendingNotice,
  type QueuedNotice,
} from './notice-log.ts';
export { parseNotifyRules, RULES_FILE } from './parse-rules.ts';
export { isWanted, planDeliveries, type PlannedDelivery } from './plan-deliveries.ts';
export { planTrim } from './plan-trim.ts';
export { DEFAULT_RULES, type NotifyRule, type Sink } from './rules.ts';

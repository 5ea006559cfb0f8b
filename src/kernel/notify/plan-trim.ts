import type { NoticeRecord } from './notice-log.ts';

/** Steps of the past that stay readable. */
const KEPT_RECORDS = 2_000;

/**
 * What stays of a record that has grown too long: the latest steps, every step of a delivery that is still open, and
 * what keeps the same notice from being sent again.
 */
export function planTrim(
  records: readonly NoticeRecord[],
  { open, sinceMs }: { readonly open: ReadonlySet<string>; readonly sinceMs: number },
): NoticeRecord[] {
  const first = records.length - KEPT_RECORDS;
  return records.filter(
    (record, index) =>
      index >= first || open.has(record.id) || (record.type === 'notice.queued' && record.at >= sinceMs),
  );
}

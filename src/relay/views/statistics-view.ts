import type { Platform } from '../../kernel/ports/index.ts';
import { DAY_MS, renderIsoDate } from '../../kernel/time.ts';
import { findQuantile, type Activity, type ActivityReader } from './activity.ts';
import type { DayView, StatisticsView } from './types.ts';

/** How much gets done and how long it takes, day by day. */
export async function viewStatistics(
  platform: Pick<Platform, 'clock' | 'tasks'>,
  activity: ActivityReader,
  days: number,
): Promise<StatisticsView> {
  const now = platform.clock.now();
  const whole = await activity.read(platform);
  const names = Array.from({ length: days }, (_, ago) => renderIsoDate(now - (days - 1 - ago) * DAY_MS));
  const rows = toDays(whole, names);
  const known = new Set(names);
  const shown = whole.finishes.filter(({ doneAt }) => known.has(renderIsoDate(doneAt))).map(({ totalMs }) => totalMs);
  const sum = (pick: (day: DayView) => number): number => rows.reduce((total, day) => total + pick(day), 0);
  return {
    days: rows,
    total: { done: sum(({ done }) => done), failed: sum(({ failed }) => failed), ...spread(shown) },
  };
}

function toDays({ created, finishes, failures }: Activity, names: readonly string[]): DayView[] {
  const [made, failed] = [countByDay(created), countByDay(failures.map(({ at }) => at))];
  const done = new Map<string, number[]>(names.map((day) => [day, []]));
  for (const { doneAt, totalMs } of finishes) done.get(renderIsoDate(doneAt))?.push(totalMs);
  return names.map((day) => {
    const times = done.get(day) ?? [];
    return { day, created: made.get(day) ?? 0, done: times.length, failed: failed.get(day) ?? 0, ...spread(times) };
  });
}

function spread(times: readonly number[]): { readonly medianMs?: number; readonly p90Ms?: number } {
  const [medianMs, p90Ms] = [findQuantile(times, 0.5), findQuantile(times, 0.9)];
  return medianMs === undefined || p90Ms === undefined ? {} : { medianMs, p90Ms };
}

function countByDay(times: readonly number[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const time of times) counts.set(renderIsoDate(time), (counts.get(renderIsoDate(time)) ?? 0) + 1);
  return counts;
}

import { BatonError } from '../../../../kernel/errors/index.ts';
import { findDuration, findIsoTime, renderIsoTime } from '../../../../kernel/time.ts';

/** A time as people write it: a date and time, or a duration from now such as `10m` or `2d`. */
export function toDueTime(text: string, now: number): string {
  const durationMs = findDuration(text);
  const time = durationMs === undefined ? findIsoTime(text)?.epochMs : now + durationMs;
  if (time === undefined)
    throw new BatonError('INPUT_INVALID', `"${text}" is neither a date and time nor a duration`, {
      hint: 'write 2026-02-10T12:00:00Z, 10m or 3d',
    });
  return renderIsoTime(time);
}

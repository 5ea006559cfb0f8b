import type { Json } from '../../../kernel/json.ts';
import { findIsoTime } from '../../../kernel/time.ts';

/** A time as other tools write it: with or without a zone, a bare date, seconds left out. UTC if nothing else is said. */
export function readTime(value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (findIsoTime(value) !== undefined) return value;
  const loose = /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value.replace(' ', 'T');
  const epochMs = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(loose) ? loose : `${loose}Z`);
  return Number.isNaN(epochMs) ? undefined : new Date(epochMs).toISOString().replace(/\.000Z$/, 'Z');
}

/** Reviewed lists of what may pass: Baton's own `allow.json` and AAHP's `pii-allowlist.json`. */
import { given } from '../kernel/given.ts';
import { isBatonError } from '../kernel/errors/index.ts';
import type { Finding } from '../kernel/finding.ts';
import { isSha256Hex, sha256Hex } from '../kernel/hash.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../kernel/json.ts';
import { findNearest } from '../kernel/nearest.ts';
import type { AllowEntry, AllowList, AllowListOptions } from '../kernel/ports/index.ts';
import { DAY_MS, findIsoDate } from '../kernel/time.ts';
import { ALLOW_RULES, isKnownRule, listRules } from './list-rules.ts';
import type { Rule } from './rule.ts';

const MAX_BYTES = 1024 * 1024;

export function parseAllowList(text: string, { file, nowMs }: AllowListOptions): AllowList {
  const list = findEntries(text);
  if (typeof list === 'string') return { entries: [], findings: [complain(ALLOW_RULES.invalid, file, text, 0, list)] };
  const isAahp = file.endsWith('pii-allowlist.json');
  const entries: AllowEntry[] = [];
  const findings: Finding[] = [];
  for (const [index, item] of list.entries()) {
    const refuse = (rule: Rule, why: string): void => void findings.push(complain(rule, file, text, index, why));
    const entry = isJsonObject(item) ? item : undefined;
    if (entry === undefined) refuse(ALLOW_RULES.invalid, `entry ${index + 1} is not an object`);
    else {
      const parsed = isAahp ? parseAahpEntry(entry) : parseOwnEntry(entry);
      const fault = typeof parsed === 'string' ? parsed : findTermFault(entry, nowMs);
      if (fault !== undefined) {
        refuse(fault === EXPIRED ? ALLOW_RULES.expired : ALLOW_RULES.invalid, `entry ${index + 1}: ${fault}`);
      } else if (typeof parsed !== 'string') entries.push(parsed);
    }
  }
  return { entries, findings };
}

/** The entries, or why there are none. */
function findEntries(text: string): readonly Json[] | string {
  let value: Json;
  try {
    value = parseJson(text, { maxBytes: MAX_BYTES });
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return error.message;
  }
  if (Array.isArray(value)) return value;
  const list = isJsonObject(value) ? (value['entries'] ?? value['allowlist'] ?? value['allowed']) : undefined;
  return Array.isArray(list) ? list : 'the list must be an object with "entries"';
}

const EXPIRED = 'it has expired; review it again or remove it';

function findTermFault(entry: JsonObject, nowMs: number): string | undefined {
  if (!isText(entry['owner'])) return '"owner" is missing: who answers for it';
  const expires = isText(entry['expires']) ? findDay(entry['expires']) : undefined;
  if (expires === undefined) return '"expires" must be a date such as 2027-01-31';
  if (expires + DAY_MS <= nowMs) return EXPIRED;
  if (expires > aYearFrom(nowMs)) return 'it must expire within a year';
  return undefined;
}

/** A date, or the date of a moment; anything after it makes it neither. */
const findDay = (text: string): number | undefined =>
  /^[\d-]{10}(?:T[\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d))?$/.test(text) ? findIsoDate(text.slice(0, 10)) : undefined;

/** Nobody reviews a list that never ends. */
function aYearFrom(nowMs: number): number {
  const day = new Date(nowMs);
  return day.setUTCFullYear(day.getUTCFullYear() + 1);
}

/** The entry, or what is wrong with it. */
function parseOwnEntry(entry: JsonObject): AllowEntry | string {
  const { rule, path, reason } = entry;
  const hash = entry['value_sha256'];
  if (!isText(reason)) return '"reason" is missing';
  if (rule !== undefined && !isText(rule)) return '"rule" must be the id of a rule';
  if (path !== undefined && !isText(path)) return '"path" must be a path relative to the project';
  if (hash !== undefined && !(isText(hash) && isSha256Hex(hash))) return '"value_sha256" must be 64 hex digits';
  if (hash === undefined && (rule === undefined || path === undefined)) {
    return 'it needs "value_sha256", or "path" together with "rule"';
  }
  if (rule?.includes('*')) return '"rule" must name one rule';
  if (rule !== undefined && !isKnownRule(rule)) return describeUnknown(rule);
  if (hash === undefined && rule?.startsWith('secret-') && path?.includes('*')) {
    return 'a secret can be allowed by its value or in one file, never by wildcard';
  }
  return {
    reason,
    ...given({ rule, path, valueHash: hash }),
  };
}

function describeUnknown(rule: string): string {
  const near = findNearest(
    rule,
    listRules().map(({ id }) => id),
  );
  return `there is no rule ${rule.slice(0, 60)}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

/** AAHP lists exact addresses; they never allow anything but personal data. */
function parseAahpEntry(entry: JsonObject): AllowEntry | string {
  const { value, reason } = entry;
  if (!isText(value)) return '"value" is missing';
  if (value.includes('*')) return '"value" must be exact';
  return { kind: 'pii', valueHash: sha256Hex(value), reason: isText(reason) ? reason : 'listed in pii-allowlist.json' };
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value.trim() !== '';

/** Entries have no position of their own after parsing; the line of the n-th opening brace is close enough to find it. */
function complain(rule: Rule, file: string, text: string, index: number, message: string): Finding {
  const line = lineOfEntry(text, index);
  return {
    rule: rule.id,
    kind: rule.kind,
    severity: rule.severity,
    file,
    line,
    column: 1,
    endLine: line,
    endColumn: 1,
    excerpt: '',
    message,
    hint: rule.hint,
  };
}

function lineOfEntry(text: string, index: number): number {
  const list = text.indexOf('[');
  let at = list === -1 ? 0 : list;
  for (let seen = 0; seen <= index; seen += 1) {
    const brace = text.indexOf('{', at + 1);
    if (brace === -1) break;
    at = brace;
  }
  return text.slice(0, at).split('\n').length;
}

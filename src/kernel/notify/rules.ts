import { canonicalJson } from '../canonical-json.ts';
import { BatonError } from '../errors/index.ts';
import { sha256Hex } from '../hash.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { findNearest } from '../nearest.ts';
import type { Notice } from '../ports/index.ts';
import { findDuration } from '../time.ts';
import { parseYaml } from '../yaml.ts';

/** Which notices go where: data, so that people can change it without code. */
export interface NotifyRule {
  /** Also the name under which a notice can ask for it. */
  readonly name: string;
  /** Types of events; `task.*` stands for all that begin with `task.`. */
  readonly on: readonly string[];
  /** Fields of the payload that must have exactly these values. */
  readonly when: Readonly<Record<string, Json>>;
  readonly to: readonly Sink[];
  /** The same notice within this time is sent once. */
  readonly dedupeMs: number;
}

export type Sink =
  /** A remark at the terminal of the process that notices it. */
  | { readonly kind: 'console' }
  /** One JSON line at the end of a file; relative to the data dir. */
  | { readonly kind: 'file'; readonly path: string }
  /** A POST with a JSON body. */
  | { readonly kind: 'webhook'; readonly url: string; readonly timeoutMs: number }
  /** A program with the notice as JSON on its standard input; never through a shell. */
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly args: readonly string[];
      readonly timeoutMs: number;
    };

const DEFAULT_FILE = 'notices.log';
const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_DEDUPE_MS = 60_000;

const HERE: readonly Sink[] = [{ kind: 'console' }, { kind: 'file', path: DEFAULT_FILE }];

const onStatus = (status: string): NotifyRule => ({
  name: status,
  on: ['task.transitioned'],
  when: { to: status },
  to: HERE,
  dedupeMs: DEFAULT_DEDUPE_MS,
});

/** What holds without a file of rules: what a person has to look at, and what was finished. */
export const DEFAULT_RULES: readonly NotifyRule[] = [
  {
    name: '#aof-alerts',
    on: ['task.deadlettered', 'notice.alert'],
    when: {},
    to: HERE,
    dedupeMs: 5 * DEFAULT_DEDUPE_MS,
  },
  onStatus('review'),
  onStatus('blocked'),
  onStatus('done'),
  { name: 'owner', on: ['project.idle'], when: {}, to: HERE, dedupeMs: 60 * DEFAULT_DEDUPE_MS },
];

interface PlannedDelivery {
  readonly rule: string;
  readonly sink: Sink;
  /** Equal for notices that are the same to a person. */
  readonly key: string;
}

/** What has to be sent for one notice; `sentAt` knows when the same was last sent. */
export function planDeliveries(
  rules: readonly NotifyRule[],
  notice: Notice,
  nowMs: number,
  sentAt: (key: string) => number | undefined,
): PlannedDelivery[] {
  return rules
    .filter((rule) => isMeant(rule, notice))
    .flatMap((rule) => {
      const key = noticeKey(rule, notice);
      const sentMs = sentAt(key);
      // A time ahead of ours comes from a clock that was set back; it must not silence anything.
      const isRepeated = sentMs !== undefined && sentMs <= nowMs && nowMs - sentMs < rule.dedupeMs;
      return isRepeated ? [] : rule.to.map((sink) => ({ rule: rule.name, sink, key }));
    });
}

/** False if no rule speaks of it, whatever was sent before. */
export const isWanted = (rules: readonly NotifyRule[], notice: Notice): boolean =>
  rules.some((rule) => isMeant(rule, notice));

function isMeant(rule: NotifyRule, notice: Notice): boolean {
  if (notice.channel === rule.name) return true;
  if (!rule.on.some((pattern) => matches(pattern, notice.type))) return false;
  return Object.entries(rule.when).every(([field, wanted]) => isSame(notice.payload?.[field], wanted));
}

const matches = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith('*') && type.startsWith(pattern.slice(0, -1)));

const isSame = (found: Json | undefined, wanted: Json): boolean =>
  found !== undefined && canonicalJson(found) === canonicalJson(wanted);

function noticeKey(rule: NotifyRule, { type, taskId, runId, text }: Notice): string {
  return sha256Hex(canonicalJson([rule.name, type, taskId ?? null, runId ?? null, text])).slice(0, 32);
}

/** In the data dir. */
export const RULES_FILE = 'notify.yaml';

/** A rule with the name of a default one replaces it; `defaults: false` leaves all of those out. */
export function parseNotifyRules(text: string): readonly NotifyRule[] {
  const root = parseYaml(RULES_FILE, text);
  assertKeys(root, ['defaults', 'rules'], '');
  const { defaults = true, rules = [] } = root;
  if (typeof defaults !== 'boolean') throw invalid('defaults', 'must be true or false');
  if (!Array.isArray(rules)) throw invalid('rules', 'must be a list');
  const own = rules.map((rule, index) => parseRule(rule, `rules[${index}]`));
  const names = own.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid('rules', `has two rules named ${twice}`);
  return [...(defaults ? DEFAULT_RULES.filter(({ name }) => !names.includes(name)) : []), ...own];
}

function parseRule(value: Json, at: string): NotifyRule {
  if (!isJsonObject(value)) throw invalid(at, 'must be keys with values');
  assertKeys(value, ['name', 'on', 'when', 'to', 'dedupe'], at);
  const { name, on = [], when = {}, to, dedupe } = value;
  if (typeof name !== 'string' || name.trim() === '') throw invalid(`${at}.name`, 'must be a name');
  if (!isJsonObject(when)) throw invalid(`${at}.when`, 'must be fields with values');
  if (!Array.isArray(to)) throw invalid(`${at}.to`, 'must be a list of sinks; an empty one switches the rule off');
  return {
    name,
    on: parseWords(on, `${at}.on`),
    when,
    to: to.map((sink, index) => parseSink(sink, `${at}.to[${index}]`)),
    dedupeMs: parseTime(dedupe, DEFAULT_DEDUPE_MS, `${at}.dedupe`),
  };
}

const SINKS = ['console', 'file', 'webhook', 'command'] as const;

function parseSink(value: Json, at: string): Sink {
  if (value === 'console') return { kind: 'console' };
  if (value === 'file') return { kind: 'file', path: DEFAULT_FILE };
  if (!isJsonObject(value)) throw invalid(at, `must be ${SINKS.join(', ')}`);
  const kind = SINKS.find((name) => name in value);
  assertKeys(value, [...SINKS, 'timeout'], at);
  if (SINKS.filter((name) => name in value).length !== 1 || kind === undefined) {
    throw invalid(at, `must have exactly one of ${SINKS.join(', ')}`);
  }
  const timeoutMs = parseTime(value['timeout'], DEFAULT_TIMEOUT_MS, `${at}.timeout`);
  switch (kind) {
    case 'console':
      return { kind };
    case 'file':
      return { kind, path: parseLogName(value[kind], `${at}.file`) };
    case 'webhook':
      return { kind, url: parseUrl(value[kind], `${at}.webhook`), timeoutMs };
    case 'command': {
      const [command, ...args] = parseWords(value[kind], `${at}.command`);
      if (command === undefined) throw invalid(`${at}.command`, 'must be a program and its arguments');
      return { kind, command, args, timeoutMs };
    }
  }
}

/** Nothing that Baton relies on has this ending: rules of a repository must not add lines to a journal or audit log. */
function parseLogName(value: Json | undefined, at: string): string {
  const path = parseText(value, at);
  if (!path.endsWith('.log')) throw invalid(at, 'must end in .log');
  return path;
}

function parseWords(value: Json | undefined, at: string): string[] {
  const words = Array.isArray(value) ? value : [value];
  return words.map((word) => parseText(word, at));
}

function parseText(value: Json | undefined, at: string): string {
  if (typeof value !== 'string' || value === '' || value.includes('\0')) throw invalid(at, 'must be text');
  return value;
}

function parseTime(value: Json | undefined, otherwise: number, at: string): number {
  if (value === undefined) return otherwise;
  const found = typeof value === 'string' ? findDuration(value) : undefined;
  if (found === undefined) throw invalid(at, 'must be a duration such as 30s or 5m');
  return found;
}

function parseUrl(value: Json | undefined, at: string): string {
  const text = parseText(value, at);
  const { protocol } = URL.canParse(text) ? new URL(text) : { protocol: '' };
  if (protocol !== 'http:' && protocol !== 'https:') throw invalid(at, 'must be an address with http or https');
  return text;
}

function assertKeys(value: JsonObject, known: readonly string[], at: string): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const nearest = findNearest(unknown, known);
  const path = at === '' ? unknown : `${at}.${unknown}`;
  throw invalid(path, `is not known; ${nearest === undefined ? `there are ${known.join(', ')}` : `is it ${nearest}?`}`);
}

const invalid = (at: string, why: string): BatonError =>
  new BatonError('NOTIFY_INVALID', `${RULES_FILE}: ${at} ${why}`, { path: RULES_FILE, at });

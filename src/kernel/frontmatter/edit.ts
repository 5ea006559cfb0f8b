/**
 * Changing keys of a YAML block and nothing else: comments, order, quotes, line endings and unknown keys stay.
 * Changes keys of a block in the form Baton writes, without reading the YAML again.
 */

import type { Event } from 'js-yaml';
import { equalJson } from '../canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { applyEdits, detectLineEnding, withLineEnding, type TextEdit } from '../text.ts';
import { getParts, loadYaml, splitFrontmatter } from './load-yaml.ts';
import {
  assertReadsAs,
  dumpInline,
  dumpYaml,
  entryColumn,
  entryEnd,
  entryStart,
  isExplicit,
  optionsBefore,
  planValue,
  type YamlEdit,
} from './render.ts';
import { indentLines, readYamlTree, type YamlEntry, type YamlNode } from './yaml-tree.ts';

/** New values by key; undefined takes the key out. */
export type FrontmatterChanges = Readonly<Record<string, Json | undefined>>;

/**
 * The text with these keys changed. If a mapping is changed inside, only the lines of the keys that differ change.
 * New keys are added after the last one. What is written is read again before it is returned.
 */
export function editFrontmatter(text: string, changes: FrontmatterChanges): string {
  const parts = getParts(text);
  const { data, events } = loadYaml(parts);
  const wanted = withChanges(data, changes);
  if (equalJson(wanted, data)) return text;
  const edits = planRoot(parts.yaml, readYamlTree(parts.yaml, events), data, wanted);
  const ending = detectLineEnding(text.slice(0, parts.end));
  const yaml = applyEdits(
    parts.yaml,
    edits.map((edit) => ({ ...edit, text: withLineEnding(edit.text, ending) })),
  );
  assertEdited(edits, events, yaml, wanted, Object.keys(changes));
  return text.slice(0, parts.start) + yaml + text.slice(parts.end);
}

/**
 * Values that took the place of others within their lines are read alone: the rest of the block is what it was, unless
 * one is pointed to from elsewhere. After any other edit the whole block is read again.
 */
function assertEdited(
  edits: readonly YamlEdit[],
  events: readonly Event[],
  yaml: string,
  wanted: JsonObject,
  keys: readonly string[],
): void {
  const hasAnchors = events.some((event) => 'anchorStart' in event && event.anchorStart !== -1);
  if (hasAnchors || edits.some(({ holds }) => holds === undefined)) return assertReadsAs(yaml, wanted, keys);
  const lines = edits.map(({ text }, index) => `v${index}: ${text}\n`);
  const values = edits.map(({ holds = null }, index) => [`v${index}`, holds] as const);
  assertReadsAs(lines.join(''), Object.fromEntries(values), keys);
}

function withChanges(data: JsonObject, changes: FrontmatterChanges): JsonObject {
  const wanted = new Map<string, Json>(Object.entries(data));
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) wanted.delete(key);
    else wanted.set(key, value);
  }
  return Object.fromEntries(wanted);
}

function planRoot(yaml: string, root: YamlNode | undefined, data: JsonObject, wanted: JsonObject): readonly YamlEdit[] {
  if (root?.kind === 'mapping') return planMapping(yaml, root.entries, data, wanted);
  if (root?.kind !== 'inline') return [{ start: yaml.length, end: yaml.length, text: dumpYaml(wanted) }];
  const isEmpty = Object.keys(data).length === 0;
  return [{ start: root.start, end: root.end, text: isEmpty ? dumpYaml(wanted).trimEnd() : dumpInline(wanted) }];
}

function planMapping(
  yaml: string,
  entries: readonly YamlEntry[],
  data: JsonObject,
  wanted: JsonObject,
): readonly YamlEdit[] {
  const edits = entries.flatMap((entry) => planEntry(yaml, entry, data[entry.key], getOwn(wanted, entry.key)));
  const added = Object.entries(wanted).filter(([key]) => !Object.hasOwn(data, key));
  const last = entries.at(-1);
  if (added.length === 0 || last === undefined) return edits;
  const at = entryEnd(yaml, last);
  return [
    ...edits,
    { start: at, end: at, text: dumpBefore(yaml, at, entryColumn(yaml, last), Object.fromEntries(added)) },
  ];
}

function planEntry(
  yaml: string,
  entry: YamlEntry,
  old: Json | undefined,
  value: Json | undefined,
): readonly YamlEdit[] {
  if (equalJson(old, value)) return [];
  if (value === undefined || isExplicit(yaml, entry)) return [planWholeEntry(yaml, entry, value)];
  const isInside = isJsonObject(old) && isJsonObject(value) && Object.keys(value).length > 0;
  if (isInside && entry.value.kind === 'mapping') return planMapping(yaml, entry.value.entries, old, value);
  return [planValue(yaml, entry, value)];
}

function planWholeEntry(yaml: string, entry: YamlEntry, value: Json | undefined): TextEdit {
  const end = entryEnd(yaml, entry);
  const text = value === undefined ? '' : dumpBefore(yaml, end, entryColumn(yaml, entry), { [entry.key]: value });
  return { start: entryStart(yaml, entry), end, text };
}

const dumpBefore = (yaml: string, at: number, column: number, entries: JsonObject): string =>
  ' '.repeat(column) + indentLines(dumpYaml(entries, optionsBefore(yaml.slice(at))), column);

const getOwn = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/**
 * The text with the values of `before` replaced by those of `after`, as `editFrontmatter` would change it but many
 * times as fast; undefined if an entry is not written the way a new file has it, and only a YAML reader can tell
 * what is there. `before` must be what the block holds for these keys.
 */
export function spliceFrontmatter(
  text: string,
  before: FrontmatterChanges,
  after: FrontmatterChanges,
): string | undefined {
  const parts = splitFrontmatter(text);
  if (parts === undefined || !isPlain(parts.yaml)) return undefined;
  const edits: TextEdit[] = [];
  for (const key of Object.keys(after)) {
    if (equalJson(before[key], after[key])) continue;
    const edit = findEdit(parts.yaml, key, before[key], after[key]);
    if (edit === undefined) return undefined;
    edits.push(edit);
  }
  return text.slice(0, parts.start) + applyEdits(parts.yaml, edits) + text.slice(parts.end);
}

/**
 * Each line that begins at the margin begins with a letter of a key or a comment: no quoted or complex key, no bracket,
 * anchor, tag or carriage return that could give another line a meaning it does not seem to have.
 */
const isPlain = (yaml: string): boolean => FIRST_KEY.test(yaml) && !ODD_LINE.test(yaml);
const FIRST_KEY = /^[A-Za-z]/;
const ODD_LINE = /\r|\n[^A-Za-z \n#]/;

function findEdit(yaml: string, key: string, old: Json | undefined, value: Json | undefined): TextEdit | undefined {
  const text = value === undefined ? '' : renderEntry(key, value);
  if (old === undefined) {
    // A comment at the end may be about the last key.
    return findKey(yaml, key, 0) < 0 && !LAST_COMMENT.test(yaml)
      ? { start: yaml.length, end: yaml.length, text }
      : undefined;
  }
  const start = findKey(yaml, key, 0);
  const entry = renderEntry(key, old);
  const end = start + entry.length;
  if (start < 0 || !yaml.startsWith(entry, start) || findKey(yaml, key, start + 1) >= 0) return undefined;
  // What is indented below it, a comment too, belongs to it.
  return end === yaml.length || /[A-Za-z]/.test(yaml.charAt(end)) ? { start, end, text } : undefined;
}

const LAST_COMMENT = /(?:^|\n)[ \t]*(?:#[^\n]*)?\n$/;

/** Where a line begins with this word: with the key, or with what only looks like it. */
function findKey(yaml: string, key: string, from: number): number {
  if (from === 0 && yaml.startsWith(key) && !/\w/.test(yaml.charAt(key.length))) return 0;
  for (let at = yaml.indexOf(`\n${key}`, Math.max(0, from - 1)); at >= 0; at = yaml.indexOf(`\n${key}`, at + 1))
    if (!/[\w-]/.test(yaml.charAt(at + 1 + key.length))) return at + 1;
  return -1;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** One entry as a new file has it. */
function renderEntry(key: string, value: Json): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return `${key}: ${value}\n`;
  if (typeof value === 'string' && TIME.test(value)) return `${key}: '${value}'\n`;
  return rendered.get(key, value);
}

/** Few values come again and again: the words of a state, an empty list. */
class RenderedEntries {
  readonly #texts = new Map<string, string>();

  get(key: string, value: Json): string {
    const json = JSON.stringify(value);
    const name = `${key} ${json}`;
    const known = this.#texts.get(name);
    if (known !== undefined) return known;
    // As JSON has it: what is kept under this name must not depend on who came first, 0 or -0.
    const entry = { [key]: JSON.parse(json) as Json };
    const text = dumpYaml(entry);
    assertReadsAs(text, entry);
    if (this.#texts.size >= MAX_ENTRIES) this.#texts.clear();
    if (name.length <= MAX_NAME_LENGTH) this.#texts.set(name, text);
    return text;
  }
}

const MAX_ENTRIES = 500;
const MAX_NAME_LENGTH = 500;
const rendered = new RenderedEntries();

/** Changing keys of a YAML block and nothing else: comments, order, quotes, line endings and unknown keys stay. */

import type { Event } from 'js-yaml';
import { equalJson } from '../canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { applyEdits, detectLineEnding, withLineEnding, type TextEdit } from '../text.ts';
import { getParts, loadYaml } from './load-yaml.ts';
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
import type { FrontmatterChanges } from './splice.ts';
import { indentLines, readYamlTree, type YamlEntry, type YamlNode } from './yaml-tree.ts';

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

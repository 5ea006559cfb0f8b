/** Changing keys of a YAML block in the form Baton writes, without reading the YAML again. */

import { equalJson } from '../canonical-json.ts';
import { isJsonObject, type Json } from '../json.ts';
import { applyEdits, type TextEdit } from '../text.ts';
import { assertReadsAs, dumpYaml } from './render.ts';
import { splitFrontmatter } from './split-frontmatter.ts';

/** New values by key; undefined takes the key out. */
export type FrontmatterChanges = Readonly<Record<string, Json | undefined>>;

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

/** One entry as a new file has it. */
function renderEntry(key: string, value: Json): string {
  const plain = renderPlain(value);
  if (plain !== undefined) return `${key}: ${plain}\n`;
  return renderPlainMapping(key, value) ?? rendered.get(key, value);
}

/** Of what a task says of itself, nearly all: words, ids, times and numbers need no rules of YAML. */
function renderPlain(value: Json): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return `${value}`;
  if (typeof value !== 'string') return undefined;
  if (TIME.test(value)) return `'${value}'`;
  return PLAIN.test(value) && !OTHER_TYPE.test(value) ? value : undefined;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** A word, or an id: a UUID, or one with a letter that no number has. */
const PLAIN = /^(?:[A-Za-z][\w-]*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d[\dA-Z]*[G-WYZ][\dA-Z]*)$/;
const OTHER_TYPE = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

function renderPlainMapping(key: string, value: Json): string | undefined {
  if (!isJsonObject(value)) return undefined;
  let text = `${key}:\n`;
  for (const [name, inner] of Object.entries(value)) {
    const plain = PLAIN.test(name) && !OTHER_TYPE.test(name) ? renderPlain(inner) : undefined;
    if (plain === undefined) return undefined;
    text += `  ${name}: ${plain}\n`;
  }
  return Object.keys(value).length === 0 ? undefined : text;
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

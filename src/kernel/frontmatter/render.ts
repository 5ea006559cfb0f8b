import { dump, type DumpOptions } from 'js-yaml';
import { equalJson } from '../equal-json.ts';
import { BatonError } from '../errors/index.ts';
import type { Json, JsonObject } from '../json.ts';
import { loadYaml, YAML_AS_JSON } from './load-yaml.ts';

/** The text of a new file; the body stands as given behind the closing line. */
export function renderFrontmatter(data: JsonObject, body: string): string {
  const yaml = Object.keys(data).length === 0 ? '' : dumpYaml(data);
  assertReadsAs(yaml, data);
  return `---\n${yaml}---\n${body}`;
}

/** What is written must be read as what was meant; anything else, as a number without a finite value, is refused. */
export function assertReadsAs(yaml: string, data: JsonObject): void {
  if (equalJson(tryLoad(yaml), data)) return;
  throw new BatonError('INPUT_INVALID', 'frontmatter cannot hold these values', {
    hint: 'use JSON values alone, and leave a value that others point to with * where it is',
  });
}

function tryLoad(yaml: string): JsonObject | undefined {
  try {
    return loadYaml({ yaml }).data;
  } catch (error) {
    if (error instanceof BatonError) return undefined;
    throw error;
  }
}

/** The library quotes each text that a YAML 1.1 or 1.2 reader would take for something else. */
export function dumpYaml(value: Json, options: DumpOptions = {}): string {
  try {
    return dump(value, { lineWidth: -1, noRefs: true, ...options });
  } catch (cause) {
    throw new BatonError('INPUT_INVALID', 'frontmatter cannot hold these values', {}, cause);
  }
}

const DATE = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/;

/** On one line, without its ending. */
export function dumpInline(value: Json, options: DumpOptions = {}): string {
  return dumpYaml([value], { ...options, flowLevel: 0 }).slice(1, -2);
}

/** A date keeps the plain form another program gave it, which our reader takes for text. */
export const plainOptions = (value: Json): DumpOptions =>
  typeof value === 'string' && DATE.test(value) ? { schema: YAML_AS_JSON } : {};

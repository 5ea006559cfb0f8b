import { DEFAULT_SCALAR_STYLE_RULES, dump, SCALAR_STYLE, type DumpOptions, type ScalarStyleRule } from 'js-yaml';
import { equalJson } from '../canonical-json.ts';
import { BatonError } from '../errors/index.ts';
import type { Json, JsonObject } from '../json.ts';
import { loadYaml, YAML_AS_JSON } from './load-yaml.ts';

/** The text of a new file; the body follows the closing line as given. */
export function renderFrontmatter(data: JsonObject, body: string): string {
  const yaml = Object.keys(data).length === 0 ? '' : dumpYaml(data);
  assertReadsAs(yaml, data);
  return `---\n${yaml}---\n${body}`;
}

/** What is written must be read as what was meant; anything else, as a number without a finite value, is refused. */
export function assertReadsAs(yaml: string, data: JsonObject, keys: readonly string[] = Object.keys(data)): void {
  if (equalJson(tryLoad(yaml), data)) return;
  throw new BatonError('INPUT_INVALID', `frontmatter cannot contain the value given for ${keys.join(', ')}`, {
    keys,
    hint: 'use only JSON values, and leave a value that others refer to with * in its place',
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

/** As a block of lines such a text would take blank lines that follow it in the file for its own. */
const quoteFinalBlankLines: ScalarStyleRule = (layout) => {
  if (layout.node.value.endsWith('\n\n')) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

const SCALAR_STYLE_RULES = [quoteFinalBlankLines, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)];

/** A text in lines would take an indented comment below it for its own. */
export const optionsBefore = (following: string): DumpOptions =>
  /^(?:[ \t]*(?:\r\n|\n|\r))*[ \t]+\S/.test(following)
    ? {
        scalarStyleRules: SCALAR_STYLE_RULES.filter(
          (rule) => rule !== DEFAULT_SCALAR_STYLE_RULES.tryLongOrMultilineAsBlock,
        ),
      }
    : {};

/** The library quotes each text that a YAML 1.1 or 1.2 reader would take for something else. */
export function dumpYaml(value: Json, options: DumpOptions = {}): string {
  try {
    return dump(value, { lineWidth: -1, noRefs: true, scalarStyleRules: SCALAR_STYLE_RULES, ...options });
  } catch (cause) {
    throw new BatonError('INPUT_INVALID', 'frontmatter can only contain JSON values', {}, cause);
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

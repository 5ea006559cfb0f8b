/** YAML as JSON values: no types beyond JSON, no key that could reach a prototype, limits on everything that can grow. */

import {
  boolCoreTag,
  constructFromEvents,
  defineMappingTag,
  defineScalarTag,
  EVENT_ID,
  floatCoreTag,
  intCoreTag,
  mapTag,
  NOT_RESOLVED,
  nullCoreTag,
  parseEvents,
  Schema,
  seqTag,
  strTag,
  YAMLException,
  type Event,
} from 'js-yaml';
import { BatonError } from '../errors/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { utf8Length } from '../token-estimate.ts';
import { opensFrontmatter, splitFrontmatter, type FrontmatterParts } from './split-frontmatter.ts';

/** Far more than people or tools write there; a larger block is data in the wrong place. */
const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 50;
/** Values an alias stands for count each time, so that a few lines cannot become gigabytes if they are written out. */
const MAX_VALUES = 20_000;

/** JSON has no infinity and no NaN: `.inf` and `.nan` stay the words they are. */
const finiteFloat = defineScalarTag<number>(floatCoreTag.tagName, {
  ...floatCoreTag,
  resolve: (source, isExplicit, tagName) => {
    const value = floatCoreTag.resolve(source, isExplicit, tagName);
    return typeof value === 'number' && Number.isFinite(value) ? value : NOT_RESOLVED;
  },
});

/** A copy made by assignment would change the prototype of the copy. */
const mapWithoutProto = defineMappingTag(mapTag.tagName, {
  create: mapTag.create,
  has: mapTag.has,
  keys: mapTag.keys,
  get: mapTag.get,
  identify: mapTag.identify,
  represent: mapTag.represent,
  addPair: (carrier, key, value) =>
    key === '__proto__' ? 'the key "__proto__" is not allowed' : mapTag.addPair(carrier, key, value),
});

export const YAML_AS_JSON = new Schema([
  strTag,
  nullCoreTag,
  boolCoreTag,
  intCoreTag,
  finiteFloat,
  seqTag,
  mapWithoutProto,
]);

interface LoadedYaml {
  readonly data: JsonObject;
  readonly events: readonly Event[];
}

/** Nothing at all, or comments alone, is an empty mapping. */
export function loadYaml({ yaml }: Pick<FrontmatterParts, 'yaml'>): LoadedYaml {
  if (yaml.length > MAX_BYTES || utf8Length(yaml) > MAX_BYTES) {
    throw new BatonError('INPUT_TOO_LARGE', `frontmatter is larger than ${MAX_BYTES} bytes`, { maxBytes: MAX_BYTES });
  }
  const { documents, events } = readDocuments(yaml);
  if (documents.length > 1) throw invalid('it has more than one YAML document', 1);
  const [data = {}] = documents;
  if (events.some(({ type }) => type === EVENT_ID.ALIAS)) assertFewValues(data);
  if (!isJsonObject(data)) throw invalid('it must be keys with values', 1);
  return { data, events };
}

function readDocuments(yaml: string): { documents: Json[]; events: Event[] } {
  try {
    const events = parseEvents(yaml, { maxDepth: MAX_DEPTH });
    // The schema above makes nothing but JSON values.
    const documents = constructFromEvents(events, { source: yaml, schema: YAML_AS_JSON }) as Json[];
    return { documents, events };
  } catch (cause) {
    // The library asks its callers to expect more than its own exception on hostile input.
    if (!(cause instanceof YAMLException)) throw invalid('YAML that cannot be read', 1, cause);
    throw invalid(cause.reason, (cause.mark?.line ?? 0) + 1, cause);
  }
}

function assertFewValues(root: Json): void {
  let count = 0;
  const visit = (value: Json, depth: number): void => {
    count += 1;
    if (count > MAX_VALUES || depth > MAX_DEPTH) throw invalid('its aliases expand to too much, or to themselves', 1);
    if (typeof value !== 'object' || value === null) return;
    for (const inner of Array.isArray(value) ? value : Object.values(value)) visit(inner, depth + 1);
  };
  visit(root, 0);
}

/** Lines of the YAML count from 1; the `---` line before it is the file's first. */
export function invalid(reason: string, yamlLine: number, cause?: unknown): BatonError {
  const line = yamlLine + 1;
  return new BatonError('FRONTMATTER_INVALID', `frontmatter, line ${line}: ${reason}`, { line, reason }, cause);
}

interface Frontmatter {
  readonly data: JsonObject;
  readonly body: string;
}

/**
 * Fails with FRONTMATTER_INVALID if there is no block or it is not a mapping of JSON values with distinct keys;
 * details hold line and reason. Dates stay text.
 */
export function parseFrontmatter(text: string): Frontmatter {
  const parts = getParts(text);
  return { data: loadYaml(parts).data, body: parts.body };
}

export function getParts(text: string): FrontmatterParts {
  const parts = splitFrontmatter(text);
  if (parts !== undefined) return parts;
  const reason = opensFrontmatter(text)
    ? 'the block is never closed by a --- line'
    : 'the file does not begin with a --- line';
  throw new BatonError('FRONTMATTER_INVALID', `frontmatter, line 1: ${reason}`, { line: 1, reason });
}

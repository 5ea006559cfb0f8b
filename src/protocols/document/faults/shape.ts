/** What the schema says about names: which are required, which are known, which values a field may take. */
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { schema } from '../universal-handoff.gen.js';

/** One object of a schema, by its place; `*` stands for any position of a list. */
export interface ShapePart {
  readonly names: readonly string[];
  readonly required: readonly string[];
  /** Names that are not listed are refused. */
  readonly isClosed: boolean;
}

export interface Shape {
  readonly objects: ReadonlyMap<string, ShapePart>;
  /** Allowed values by place. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

const MAX_DEPTH = 12;

/** The skeleton of a schema: names and values, without lengths, patterns and words. */
export function readShape(root: JsonObject): Shape {
  const objects = new Map<string, ShapePart>();
  const values = new Map<string, readonly string[]>();
  const walk = (part: Json | undefined, path: string, depth: number): void => {
    const found = resolveReference(root, part);
    if (found === undefined || depth > MAX_DEPTH) return;
    const { properties, items, required, enum: allowed, const: constant } = found;
    if (Array.isArray(allowed)) values.set(path, allowed.map(String));
    if (constant !== undefined) values.set(path, [String(constant)]);
    if (items !== undefined) walk(items, `${path}/*`, depth + 1);
    if (!isJsonObject(properties)) return;
    objects.set(path, {
      names: Object.keys(properties),
      required: Array.isArray(required) ? required.map(String) : [],
      isClosed: found['unevaluatedProperties'] === false || found['additionalProperties'] === false,
    });
    for (const [name, member] of Object.entries(properties)) walk(member, `${path}/${name}`, depth + 1);
  };
  walk(root, '', 0);
  return { objects, values };
}

function resolveReference(root: JsonObject, part: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(part)) return undefined;
  const { $ref: reference } = part;
  if (typeof reference !== 'string') return part;
  const definitions = root['$defs'];
  const found = isJsonObject(definitions) ? definitions[reference.replace('#/$defs/', '')] : undefined;
  return isJsonObject(found) ? found : undefined;
}

/** The shape of the schema that is shipped. */
export const SHAPE = readShape(schema);

const place = (path: string): string => path.replaceAll(/\/\d+(?=\/|$)/g, '/*');

export function isRequired(path: string): boolean {
  const end = path.lastIndexOf('/');
  return path === '' || SHAPE.objects.get(place(path.slice(0, end)))?.required.includes(path.slice(end + 1)) === true;
}

/** Names that are allowed in an object that refuses all others. */
export function knownNames(path: string): readonly string[] {
  const part = SHAPE.objects.get(place(path));
  return part?.isClosed === true ? part.names : [];
}

const isSame = (one: readonly string[], other: readonly string[] | undefined): boolean =>
  one.length === other?.length && one.every((name) => other.includes(name));

/** True for two schemas with the same names and values at the same places. */
export function haveSameShape(a: Shape, b: Shape): boolean {
  return (
    a.objects.size === b.objects.size &&
    a.values.size === b.values.size &&
    [...a.objects].every(([path, part]) => {
      const other = b.objects.get(path);
      return (
        other !== undefined &&
        part.isClosed === other.isClosed &&
        isSame(part.names, other.names) &&
        isSame(part.required, other.required)
      );
    }) &&
    [...a.values].every(([path, list]) => isSame(list, b.values.get(path)))
  );
}

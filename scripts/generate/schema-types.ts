/** TypeScript types out of a JSON Schema: one interface or union for each titled definition, the whole under its own name. */
import { isJsonObject, type Json, type JsonObject } from '../../src/kernel/json.ts';

/** Declarations for a `.d.ts` file. Only the keywords that this repository's schemas use are understood; others throw. */
export function renderTypes(schema: JsonObject, name: string): string {
  const definitions = isJsonObject(schema['$defs']) ? schema['$defs'] : {};
  const titled = Object.values(definitions).filter(isTitled);
  return [declare(name, schema, definitions), ...titled.map((one) => declare(one.title, one, definitions))].join('');
}

type Titled = JsonObject & { readonly title: string };

const isTitled = (schema: Json): schema is Titled => isJsonObject(schema) && typeof schema['title'] === 'string';

function declare(name: string, schema: JsonObject, definitions: JsonObject): string {
  const comment = typeof schema['description'] === 'string' ? `/** ${schema['description']} */\n` : '';
  if (schema['type'] !== 'object') return `${comment}export type ${name} = ${typeOf(schema, definitions)};\n`;
  return `${comment}export interface ${name} ${renderMembers(schema, definitions)}\n`;
}

function renderMembers(schema: JsonObject, definitions: JsonObject): string {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const members = Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {});
  const lines = members.map(([name, member]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${describe(member)}  readonly ${name}${mark}: ${typeOf(member, definitions)};\n`;
  });
  return `{\n${lines.join('')}}`;
}

const describe = (schema: Json): string =>
  isJsonObject(schema) && typeof schema['description'] === 'string' ? `  /** ${schema['description']} */\n` : '';

function typeOf(schema: Json, definitions: JsonObject): string {
  if (schema === true) return 'Json';
  if (!isJsonObject(schema)) throw new Error(`no type for ${JSON.stringify(schema)}`);
  const { $ref: reference, const: constant, enum: values, type } = schema;
  if (typeof reference === 'string') return typeOfReference(reference, definitions);
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOfKeyword(String(one), schema, definitions)).join(' | ');
  return typeOfKeyword(String(type), schema, definitions);
}

function typeOfReference(reference: string, definitions: JsonObject): string {
  const target = definitions[reference.replace('#/$defs/', '')];
  if (target === undefined) throw new Error(`${reference} is not defined`);
  return isTitled(target) ? target.title : typeOf(target, definitions);
}

function typeOfKeyword(type: string, schema: JsonObject, definitions: JsonObject): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = typeOf(schema['items'] ?? true, definitions);
      return /[ |]/.test(item) ? `readonly (${item})[]` : `readonly ${item}[]`;
    }
    case 'object': {
      if (isJsonObject(schema['properties'])) return renderMembers(schema, definitions);
      const { additionalProperties: others } = schema;
      return isJsonObject(others) ? `Readonly<Record<string, ${typeOf(others, definitions)}>>` : 'JsonObject';
    }
    default:
      throw new Error(`no type for ${type}`);
  }
}

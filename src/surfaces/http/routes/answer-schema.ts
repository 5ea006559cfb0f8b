import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { schema } from '../schemas/answers.gen.js';

/** The shapes of answers by name, as the API's description has them. */
export const ANSWERS: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  Object.entries(isJsonObject(schema['$defs']) ? schema['$defs'] : {}).flatMap(([name, shape]) =>
    isJsonObject(shape) ? [[name, intoComponents(shape)]] : [],
  ),
);

export const answer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** References inside the schema file point to its `$defs`; in the description the same shapes are elsewhere. */
function intoComponents(shape: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(shape), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : value,
  ) as JsonObject;
}

import type { JsonObject } from '../../kernel/json.ts';
import { VERSION } from '../../kernel/version.ts';
import type { Parameter, Route } from './route.ts';

/** The API's description, made from the same rows that answer it. */
export function renderOpenApi(routes: readonly Route[], schemas: Readonly<Record<string, JsonObject>>): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = renderOperation(route);
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Baton',
      version: VERSION,
      summary: 'The relay of one data folder: tasks, events, handoffs, audit and project state.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      schemas: { ...schemas, Error: ERROR_SCHEMA },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

const ERROR_SCHEMA: JsonObject = {
  type: 'object',
  required: ['schema_version', 'error'],
  properties: {
    schema_version: { const: 1 },
    error: {
      type: 'object',
      required: ['code', 'message', 'hint'],
      properties: { code: { type: 'string' }, message: { type: 'string' }, hint: { type: 'string' } },
    },
  },
};

function renderOperation(route: Route): JsonObject {
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.tag],
    ...(route.isWrite === true ? { security: [{ token: [] }] } : {}),
    parameters: [
      ...parameters('path', route.params),
      ...parameters('query', route.query),
      ...parameters('header', route.headers),
    ],
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: route.body.schema } } } }),
    responses: {
      '200': { description: 'Done.', content: contentOf(route) },
      default: {
        description: 'Refused or failed.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function contentOf({ form = 'envelope', response }: Route): JsonObject {
  if (form === 'text') return { 'text/plain': { schema: response } };
  if (form === 'stream') return { 'text/event-stream': { schema: response } };
  return { 'application/json': { schema: form === 'bare' ? response : envelope(response) } };
}

const operationId = ({ method, path }: Route): string =>
  [method.toLowerCase(), ...path.split('/').filter((part) => part !== '' && part !== 'v1')]
    .join('_')
    .replaceAll(/[{}]/g, '');

const parameters = (
  place: 'path' | 'query' | 'header',
  table: Readonly<Record<string, Parameter>> = {},
): JsonObject[] =>
  Object.entries(table).map(([name, { about, schema }]) => ({
    name,
    in: place,
    required: place === 'path',
    description: about,
    schema,
  }));

const envelope = (response: JsonObject): JsonObject => ({
  type: 'object',
  required: ['schema_version', 'data'],
  properties: { schema_version: { const: 1 }, data: response },
});

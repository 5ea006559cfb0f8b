import { getSetting, SETTING_KEYS, type Setting } from './settings.ts';

type SchemaNode = { [name: string]: unknown };

/** The JSON Schema of baton.config.json, made from the table of settings. */
export function renderConfigSchema(): SchemaNode {
  const properties: SchemaNode = { $schema: { type: 'string' } };
  for (const key of SETTING_KEYS) place(properties, key.split('.'), settingSchema(getSetting(key)));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Baton configuration (baton.config.json)',
    type: 'object',
    additionalProperties: false,
    properties,
  };
}

function place(properties: SchemaNode, path: readonly string[], schema: SchemaNode): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length === 0) {
    properties[name] = schema;
    return;
  }
  const group = (properties[name] ??= { type: 'object', additionalProperties: false, properties: {} }) as SchemaNode;
  place(group['properties'] as SchemaNode, rest, schema);
}

function settingSchema(setting: Setting): SchemaNode {
  const shared = { description: setting.about, ...(setting.default === null ? {} : { default: setting.default }) };
  switch (setting.kind) {
    case 'choice':
      return { enum: setting.choices, ...shared };
    case 'number':
      return { type: 'integer', minimum: setting.min, maximum: setting.max, ...shared };
    case 'switch':
      return { type: 'boolean', ...shared };
    case 'text':
      return { type: 'string', pattern: '\\S', ...shared };
  }
}

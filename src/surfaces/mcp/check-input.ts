import { fromJsonSchema } from '@modelcontextprotocol/server';
import { BatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, type Json } from '../../kernel/json.ts';
import type { Tool } from './tool.ts';

type Schema = ReturnType<typeof fromJsonSchema>;

export interface InputCheck {
  /** Describes the input in the list of tools and takes anything: an input that does not fit is answered as other failures are. */
  readonly announced: Schema;
  /** Fails with INPUT_INVALID. */
  assertFits(args: unknown): Promise<void>;
}

export function createInputCheck(tool: Pick<Tool, 'name' | 'input'>): InputCheck {
  const schema = fromJsonSchema(tool.input);
  const standard = schema['~standard'];
  return {
    announced: { '~standard': { ...standard, validate: (value) => ({ value }) } },
    async assertFits(args) {
      const { issues } = await standard.validate(args ?? {});
      if (issues === undefined) return;
      const message = `the input of ${tool.name} is invalid: ${issues.map((issue) => issue.message).join('; ')}`;
      throw new BatonError('INPUT_INVALID', message, { hint: describeInput(tool) });
    },
  };
}

/** `baton_read takes file (required), section, last (integer)`, so that the next call can fit. */
function describeInput({ name, input }: Pick<Tool, 'name' | 'input'>): string {
  const { properties, required } = input;
  const needed = Array.isArray(required) ? required : [];
  const members = Object.entries(isJsonObject(properties) ? properties : {}).map(([key, schema]) => {
    const notes = [...(needed.includes(key) ? ['required'] : []), ...describeValue(schema)];
    return notes.length === 0 ? key : `${key} (${notes.join(', ')})`;
  });
  return `${name} takes ${members.join(', ')}`;
}

function describeValue(schema: Json): string[] {
  if (!isJsonObject(schema)) return [];
  if (Array.isArray(schema['enum'])) return [schema['enum'].join(' | ')];
  if (schema['type'] === 'array') return ['list of strings'];
  return typeof schema['type'] === 'string' && schema['type'] !== 'string' ? [schema['type']] : [];
}

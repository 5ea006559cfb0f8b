import { fromJsonSchema, type CallToolResult } from '@modelcontextprotocol/server';
import { BatonError, ERRORS } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { hintForTools } from './hint-for-tools.ts';
import { Arguments, asSent, type Tool, type ToolPlatform } from './tool.ts';

/** A platform for one piece of work: nothing is kept in the server between two calls. */
export type UsePlatform = <T>(work: (platform: ToolPlatform) => Promise<T>) => Promise<T>;

/** A failure is an answer too: the agent reads what went wrong and what to do. */
export async function callTool(
  use: UsePlatform,
  { tool, check }: { readonly tool: Tool; readonly check: Pick<InputCheck, 'assertFits'> },
  args: unknown,
): Promise<CallToolResult> {
  try {
    await check.assertFits(args);
    const { data, refused, hint } = await use((platform) => tool.run(platform, new Arguments(args)));
    const value = toJson(data);
    if (refused !== undefined)
      return failed({ code: 'REFUSED', message: refused, hint: hintForTools(hint ?? hintFor(tool)) }, value);
    return asSent(value);
  } catch (error) {
    return failed(describeFailure(error));
  }
}

const failed = (error: JsonObject, data?: JsonObject): CallToolResult => ({
  content: [asText({ error, ...given({ data }) })],
  isError: true,
});

const hintFor = ({ name }: Tool): string =>
  name === 'baton_handoff'
    ? 'baton_check with what: handoff lists what is wrong'
    : 'read the reason; nothing was changed';

function describeFailure(error: unknown): { code: string; message: string; hint: string } {
  if (error instanceof BatonError) return { code: error.code, message: error.message, hint: hintForTools(error.hint) };
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL', message, hint: ERRORS.INTERNAL.hint };
}

const asText = (value: JsonObject): { type: 'text'; text: string } => ({ type: 'text', text: JSON.stringify(value) });

/** As it goes over the wire: members without a value are left out. */
const toJson = (data: object): JsonObject => JSON.parse(JSON.stringify(data)) as JsonObject;

type Schema = ReturnType<typeof fromJsonSchema>;

interface InputCheck {
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

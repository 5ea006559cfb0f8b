import { given } from '../../kernel/given.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { BatonError, ERRORS } from '../../kernel/errors/index.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { asSent } from './as-sent.ts';
import type { InputCheck } from './check-input.ts';
import { hintForTools } from './hint-for-tools.ts';
import { Arguments, type Tool, type ToolPlatform } from './tool.ts';

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

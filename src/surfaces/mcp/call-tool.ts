import { fromJsonSchema, type CallToolResult } from '@modelcontextprotocol/server';
import { BatonError, ERRORS } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
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

/** The tool that does what a command does. What has no tool is for a person at a terminal. */
const TOOL_OF: Readonly<Record<string, string>> = {
  orient: 'baton_orient',
  read: 'baton_read',
  begin: 'baton_note (it opens the session)',
  log: 'baton_note {what: log}',
  set: 'baton_note {what: section}',
  close: 'baton_handoff',
  handoff: 'baton_handoff',
  lint: 'baton_check {what: handoff}',
  verify: 'baton_check {what: handoff}',
  'trust list': 'baton_read {file: TRUST.md}',
  'trust verify': 'baton_note {what: claim}',
  'trust add': 'baton_note {what: claim}',
  'next list': 'baton_next {action: list}',
  'task list': 'baton_task {action: list}',
  'task show': 'baton_task {action: show}',
  'task new': 'baton_task {action: new}',
  claim: 'baton_claim',
  heartbeat: 'baton_heartbeat',
  complete: 'baton_complete',
  delegate: 'baton_delegate',
  'output check': 'baton_check {what: output}',
};

/** Commands of two words; after any other the second word goes on with the sentence. */
const GROUPS = 'aahp|agent|audit|config|doc|govern|help|next|output|task|trust';
const ARGUMENT = 'TASK-[\\d-]+(?: [a-z-]+)?|--?[a-z-]+|[A-Z]+(?:\\.[a-z]+)?|"[^"]*"';
const COMMAND = new RegExp(
  `(\\b(?:have their owner )?run )?\`?(?<![-\\w])baton ((?:${GROUPS}) (?!(?:and|for|in|on|or|to|with)\\b)[a-z]+|[a-z]+)((?: (?:${ARGUMENT}))*)\`?`,
  'g',
);

/** How hints speak to a shell, and the same for tools. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/run the command with --help/g, 'the list of tools says what each takes'],
  [/--help lists what each flag takes/g, 'its schema says what the tool takes'],
  [/(?:run|repeat) the command(?: again)?/g, 'call the tool again'],
  [/the command can be run again/g, 'the tool can be called again'],
  [/--session-id/g, 'session_id'],
  [/--budget/g, 'budget'],
  [/baton read FILE\[#SECTION\]/g, 'baton_read {file, section}'],
  [
    /baton output prompt prints the instructions/g,
    'its lines are [AOP:START] time, [AOP:TASK], [AOP:SUMMARY], [AOP:DETAILS_FILE], [AOP:STATUS] success|failure|partial, [AOP:END] time',
  ],
];

/** What somebody wrote, as a reason is quoted: it stays as it is. */
const QUOTED = /(\(".*"\))/s;

/** A hint in the words of a client that has tools and no shell. */
export const hintForTools = (hint: string): string =>
  hint
    .split(QUOTED)
    .map((part) => (QUOTED.test(part) ? part : reword(part)))
    .join('');

/** Findings with hints that a client without a shell can follow. */
export const findingsForTools = <T extends { readonly hint: string }>(findings: readonly T[]): readonly T[] =>
  findings.map((finding) => ({ ...finding, hint: hintForTools(finding.hint) }));

const reword = (text: string): string =>
  nameTools(WORDS.reduce((words, [shell, tool]) => words.replaceAll(shell, tool), text));

const nameTools = (hint: string): string =>
  hint.replaceAll(COMMAND, (_whole: string, verb: string | undefined, name: string, rest: string) => {
    const tool = TOOL_OF[name];
    if (tool !== undefined) return verb === undefined ? tool : `call ${tool}`;
    const command = `\`baton ${name}${rest}\``;
    return verb === undefined ? `${command} (a person must run it)` : `ask a person to run ${command}`;
  });

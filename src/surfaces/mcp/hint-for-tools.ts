/** The tool that does what a command does. What has no tool is for a person at a terminal. */
const TOOL_OF: Readonly<Record<string, string>> = {
  orient: 'baton_orient',
  read: 'baton_read',
  begin: 'baton_note, which opens the session',
  log: 'baton_note with what: log',
  set: 'baton_note with what: section',
  close: 'baton_handoff',
  handoff: 'baton_handoff',
  lint: 'baton_check with what: handoff',
  verify: 'baton_check with what: handoff',
  'trust list': 'baton_read with file: TRUST.md',
  'trust verify': 'baton_note with what: claim',
  'trust add': 'baton_note with what: claim',
  'next list': 'baton_next with action: list',
  'task list': 'baton_task with action: list',
  'task show': 'baton_task with action: show',
  'task new': 'baton_task with action: new',
  claim: 'baton_claim',
  heartbeat: 'baton_heartbeat',
  complete: 'baton_complete',
  delegate: 'baton_delegate',
  'output check': 'baton_check with what: output',
  'output prompt': 'baton_check with what: output',
};

/** The second word is part of the command, unless it goes on with the sentence. */
const COMMAND =
  /(?:\b(?:run|with|use|let it in with) )?`?baton ([a-z]+)(?: (?!(?:and|for|in|keeps|on|or|to|with)\b)([a-z]+))?((?: (?:--?[a-z-]+|[A-Z]+|"[^"]*"))*)`?/g;

/** How hints speak to a shell, and the same for tools. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/run the command with --help/g, 'the list of tools says what each takes'],
  [/--help lists what each flag takes/g, 'its schema says what the tool takes'],
  [/(?:run|repeat) the command(?: again)?/g, 'call the tool again'],
  [/the command can be run again/g, 'the tool can be called again'],
  [/--session-id/g, 'session_id'],
  [/--budget/g, 'budget'],
];

/** A hint in the words of a client that has tools and no shell. */
export const hintForTools = (hint: string): string =>
  WORDS.reduce((text, [shell, tool]) => text.replaceAll(shell, tool), nameTools(hint));

const nameTools = (hint: string): string =>
  hint.replaceAll(COMMAND, (whole: string, first: string, second: string | undefined, rest: string) => {
    const named = second === undefined ? undefined : TOOL_OF[`${first} ${second}`];
    if (named !== undefined) return `call ${named}`;
    const tool = TOOL_OF[first];
    if (tool !== undefined) return `call ${tool}${second === undefined ? '' : ` ${second}`}`;
    const command = `baton ${first}${second === undefined ? '' : ` ${second}`}${rest}`;
    return `ask a person to run \`${command}\``;
  });

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

const COMMAND =
  /(?:\b(?:run|with|use|let it in with) )?`?baton ([a-z]+)(?: ([a-z]+))?((?: (?:--?[a-z-]+|[A-Z]+|"[^"]*"))*)`?/g;

/** A hint in the words of a client that has tools and no shell. */
export const hintForTools = (hint: string): string =>
  hint.replaceAll(COMMAND, (whole: string, first: string, second: string | undefined, rest: string) => {
    const named = second === undefined ? undefined : TOOL_OF[`${first} ${second}`];
    if (named !== undefined) return `call ${named}`;
    const tool = TOOL_OF[first];
    if (tool !== undefined) return `call ${tool}${second === undefined ? '' : ` ${second}`}`;
    const command = `baton ${first}${second === undefined ? '' : ` ${second}`}${rest}`;
    return `ask a person to run \`${command}\``;
  });

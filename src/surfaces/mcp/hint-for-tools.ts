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

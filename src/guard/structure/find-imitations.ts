/** What poses as part of a conversation in a handoff file: ends of data, calls of tools, headers of roles. */
import type { Hit } from '../rule.ts';
import { STRUCTURE_RULES } from './rules.ts';

/** A line of the file, and whether it is shown as code. */
export interface HandoffLine {
  readonly content: string;
  readonly start: number;
  readonly isCode: boolean;
}

const FRAMED = String.raw`(?:END|BEGIN|START) (?:OF )?(?:THE )?(?:UNTRUSTED |EXTERNAL |USER |RETRIEVED |TOOL )?(?:DATA|CONTEXT|DOCUMENT|INPUT|HANDOFF|PROMPT|CONVERSATION|INSTRUCTIONS|OUTPUT)`;
/** Written as a border, with nothing else on the line. */
const END_OF_DATA = new RegExp(
  String.raw`^[ \t>*-]{0,6}(?:[=*#~_-]{2,40}|<{2,8}|\[{1,3})[ \t]{0,2}${FRAMED}[ \t]{0,2}(?:[=*#~_-]{2,40}|>{2,8}|\]{1,3})[ \t]*$`,
  'i',
);
const TOOL_CALL =
  /<\/?(?:antml:)?invoke(?: name=|>)|<(?:antml:)?parameter name=|<function=[\w.-]{1,60}>|["']tool_calls["']\s{0,3}:|<[|｜](?:User|Assistant|System|tool[▁_ ]\w{1,20}|begin[▁_ ]of[▁_ ]sentence|end[▁_ ]of[▁_ ]sentence)[|｜]>|\[\/?(?:AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|SYSTEM_PROMPT)\]/i;
const ROLE_LINE =
  /^[ \t>*#-]{0,6}(?:\*\*|__|\[|<)?(?:system|assistant|developer|human|user|system (?:message|instructions?|override|notice|command))(?:\*\*|__|\]|>)?[^\S\n]{0,2}:[ \t]*(?:\*\*[ \t]*)?(?=\S)/i;
/** Code holds settings such as `user: deploy`; there a role is one only if it goes on with an order. */
const ROLE_IN_CODE =
  /^[ \t>]{0,6}(?:System|Assistant|Developer|Human|SYSTEM|ASSISTANT|DEVELOPER)(?: (?:message|MESSAGE))?[ \t]{0,2}:[ \t]*/;
const ROLE_HEADING =
  /^ {0,3}#{1,6}[ \t]+(?:system|assistant|developer|human|user|instruction|response)[ \t]*:?[ \t]*#*[ \t]*$/i;
const ORDER =
  /^[ \t>*-]*(?:please |now |you |your |from now on|ignore|disregard|forget|follow|obey|always|never|do not|don't|must|act as|respond|reply|answer|output|print|reveal|send|post|push|run|execute|skip|delete|merge|approve)\b/i;

/** Without one of these at its end a line is no border. Most lines have none, so that the pattern is not even compiled. */
const endsAsBorder = (content: string): boolean => '=*#~_->]'.includes(content.trimEnd().at(-1) ?? ' ');

/** How the names of roles begin, which a line has after its marks. */
const ROLE_STARTS = new Set(['sys', 'ass', 'dev', 'hum', 'use', 'ins', 'res']);
const MARKS = new Set(' \t>*#-_[<');

function startsAsRole(content: string): boolean {
  let at = 0;
  while (MARKS.has(content[at] ?? '')) at += 1;
  return ROLE_STARTS.has(content.slice(at, at + 3).toLowerCase());
}

/** Between backticks on its line. */
const isBetweenTicks = (content: string, at: number): boolean => (content.slice(0, at).split('`').length - 1) % 2 === 1;

export function findImitations(line: HandoffLine, next: string): Hit[] {
  const { content, start, isCode } = line;
  const whole = { start, end: start + content.length };
  const hits: Hit[] = [];
  if (endsAsBorder(content) && END_OF_DATA.test(content))
    hits.push({ rule: STRUCTURE_RULES.forgedFrame, severity: 'error', ...whole });
  const call = TOOL_CALL.exec(content);
  if (call !== null) {
    const severity = isCode || isBetweenTicks(content, call.index) ? 'warning' : 'error';
    const place = { start: start + call.index, end: start + call.index + call[0].length };
    hits.push({ rule: STRUCTURE_RULES.frameToken, severity, ...place });
  }
  if (isRole(content, isCode, next)) hits.push({ rule: STRUCTURE_RULES.roleHeader, severity: 'error', ...whole });
  return hits;
}

function isRole(content: string, isCode: boolean, next: string): boolean {
  if (!startsAsRole(content)) return false;
  if (isCode) {
    const role = ROLE_IN_CODE.exec(content)?.[0];
    return role !== undefined && ORDER.test(content.slice(role.length));
  }
  return ROLE_LINE.test(content) || (ROLE_HEADING.test(content) && ORDER.test(next));
}

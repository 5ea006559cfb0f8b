/** Comments in handoff files: people do not see them, so only those of known forms may be there. */

import { scanMarkdown, type MarkdownLine } from '../../kernel/markdown/index.ts';
import { appendAll, type Hit } from '../rule.ts';
import type { Stretch } from '../text/survey.ts';
import { findImitations } from './find-imitations.ts';
import { STRUCTURE_RULES } from './rules.ts';

const WORD = String.raw`[\w.:@/=-]{1,60}`;

/** Whole comments, from the first word to the last: a known word at the beginning excuses nothing that follows it. */
const KNOWN: readonly string[] = [
  String.raw`\/?SECTION:\s{0,3}${WORD}`,
  String.raw`baton-allow\b[^\n]{0,300}`,
  String.raw`(?:BEGIN|END) baton ${WORD}(?: hash:[0-9a-f]{6,64})?`,
  String.raw`(?:BEGIN|END|START|STOP)(?:[ :_-]${WORD}|(?: [A-Z][A-Z_-]{1,30}){1,3})?`,
  String.raw`(?:this file (?:is|was) )?(?:auto-?(?:matically )?)?generated(?: (?:by|with|from|using) ${WORD}(?: ${WORD})?)?(?:[ .,;:-]{1,3}do not (?:edit|modify|change)(?: by hand| manually| directly| this file)?)?[.!]?`,
  String.raw`do not (?:edit|modify|change)(?: by hand| manually| directly| this (?:file|section|block)| below| above)?[.!]?(?:[ ;,-]{1,3}(?:auto-?)?generated(?: (?:by|with|from|using) ${WORD})?[.!]?)?`,
  String.raw`markdownlint-[a-z-]{2,30}(?:\s(?:MD\d{3}|[a-z]{1,20}(?:-[a-z]{1,20}){1,6})){0,20}`,
  String.raw`markdownlint-configure-file\s\{[\s"\w:,.\[\]-]{0,400}\}`,
  'prettier-ignore(?:-start|-end)?',
  String.raw`(?:eslint|textlint|remark|rumdl|cspell|lint|oxlint|spell-?checker)[-: ](?:ignore|disable|enable)(?:-[a-z-]{1,20})?(?: ${WORD}){0,2}`,
  String.raw`vale (?:on|off|[\w.-]{1,40} = (?:YES|NO))`,
  String.raw`\/?(?:toc|tocstop|no toc|omit (?:in|from) toc)`,
  String.raw`(?:START|END) doctoc(?: generated TOC please keep comment here to allow auto update)?`,
  String.raw`DON'T EDIT THIS SECTION, INSTEAD RE-RUN doctoc TO UPDATE`,
  String.raw`\/?aahp(?:[: -]${WORD}){0,3}`,
  '(?:archived|new|older|newer|further)? ?(?:entries|items|sections|releases) (?:are |go |belong )?(?:added |prepended |appended |listed )?(?:below|above)(?: this line)?[.!]?',
  '-{0,80}',
];
const KNOWN_COMMENT = new RegExp(`^<!--\\s{0,8}(?:${KNOWN.join('|')})\\s{0,8}-->$`, 'i');
const LONGEST_KNOWN = 600;

function findComments(text: string): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', at + 4)) {
    const close = text.indexOf('-->', at + 4);
    const end = close === -1 ? text.length : close + 3;
    const isKnown = end - at <= LONGEST_KNOWN && KNOWN_COMMENT.test(text.slice(at, end));
    if (!isKnown) hits.push({ rule: STRUCTURE_RULES.comment, severity: 'warning', start: at, end });
    at = Math.max(at, end - 4);
  }
  return hits;
}

/** Which file of a handoff a path is, and what that file is for. */
type HandoffPlace = 'report' | 'instructions' | 'data' | 'other';

const REPORTS = /^(?:STATUS|LOG|LOG-ARCHIVE|TRUST|DASHBOARD|GROUNDING)(?:[.-][\w.-]*)?\.md$/i;
const INSTRUCTIONS = /^(?:NEXT_ACTIONS|CONVENTIONS|WORKFLOW|AGENTS|CLAUDE)\.md$/i;

/**
 * `report` says what is so; `instructions` may tell the reader what to do; `data` is JSON; `other` lies outside the
 * handoff folder or is not one of its known files. A bare file name counts as in the folder.
 */
export function findHandoffPlace(file: string | undefined): HandoffPlace | undefined {
  if (file === undefined) return undefined;
  const path = file.replaceAll('\\', '/');
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (path.includes('/') && !/(?:^|\/)\.ai\/handoff\/[^/]+$/.test(path)) return undefined;
  if (REPORTS.test(name)) return 'report';
  if (INSTRUCTIONS.test(name)) return 'instructions';
  if (/\.json$/i.test(name)) return path.includes('.ai/handoff/') ? 'data' : undefined;
  return path.includes('.ai/handoff/') ? 'other' : undefined;
}

const FRAME_TOKEN =
  /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end_of_text|begin_of_text|start_header_id|end_header_id|eot_id|fim_\w+|tool_call\w*|endofprompt|channel|message|start|end|return|call|(?:start|end)[ _][a-z][a-z _]{0,20})\|>|<\/?system>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:tool_call|tool_use|tool_result|function_calls?|function_results?|antml:[\w]+|system-reminder|system_prompt|start_of_turn|end_of_turn)\b[^>\n]{0,80}>|<(?:start|end)_of_turn>/gi;
const FORGED_FRAME =
  /BATON-DATA [0-9a-f]{4,64}|^\d{20,60}>>>|--\s{0,2}(?:END|BEGIN) (?:OF )?(?:UNTRUSTED |EXTERNAL |USER |RETRIEVED )?(?:DATA|CONTEXT|DOCUMENT|INPUT|HANDOFF)\s{0,2}--|<\/(?:data|context|document|untrusted|user_data|external_data|search_results?|retrieved|user_input)>(?=\s{0,4}(?:\n|$|[A-Z]))/gim;
const CONFLICT = /^(?:<{7}|>{7})(?: |$)/;
/** After a word such as `what` it is told what will be, not what to do: "what the next agent should check first". */
const ADDRESSED =
  /(?<!\b(?:what|which|how|whether|where|why) (?:the )?)\b(?:the )?(?:next|incoming|following|receiving|future) (?:agent|session|assistant|model|reader|ai)s?\b[^.\n]{0,40}\b(?:must|should|shall|has to|needs? to|is to|will|may not|must not|cannot|is (?:required|instructed|ordered|authori[sz]ed))\b|\b(?:dear|attention|note (?:to|for)|instructions? (?:to|for)|message (?:to|for)|hey|hello|hi)[ ,:]{1,2}(?:the )?(?:next |incoming |future |any )?(?:ai|agents?|assistants?|llms?|models?|claude|copilot|gpt|whoever)\b|^[ \t>*-]*(?:you (?:must|should|shall|have to|need to|are (?:now|required|instructed|authori[sz]ed|to)|will now|may not|can now))\b/gim;

/** Without one of these no frame is imitated, and the patterns need not be tried on the lines around. */
export const FRAME_WORDS: readonly string[] = (
  '<| [inst [/inst <<sys <</sys <tool_ </tool_ <function_ </function_ <antml </antml <system </system <start_of ' +
  '</start_of <end_of </end_of baton-data >>> --end --begin </data </context </document </untrusted </user_ ' +
  '</external_ </search_ </retrieved'
)
  .split(' ')
  .concat('-- end', '-- begin');

/** The word of a frame and the ends of its dashes are at most this many lines apart. */
export const LINES_AROUND_FRAME = 2;

/**
 * Findings that depend on the place. Without a file name only what is wrong anywhere is looked for; `within` are
 * the parts that are read line by line, comments only if that is all of the text.
 */
export function findStructure(
  text: string,
  file: string | undefined,
  frameWindows: readonly Stretch[],
  within?: readonly Stretch[],
): Hit[] {
  const place = findHandoffPlace(file);
  const hits = findFrames(text, frameWindows, place);
  if (place === undefined || place === 'data') return hits;
  appendAll(hits, findInHandoff(text, place, within));
  if (within === undefined) appendAll(hits, findComments(text));
  return hits;
}

function findFrames(text: string, windows: readonly Stretch[], place: HandoffPlace | undefined): Hit[] {
  if (windows.length === 0) return [];
  const hits: Hit[] = [];
  const code = new CodeSpans(text);
  collect(text, windows, FRAME_TOKEN, (start, end) =>
    hits.push(hit('frameToken', place === undefined && code.holds(start) ? 'warning' : 'error', start, end)),
  );
  /** Where the opening of each closing tag first occurs; searched for once. */
  const openings = new Map<string, number>();
  collect(text, windows, FORGED_FRAME, (start, end) => {
    if (text[start] === '<') {
      const opening = text.slice(start, end - 1).replace('</', '<');
      const first = openings.get(opening) ?? findTag(text, opening);
      openings.set(opening, first);
      // A closing tag whose opening precedes it closes only its own element.
      if (first <= start) return;
    }
    hits.push(hit('forgedFrame', 'error', start, end));
  });
  return hits;
}

/** As it is written, or in small letters. */
function findTag(text: string, tag: string): number {
  const places = [text.indexOf(tag), text.indexOf(tag.toLowerCase())].filter((place) => place !== -1);
  return Math.min(...places);
}

const hit = (name: keyof typeof STRUCTURE_RULES, severity: Hit['severity'], start: number, end: number): Hit => ({
  rule: STRUCTURE_RULES[name],
  severity,
  start,
  end,
});

function collect(
  text: string,
  windows: readonly Stretch[],
  pattern: RegExp,
  onMatch: (start: number, end: number) => void,
): void {
  for (const { start, end } of windows) {
    for (const match of text.slice(start, end).matchAll(pattern))
      onMatch(start + match.index, start + match.index + match[0].length);
  }
}

/** Which places, asked for from left to right, are between backticks on their line. */
class CodeSpans {
  private readonly text: string;
  private at = 0;
  private isInside = false;

  constructor(text: string) {
    this.text = text;
  }

  holds(place: number): boolean {
    const newline = this.text.slice(this.at, place).lastIndexOf('\n');
    if (newline !== -1) {
      this.at += newline;
      this.isInside = false;
    }
    for (; this.at < place; this.at += 1) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === 10) this.isInside = false;
      else if (unit === 96) this.isInside = !this.isInside;
    }
    return this.isInside;
  }
}

/** So much of a line tells whether it is an order. */
const NEXT_WORDS = 40;

function findInHandoff(text: string, place: HandoffPlace, within: readonly Stretch[] | undefined): Hit[] {
  const hits: Hit[] = [];
  let part = 0;
  const { lines } = scanMarkdown(text);
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'blank') continue;
    if (within !== undefined) {
      while ((within[part]?.end ?? Infinity) < line.start) part += 1;
      if ((within[part]?.start ?? Infinity) > line.end) continue;
    }
    const content = text.slice(line.start, line.end);
    const isCode = line.kind === 'fence' || line.kind === 'code';
    hits.push(...findImitations({ content, start: line.start, isCode }, findNext(text, lines, index)));
    if (isCode) continue;
    if (CONFLICT.test(content)) hits.push(hit('conflictMarker', 'error', line.start, line.end));
    if (place === 'report') hits.push(...findAddressed(content, line));
  }
  return hits;
}

/** The text below a heading, past one blank line. */
function findNext(text: string, lines: readonly MarkdownLine[], index: number): string {
  const below = lines[index + 1]?.kind === 'blank' ? lines[index + 2] : lines[index + 1];
  return below === undefined ? '' : text.slice(below.start, Math.min(below.end, below.start + NEXT_WORDS));
}

/** Who is spoken of, and who is spoken to: without both of one pair in the line the pattern is not tried. */
const ADDRESSING = [
  'next',
  'incoming',
  'following',
  'receiving',
  'future',
  'dear',
  'attention',
  'note',
  'instruction',
].concat(['message', 'hey', 'hello', 'hi ', 'hi,', 'hi:']);
const READERS = ['agent', 'session', 'assistant', 'model', 'reader', 'ai', 'llm', 'claude', 'copilot', 'gpt', 'whoev'];

function mayAddress(content: string): boolean {
  const small = content.toLowerCase();
  const hasOne = (words: readonly string[]): boolean => words.some((word) => small.includes(word));
  return small.includes('you ') || (hasOne(ADDRESSING) && hasOne(READERS));
}

function findAddressed(content: string, line: MarkdownLine): Hit[] {
  if (!mayAddress(content)) return [];
  return [...content.matchAll(ADDRESSED)].map((match) =>
    hit('addressedReader', 'warning', line.start + match.index, line.start + match.index + match[0].length),
  );
}

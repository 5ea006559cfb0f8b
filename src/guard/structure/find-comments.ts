/** Comments in handoff files: people do not see them, so only those of known forms may be there. */
import type { Hit } from '../rule.ts';
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

export function findComments(text: string): Hit[] {
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

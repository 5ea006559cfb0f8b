/** Means of hiding text from people while agents read it: seeing them is enough, whatever they hide. */
import type { Hit } from '../rule.ts';
import { matchAnchored } from '../text/units.ts';
import type { HiddenPassage } from '../views/invisible.ts';
import { STRUCTURE_RULES } from './rules.ts';

/** Terminal codes that make text invisible or wipe the line after it was written. */
// eslint-disable-next-line no-control-regex -- terminal codes are control characters
const ANSI_HIDING = /\u001B\[(?:[0-9;]*;)?8m|\r?\u001B\[[0-2]?K|\u001B\[[0-9;]*[AFHJ]/g;
const HIDING_STYLE =
  /<[a-z][a-z0-9]{0,15}\b[^>]{0,200}\b(?:style\s{0,2}=\s{0,2}["'][^"'>]{0,200}(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|font-size\s{0,2}:\s{0,2}[01](?:px|pt|em|rem)?\s{0,2}[;"']|opacity\s{0,2}:\s{0,2}0?(?:\.0\d?)?\s{0,2}[;"']|color\s{0,2}:\s{0,2}(?:white|#fff(?:fff)?\b|transparent)|left\s{0,2}:\s{0,2}-\d{3,}|text-indent\s{0,2}:\s{0,2}-\d{3,})|hidden(?=[\s>]))[^>]{0,200}>(?=[^<]{0,40}[A-Za-z]{2})/iy;
/** Without one of these no tag hides anything. */
const HIDING_WORD = /style|hidden/i;
/** Text pushed out of sight by blanks. */
const BLANKS = ' '.repeat(120);
const FAR_RIGHT = /\S[ \t\u00A0]{120,}(?=[A-Z"'<[]?[a-z]{1,20} [^\n]{20})/g;

export function findConcealment(text: string, invisible: readonly HiddenPassage[]): Hit[] {
  const hits: Hit[] = [];
  const add = (start: number, end: number, severity: Hit['severity'], message: string): void =>
    void hits.push({ rule: STRUCTURE_RULES.hiddenText, severity, start, end, message });
  for (const { start, end, isStray } of invisible)
    add(start, end, isStray === true ? 'warning' : 'error', 'characters that people cannot see');
  if (text.includes('\u001B')) {
    for (const match of text.matchAll(ANSI_HIDING))
      add(match.index, match.index + match[0].length, 'error', 'terminal code that hides text');
  }
  if (text.includes('<') && HIDING_WORD.test(text))
    for (const match of matchAnchored(text, '<', HIDING_STYLE))
      add(match.index, match.index + match[0].length, 'warning', 'text styled so that people do not see it');
  if (text.includes(BLANKS))
    for (const match of text.matchAll(FAR_RIGHT))
      add(match.index + 1, match.index + match[0].length, 'warning', 'text pushed out of sight by blanks');
  return hits;
}

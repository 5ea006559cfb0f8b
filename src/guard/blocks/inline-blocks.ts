/** Parts of a line that are not visible on the rendered page: comments, titles of links, descriptions of images. */
import { matchAnchored } from '../text/anchored.ts';
import type { Container, OnBlock } from './visit-blocks.ts';

/** Classes that end at the next opening bracket, so that no input makes them walk the same text twice. */
const DESCRIPTION = /!\[([^\][\n]{30,600})\]\(/y;
const TITLE = /\]\([^()\s"]{1,300} "([^"\n]{30,600})"\)/y;
const LEAST_COMMENT = 20;
const MAX_COMMENT = 4_000;

export function visitInlineBlocks(text: string, onBlock: OnBlock): void {
  if (text.includes('](')) {
    visitMatches(text, '![', DESCRIPTION, 'image description', onBlock);
    visitMatches(text, '](', TITLE, 'link title', onBlock);
  }
  visitComments(text, onBlock);
}

function visitMatches(text: string, anchor: string, pattern: RegExp, container: Container, onBlock: OnBlock): void {
  for (const match of matchAnchored(text, anchor, pattern)) {
    const [whole, inner = ''] = match;
    const start = match.index + whole.indexOf(inner);
    onBlock({ start, end: start + inner.length, container });
  }
}

function visitComments(text: string, onBlock: OnBlock): void {
  for (let open = text.indexOf('<!--'); open !== -1;) {
    const start = open + 4;
    // An unclosed comment hides what follows it; only so much of it is looked at.
    const close = text.slice(start, start + MAX_COMMENT).indexOf('-->');
    const end = close === -1 ? Math.min(text.length, start + MAX_COMMENT) : start + close;
    if (end - start >= LEAST_COMMENT) onBlock({ start, end, container: 'HTML comment' });
    open = text.indexOf('<!--', end);
  }
}

/** Sentences in places of Markdown that readers of the rendered page do not see: descriptions and titles of links. */
import { matchAnchored } from '../text/anchored.ts';
import type { Stretch } from '../text/survey.ts';

/** Classes that end at the next opening bracket, so that no input makes them walk the same text twice. */
const DESCRIPTION = /!\[([^\][\n]{30,600})\]\(/y;
const TITLE = /\]\([^()\s"]{1,300} "([^"\n]{30,600})"\)/y;
/** Shorter ones name what is to be seen. */
const LEAST_WORDS = 6;

export function findContained(text: string): Stretch[] {
  return [findIn(text, '![', DESCRIPTION), findIn(text, '](', TITLE)].flat();
}

function findIn(text: string, anchor: string, pattern: RegExp): Stretch[] {
  const found: Stretch[] = [];
  for (const match of matchAnchored(text, anchor, pattern)) {
    const [whole, inner = ''] = match;
    if (inner.split(' ').length < LEAST_WORDS) continue;
    const start = match.index + whole.indexOf(inner);
    found.push({ start, end: start + inner.length });
  }
  return found;
}

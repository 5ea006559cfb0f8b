/** Sentences in places of Markdown that readers of the rendered page do not see: descriptions and titles of links. */
import type { Stretch } from '../text/survey.ts';

/** Classes that end at the next opening bracket, so that no input makes them walk the same text twice. */
const DESCRIPTION = /!\[([^\][\n]{30,600})\]\(/g;
const TITLE = /\]\([^()\s"]{1,300} "([^"\n]{30,600})"\)/g;
/** Shorter ones name what is to be seen. */
const LEAST_WORDS = 6;
const MOST_PASSAGES = 2_000;

export function findContained(text: string): Stretch[] {
  if (!text.includes('](')) return [];
  return [DESCRIPTION, TITLE].flatMap((pattern) => {
    const found: Stretch[] = [];
    for (const match of text.matchAll(pattern)) {
      const [whole, inner = ''] = match;
      if (inner.split(' ').length < LEAST_WORDS) continue;
      const start = match.index + whole.indexOf(inner);
      found.push({ start, end: start + inner.length });
      if (found.length >= MOST_PASSAGES) break;
    }
    return found;
  });
}

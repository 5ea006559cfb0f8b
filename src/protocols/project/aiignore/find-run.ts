import type { PatternTree } from './pattern-tree.ts';

type CharacterSet = Extract<PatternTree, { kind: 'set' }>;

/** Longer runs tell no more texts apart. */
const MAX_RUN = 16;

/**
 * Whether a text can hold a match at all: false only if it holds nowhere the longest run of characters that every match
 * must hold. The words in that run are found by the system's own search, so that most texts need no walk.
 */
export function createPreview(tree: PatternTree): (text: string) => boolean {
  const run = findLongestRun(tree);
  const { offset, words } = findWords(run);
  if (words === '') return () => true;
  const fits = (text: string, start: number): boolean =>
    run.every(({ has }, index) => has(text.charCodeAt(start + index)));
  return (text) => {
    for (let at = text.indexOf(words, offset); at !== -1; at = text.indexOf(words, at + 1)) {
      if (fits(text, at - offset)) return true;
    }
    return false;
  };
}

/** The longest stretch of the run in which every character is known. */
function findWords(run: readonly CharacterSet[]): { readonly offset: number; readonly words: string } {
  let longest = { offset: 0, words: '' };
  let words = '';
  for (const [index, { unit }] of run.entries()) {
    words = unit === undefined ? '' : words + String.fromCharCode(unit);
    if (words.length > longest.words.length) longest = { offset: index + 1 - words.length, words };
  }
  return longest;
}

/** Characters that follow each other in every match; what a choice or a repetition may leave out ends a run. */
function findLongestRun(tree: PatternTree): readonly CharacterSet[] {
  let longest: readonly CharacterSet[] = [];
  let run: CharacterSet[] = [];
  const end = (): void => {
    if (run.length > longest.length) longest = run;
    run = [];
  };
  const visit = (part: PatternTree): void => {
    if (part.kind === 'set') {
      if (run.length === MAX_RUN) end();
      run.push(part);
    } else if (part.kind === 'sequence') part.parts.forEach(visit);
    else if (part.kind === 'repeat') {
      for (let count = 0; count < Math.min(part.least, MAX_RUN); count += 1) visit(part.part);
      if (part.most > part.least || part.least > MAX_RUN) end();
    } else if (part.kind === 'choice') end();
  };
  visit(tree);
  end();
  return longest;
}

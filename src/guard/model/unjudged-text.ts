/** Windows that the model has no say about, because they are no sentences or ask for nothing. */

/** A line no longer than this may be a setting. */
const LONGEST_SETTING = 100;
/** Not before a template or a pipe: anyone who fills in or runs the line would do what it says. */
const NAME_AND_SIGN =
  /^(?:export |const |let |- )?["']?[A-Za-z][\w.-]{0,40}["']? ?[:=] ?(?![^\n]*[|>])(?!\{\{)(?=[^\s/])/;
/** Separate words, as in a sentence. */
const PLAIN_WORD = /(?<![^\s"'])\p{L}{2,}(?![^\s"',.;:!?])/gu;
const LEAST_WORDS = 3;

/** One line of a name and a value reads like nothing at all, because it is no sentence. */
function isSetting(text: string, start: number, end: number): boolean {
  if (end - start > LONGEST_SETTING) return false;
  const line = text.slice(start, end).trim();
  const name = NAME_AND_SIGN.exec(line)?.[0];
  if (name === undefined || line.includes('\n')) return false;
  return (line.slice(name.length).match(PLAIN_WORD)?.length ?? 0) < LEAST_WORDS;
}

/** Four words in a row: no name, label or command of a data file has them. */
const PHRASE = /\p{L}{2,}(?: \p{L}+){3}/u;
const DATA_START = /^\s*[[{]/;
const DATA_END = /[\]}],?\s*$/;

/** An object or a list without a sentence in it says nothing to anyone. */
function isBareData(text: string, start: number, end: number): boolean {
  const window = text.slice(start, end);
  return DATA_START.test(window) && DATA_END.test(window) && !PHRASE.test(window);
}

/** So many cell borders in one window: its words belong to many cells, which are read by themselves. */
const TABLE_BORDERS = 8;

function isTable(text: string, start: number, end: number): boolean {
  let borders = 0;
  for (let at = text.indexOf('|', start); at !== -1 && at < end; at = text.indexOf('|', at + 1)) borders += 1;
  return borders >= TABLE_BORDERS;
}

const LONGEST_NAME = 100;
const NAME = /^[\w.+-]+(?:@[\w.-]+)?$/;

/** A name or a mail address by itself is no sentence either. */
const isName = (text: string, start: number, end: number): boolean =>
  end - start <= LONGEST_NAME && NAME.test(text.slice(start, end).trim());

export const saysNothing = (text: string, start: number, end: number): boolean =>
  isName(text, start, end) || isSetting(text, start, end) || isBareData(text, start, end) || isTable(text, start, end);

const LONGEST_QUESTION = 120;
const QUESTION = /^[^.!?\n]+\?$/;

/** One short question and nothing else; without a word of an attack it wants an answer and no more. */
export function isQuestion(text: string): boolean {
  const whole = text.trim();
  return whole.length <= LONGEST_QUESTION && QUESTION.test(whole);
}

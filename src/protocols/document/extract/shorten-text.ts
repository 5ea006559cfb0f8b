/** A shorter text made of the text's own sentences: the first, then those a reader needs most, in their order. */
import { codePointLength, codePointOffset } from '../../../kernel/text.ts';
import { assertCount, assertText } from '../input.ts';
import { unitsOfText, type Block, type Unit } from './blocks.ts';
import { cutAtWord } from './cut-at-word.ts';
import { rankUnits } from './rank.ts';
import { ELLIPSIS, joinSentences } from './render-blocks.ts';

/** At most `limit` code points. Deterministic; never ends inside a word or a character, never says a thing twice. */
export function shortenText(text: string, limit: number): string {
  assertText(text, 'the text to shorten');
  assertCount(limit, 'the limit');
  if (codePointOffset(text, limit) >= text.length) return text;
  const { units } = unitsOfText(text, 0);
  const [first] = units;
  const room = limit - ELLIPSIS.length - 1;
  if (first === undefined || codePointLength(first.text) > room) {
    return cutAtWord(first?.text ?? text.trim(), limit - ELLIPSIS.length) + ELLIPSIS;
  }
  return `${joinSentences(chooseWithin(units, first, room))} ${ELLIPSIS}`;
}

function chooseWithin(units: readonly Unit[], first: Unit, room: number): Unit[] {
  const block: Block = { label: '', kind: 'sentences', head: '', units: units.slice(1), total: units.length };
  const chosen = [first];
  let used = codePointLength(first.text);
  // Four bytes are the most a character takes.
  for (const { unit } of rankUnits([[block]], [[...first.words]], room * 4)) {
    const length = codePointLength(unit.text) + 1;
    if (used + length > room) continue;
    chosen.push(unit);
    used += length;
  }
  return chosen;
}

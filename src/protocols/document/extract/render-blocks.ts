/** The text that an extract shows of a value: what it is, how much there is, and the units that were chosen. */
import type { Block, Unit } from './blocks.ts';

export const ELLIPSIS = '...';

/** Sentences in their order, those of one line of the text on one line. */
export function joinSentences(units: readonly Unit[]): string {
  let text = '';
  let last = 0;
  for (const { text: sentence, line } of units.toSorted((a, b) => a.index - b.index)) {
    text += text === '' ? sentence : `${line === last ? ' ' : '\n'}${sentence}`;
    last = line;
  }
  return text;
}

/** `chosen` holds the units by the position of their block; the block of the value itself is always described. */
export function renderBlocks(blocks: readonly Block[], chosen: ReadonlyMap<number, readonly Unit[]>): string {
  return blocks
    .flatMap((block, at) => {
      const units = (chosen.get(at) ?? []).toSorted((a, b) => a.index - b.index);
      if (units.length === 0 && at > 0) return [];
      return [`${block.label === '' ? '' : `${block.label}: `}${renderBlock(block, units, at === 0)}`];
    })
    .join('\n');
}

function renderBlock(block: Block, units: readonly Unit[], isTop: boolean): string {
  const { kind, head, total, tally } = block;
  const isWhole = units.length === total;
  if (kind === 'rows') {
    const rows = units.length === 0 ? head : renderRows(head, units, isWhole);
    return tally === undefined || isWhole ? rows : `${rows}\nin all: ${tally}`;
  }
  if (units.length === 0) return head;
  if (kind === 'members') {
    const members = units.map(({ text }) => text).join('; ');
    // A single value has no shape beside itself.
    if (total === 1 && head === members) return members;
    return isTop || !isWhole ? `${head}; ${members}` : members;
  }
  return `${isTop ? `${head}: ` : ''}${joinSentences(units)}${isWhole ? '' : ` ${ELLIPSIS}`}`;
}

function renderRows(head: string, units: readonly Unit[], isWhole: boolean): string {
  const leading = units.findIndex(({ index }, at) => index !== at);
  const first = leading === -1 ? units : units.slice(0, leading);
  const rest = units.slice(first.length).map(({ text, index }) => `#${index + 1}: ${text}`);
  const rows = [...first.map(({ text }) => text), ...rest].join('\n');
  if (isWhole) return `${head}: ${rows}`;
  return first.length === 0 ? `${head}; of these ${rows}` : `${head}; first ${first.length}: ${rows}`;
}

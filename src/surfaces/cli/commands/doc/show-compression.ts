import { cutText } from '../../../../kernel/text.ts';
import { FAILURES, type Compression } from '../../../../protocols/document/index.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';

/** A step with more changes than this names the rest by number. */
const SHOWN_CHANGES = 8;

/** What each strategy changed, and the tokens after it. */
export function showSteps({ steps }: Pick<Compression, 'steps'>, style: Style): string[] {
  return steps.flatMap(({ strategy, tokens, changes }) => [
    `  ${strategy}  ${style.dim(`${tokens} tokens after it`)}`,
    ...changes
      .slice(0, SHOWN_CHANGES)
      .map(
        ({ kind, path, bytesBefore, bytesAfter }) =>
          `    ${kind} ${cutText(path, SHOWN_PATH, '…')}  ${style.dim(`${bytesBefore} → ${bytesAfter} bytes`)}`,
      ),
    ...(changes.length > SHOWN_CHANGES ? [`    and ${changes.length - SHOWN_CHANGES} more`] : []),
  ]);
}

const SHOWN_PATH = 100;

/** What takes the room, for a person to decide. */
export function showLargest(
  { tokens, largest, limit }: Pick<Compression, 'tokens' | 'largest' | 'limit'>,
  style: Style,
): string[] {
  const { failure, recovery } = FAILURES.overLimit;
  const rows = largest.map(({ path, tokens: count, bytes }) => [
    `  ${cutText(path, SHOWN_PATH, '…')}`,
    `${count} tokens`,
    style.dim(`${bytes} bytes`),
  ]);
  return [
    `  ${failure} (${tokens.count}). ${recovery}:`,
    ...renderTable(rows).split('\n'),
    `  Required fields, hash and the reference to the original take ${tokens.count} tokens; the limit is ${limit}.`,
  ];
}

import { FAILURES, type Compression } from '../../../../protocols/document/index.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';

/** What each strategy changed, and the tokens after it. */
export function showSteps({ steps }: Pick<Compression, 'steps'>, style: Style): string[] {
  return steps.flatMap(({ strategy, tokens, changes }) => [
    `  ${strategy}  ${style.dim(`${tokens} tokens after it`)}`,
    ...changes.map(
      ({ kind, path, bytesBefore, bytesAfter }) =>
        `    ${kind} ${path}  ${style.dim(`${bytesBefore} → ${bytesAfter} bytes`)}`,
    ),
  ]);
}

/** What takes the room, for a person to decide. */
export function showLargest({ tokens, largest }: Pick<Compression, 'tokens' | 'largest'>, style: Style): string[] {
  const { failure, recovery } = FAILURES.overLimit;
  const rows = largest.map(({ path, tokens: count, bytes }) => [
    `  ${path}`,
    `${count} tokens`,
    style.dim(`${bytes} bytes`),
  ]);
  return [`  ${failure} (${tokens.count}). ${recovery}:`, ...renderTable(rows).split('\n')];
}

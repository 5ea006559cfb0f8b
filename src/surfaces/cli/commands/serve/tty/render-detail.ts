/** One task on the terminal board: what is known of it, what has to be done, and what was said. */
import type { TaskRemark } from '../../../../../kernel/tasks.ts';
import type { TaskCard } from '../../../../../relay/views/index.ts';
import type { Style } from '../../../style.ts';
import { STATUS_NAMES, type Screen } from '../render-board.ts';
import { toCells, wrapWords } from './cells.ts';
import { factOf } from './render-list.ts';

export interface TtyDetail {
  readonly id: string;
  readonly text: string;
  readonly remarks: readonly TaskRemark[];
}

/** All lines; the caller shows those that fit, from `scroll` on. */
export function renderDetail(
  card: TaskCard,
  detail: TtyDetail | undefined,
  { columns }: Screen,
  nowMs: number,
  style: Style,
): string[] {
  const facts: [string, string | undefined][] = [
    ['id', card.id],
    ['status', STATUS_NAMES[card.status]],
    ['why', card.why === undefined ? card.block?.reason : factOf(card, nowMs)],
    ['agent', card.agent],
    ['priority', card.priority],
    ['lease until', card.leaseUntil],
    ['attempts', card.attempts > 0 ? String(card.attempts) : undefined],
    ['changed', card.updatedAt],
  ];
  const rows = facts.flatMap(([name, value]) => {
    if (value === undefined || value === '') return [];
    const [first = '', ...more] = wrapWords(toCells(value), columns - 13);
    return [`${style.dim(name.padEnd(12))} ${first}`, ...more.map((line) => `${' '.repeat(13)}${line}`)];
  });
  return [
    ...wrapWords(toCells(card.title), columns).map((line) => style.bold(line)),
    '',
    ...rows,
    ...(detail === undefined ? [] : renderWords(detail, columns, style)),
  ];
}

function renderWords({ text, remarks }: TtyDetail, columns: number, style: Style): string[] {
  const brief = text.trim() === '' ? [] : ['', style.bold('Brief'), ...wrapLines(text, columns)];
  const said = remarks.flatMap(({ by, text: words }) => wrapWords(`${toCells(by)}: ${toCells(words)}`, columns));
  return [...brief, ...(said.length === 0 ? [] : ['', style.bold('Said'), ...said])];
}

const wrapLines = (text: string, columns: number): string[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const indent = /^\s{0,8}/.exec(line)?.[0] ?? '';
      return wrapWords(toCells(line), columns - indent.length).map((part) => indent.replaceAll(/\s/g, ' ') + part);
    });

import { isRate, type Case, type Unit } from './benchmark.ts';
import type { CaseResult, Measured } from './measure-case.ts';

const HEADINGS = ['', 'ours', 'peer', 'floor', 'ratio', 'target'];

/** A Markdown table, so that what a run prints can be pasted into a page. */
export function renderTable(results: readonly CaseResult[]): string {
  const rows = [HEADINGS, ...results.flatMap(renderCase)];
  const widths = HEADINGS.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n');
}

/** Peers after the first get lines of their own. */
function renderCase({ title, unit, ours, peers, floor, ratio, target }: CaseResult): string[][] {
  const [first, ...others] = peers;
  const verdict = target === undefined ? '' : `${renderTarget(unit, target)} ${target.reached ? '✓' : '✗'}`;
  return [
    [
      title,
      figure(ours, unit),
      named(first, unit),
      named(floor, unit),
      ratio === undefined ? '' : times(ratio),
      verdict,
    ],
    ...others.map((peer) => ['', '', named(peer, unit), '', times(ours.median / peer.median), '']),
  ];
}

const named = (measured: Measured | undefined, unit: Unit): string =>
  measured === undefined ? '' : `${measured.name}: ${figure(measured, unit)}`;

const figure = ({ median, note }: Measured, unit: Unit): string =>
  `${renderNumber(median)}${unit === '/s' ? '' : ' '}${unit}${note === undefined ? '' : ` (${note})`}`;

const times = (ratio: number): string => `${renderNumber(ratio)} ×`;

function renderTarget(unit: Unit, { limit, against }: NonNullable<Case['target']>): string {
  const sign = isRate(unit) ? '≥' : '≤';
  return against === undefined ? `${sign} ${limit} ${unit}` : `${sign} ${limit} × ${against}`;
}

/** Three digits say what a measurement on a shared machine can say. */
function renderNumber(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value.toPrecision(value >= 1 ? 3 : 2);
}

import { given } from '../../../kernel/given.ts';
import { matchLines, messageBelow, type Failure, type Recogniser } from './tool-result.ts';

const COUNT = /^(?:ℹ|#) (tests|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/;

/** Both the spec reporter and TAP end with the same counts. */
export const recogniseNodeTest: Recogniser = (lines) => {
  const counts = new Map(matchLines(lines, COUNT).map(([, name = '', count]) => [name, Number(count)]));
  const count = (name: string): number => counts.get(name) ?? 0;
  if (!counts.has('tests') || !counts.has('pass') || !counts.has('fail')) return undefined;
  return {
    tool: 'node --test',
    kind: 'test',
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
    failures: lines.some((line) => line.startsWith('TAP version')) ? tapFailures(lines) : specFailures(lines),
    ...(counts.has('duration_ms') ? { durationMs: count('duration_ms') } : {}),
  };
};

const SAYS = /^\s+(\w*Error\b.*)$/;

function specFailures(lines: readonly string[]): Failure[] {
  const from = lines.findIndex((line) => line === '✖ failing tests:');
  if (from === -1) return [];
  let place: string | undefined;
  return lines.slice(from + 1).flatMap((line, index, all) => {
    place = /^test at (.+?)(?::\d+)*$/.exec(line)?.[1] ?? place;
    const name = /^✖ (.+?)(?: \([\d.]+ms\))?$/.exec(line)?.[1];
    if (name === undefined) return [];
    return [{ name, ...given({ place }), ...messageBelow(all, index, SAYS, /^✖ /) }];
  });
}

/** A suite fails with its tests and is not counted beside them. */
const tapFailures = (lines: readonly string[]): Failure[] =>
  lines.flatMap((line, index) => {
    const name = /^\s*not ok \d+ - (.+?)(?: # .*)?$/.exec(line)?.[1];
    const isSuite = lines.slice(index + 1, index + 6).some((below) => /^\s+type: 'suite'$/.test(below));
    return name === undefined || isSuite ? [] : [{ name }];
  });

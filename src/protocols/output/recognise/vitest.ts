import { given } from '../../../kernel/given.ts';
import {
  countBefore,
  durationIn,
  findLines,
  matchLines,
  messageBelow,
  type Failure,
  type Recogniser,
} from './tool-result.ts';

const TESTS = /^\s+Tests\s+((?:\d+ (?:failed|passed|skipped|todo)|no tests).*)$/;
const FILES = /^\s+Test Files\s+(.+)$/;
const FAIL = /^\s*FAIL\s+(?:\|[^|]+\|\s+)?(\S+?)(?: > (.+)| \[ .+ \])?$/;

const SAYS = /^\s*(?:[\w.]*(?:Error|Exception)|Snapshot)\b.*$/;

export const recogniseVitest: Recogniser = (lines) => {
  const files = matchLines(lines, FILES).at(-1)?.[1];
  if (files === undefined) return undefined;
  const tests = matchLines(lines, TESTS).at(-1)?.[1] ?? '';
  const failures = findLines(lines, FAIL).map(({ match, index }) => ({
    ...toFailure(match),
    ...messageBelow(lines, index, SAYS, FAIL),
  }));
  return {
    tool: 'vitest',
    kind: 'test',
    passed: countBefore(tests, 'passed'),
    failed: countBefore(tests, 'failed'),
    skipped: countBefore(tests, 'skipped') + countBefore(tests, 'todo'),
    // A file that cannot be loaded fails without any of its tests being counted.
    errors: failures.filter((failure) => failure.name === undefined).length,
    failures,
    ...coverageIn(lines),
    ...durationIn(lines.findLast((line) => /^\s+Duration\s/.test(line)) ?? ''),
  };
};

const toFailure = ([, place = '', name]: RegExpExecArray): Failure => ({
  place,
  ...given({ name }),
});

/** The table both vitest and jest print. */
export function coverageIn(lines: readonly string[]): { coverage?: string } {
  const percent = matchLines(lines, /^All files\s+\|\s+([\d.]+)/).at(-1)?.[1];
  return percent === undefined ? {} : { coverage: `${percent}%` };
}

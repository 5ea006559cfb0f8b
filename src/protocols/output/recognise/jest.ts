import { countBefore, durationIn, matchLines, type Failure, type Recogniser } from './tool-result.ts';
import { coverageIn } from './vitest.ts';

const SUITES = /^Test Suites: +(.+)$/;

export const recogniseJest: Recogniser = (lines) => {
  const suites = matchLines(lines, SUITES).at(-1)?.[1];
  if (suites === undefined) return undefined;
  const tests = matchLines(lines, /^Tests: +(.+)$/).at(-1)?.[1] ?? '';
  const failures = findFailures(lines);
  return {
    tool: 'jest',
    kind: 'test',
    passed: countBefore(tests, 'passed'),
    failed: countBefore(tests, 'failed'),
    skipped: countBefore(tests, 'skipped') + countBefore(tests, 'todo'),
    errors: failures.filter((failure) => failure.name === undefined).length,
    failures,
    ...coverageIn(lines),
    ...durationIn(lines.findLast((line) => /^Time: +/.test(line)) ?? ''),
  };
};

/** `FAIL file` is followed by `● suite › test` for each; with several files the list is printed a second time. */
function findFailures(lines: readonly string[]): Failure[] {
  const found = new Map<string, Failure>();
  let place: string | undefined;
  for (const line of lines) {
    const file = /^(?:FAIL|PASS) (?:\S+ )?(\S+?)(?: \([\d.]+ m?s\))?$/.exec(line);
    if (file !== null) place = line.startsWith('FAIL') ? file[1]?.replace(/^\.\//, '') : undefined;
    const name = /^ {2}● (.+)$/.exec(line)?.[1];
    if (name === undefined || place === undefined || name === 'Console') continue;
    const isFile = name.startsWith('Test suite failed');
    found.set(`${place}\n${name}`, isFile ? { place } : { place, name: name.replaceAll(' › ', ' > ') });
  }
  return [...found.values()];
}

import { countBefore, durationIn, matchLines, messageBelow, type Failure, type Recogniser } from './tool-result.ts';
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

const SAYS = /^\s+((?:expect\(.*|[\w.]*Error:.*|thrown: .*))$/;
const NEXT = /^ {2}● /;

/** What was expected says more than the name of the matcher. */
function messageOf(lines: readonly string[], index: number): { readonly message?: string } {
  const { message: expected } = messageBelow(lines, index, /^\s+Expected: (.+)$/, NEXT);
  const { message: received } = messageBelow(lines, index, /^\s+Received: (.+)$/, NEXT);
  if (expected === undefined || received === undefined) return messageBelow(lines, index, SAYS, NEXT);
  return { message: `expected ${expected}, received ${received}` };
}

/** `FAIL file` is followed by `● suite › test` for each; with several files the list is printed a second time. */
function findFailures(lines: readonly string[]): Failure[] {
  const found = new Map<string, Failure>();
  let place: string | undefined;
  for (const [index, line] of lines.entries()) {
    const file = /^(?:FAIL|PASS) (?:\S+ )?(\S+?)(?: \([\d.]+ m?s\))?$/.exec(line);
    if (file !== null) place = line.startsWith('FAIL') ? file[1]?.replace(/^\.\//, '') : undefined;
    const name = /^ {2}● (.+)$/.exec(line)?.[1];
    if (name === undefined || place === undefined || name === 'Console') continue;
    const isFile = name.startsWith('Test suite failed');
    const said = messageOf(lines, index);
    const failure = isFile ? { place } : { place, name: name.replaceAll(' › ', ' > ') };
    // The list is printed twice, the second time without messages.
    if (!found.has(`${place}\n${name}`)) found.set(`${place}\n${name}`, { ...failure, ...said });
  }
  return [...found.values()];
}

import { durationIn, matchLines, messageBelow, type Failure, type Recogniser } from './tool-result.ts';

const PACKAGE = /^(ok|FAIL|\?)\s+(\S+)\s+(.+)$/;
const TEST = /^\s*--- (PASS|FAIL|SKIP): (\S+) \(/;

/** Without -v only failing tests are named; then the packages that passed are what there is to count. */
export const recogniseGoTest: Recogniser = (lines) => {
  const packages = matchLines(lines, PACKAGE).filter(([, , , rest = '']) => PACKAGE_END.test(rest));
  if (packages.length === 0) return undefined;
  const tests = withoutParents(matchLines(lines, TEST).map(([, result = '', name = '']) => ({ result, name })));
  const count = (word: string): number => tests.filter(({ result }) => result === word).length;
  const broken = packages.filter(([, result, , rest]) => result === 'FAIL' && BROKEN.test(rest ?? ''));
  const isVerbose = lines.some((line) => line.startsWith('=== RUN'));
  return {
    tool: 'go test',
    kind: 'test',
    ...(isVerbose ? { passed: count('PASS'), skipped: count('SKIP') } : {}),
    failed: count('FAIL'),
    errors: broken.length,
    failures: [...failedTests(lines), ...broken.map(([, , place = '']) => ({ place }))],
    durationMs: packages.reduce((sum, [, , , rest]) => sum + (durationIn(rest ?? '').durationMs ?? 0), 0),
  };
};

/** A test with subtests fails with them and does not count by itself. */
function withoutParents<T extends { readonly name: string }>(tests: readonly T[]): T[] {
  const parents = new Set(tests.flatMap(({ name }) => ancestorsOf(name)));
  return tests.filter(({ name }) => !parents.has(name));
}

function ancestorsOf(name: string): string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** With -v a test says it before its result, otherwise below. */
function messageOf(lines: readonly string[], index: number, name: string): { readonly message?: string } {
  const begin = lines.findLastIndex((line, at) => at < index && line.trim() === `=== RUN   ${name}`);
  return begin === -1 ? messageBelow(lines, index, SAYS, TEST) : messageBelow(lines.slice(0, index), begin, SAYS, TEST);
}

const SAYS = /^\s+\S+_test\.go:\d+: (.+)$/;
const PACKAGE_END = /^(?:[\d.]+s|\(cached\)|\[no test files\]|\[build failed\]|\[setup failed\]|coverage:)/;
const BROKEN = /^\[(?:build|setup) failed\]/;

/** The line of a package follows those of its tests. */
function failedTests(lines: readonly string[]): Failure[] {
  const done: Failure[] = [];
  let waiting: { name: string; message?: string }[] = [];
  for (const [index, line] of lines.entries()) {
    const [, result, name = ''] = TEST.exec(line) ?? [];
    if (result === 'FAIL') waiting.push({ name, ...messageOf(lines, index, name) });
    const [, outcome, place = '', rest = ''] = PACKAGE.exec(line) ?? [];
    if (outcome === undefined || !PACKAGE_END.test(rest)) continue;
    done.push(...withoutParents(waiting).map((failure) => ({ place, ...failure })));
    waiting = [];
  }
  return [...done, ...withoutParents(waiting)];
}

import { durationIn, matchLines, type Failure, type Recogniser } from './tool-result.ts';

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

/** A test with subtests fails with them and is none by itself. */
function withoutParents<T extends { readonly name: string }>(tests: readonly T[]): T[] {
  const parents = new Set(tests.flatMap(({ name }) => ancestorsOf(name)));
  return tests.filter(({ name }) => !parents.has(name));
}

function ancestorsOf(name: string): string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

const PACKAGE_END = /^(?:[\d.]+s|\(cached\)|\[no test files\]|\[build failed\]|\[setup failed\]|coverage:)/;
const BROKEN = /^\[(?:build|setup) failed\]/;

/** A package is named behind its tests. */
function failedTests(lines: readonly string[]): Failure[] {
  const done: Failure[] = [];
  let waiting: { name: string }[] = [];
  for (const line of lines) {
    const [, result, name = ''] = TEST.exec(line) ?? [];
    if (result === 'FAIL') waiting.push({ name });
    const [, outcome, place = '', rest = ''] = PACKAGE.exec(line) ?? [];
    if (outcome === undefined || !PACKAGE_END.test(rest)) continue;
    done.push(...withoutParents(waiting).map(({ name: test }) => ({ place, name: test })));
    waiting = [];
  }
  return [...done, ...withoutParents(waiting)];
}

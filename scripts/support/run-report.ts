/** What a vitest run says in its JSON report, as far as we need it. */
export interface RunReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
  /** Tests that failed once and passed when they were run again, with the first failure. */
  readonly repeated: readonly TestFailure[];
  /** Files that failed without a failing test: they could not be loaded, or their set-up threw. */
  readonly brokenFiles: readonly { readonly file: string; readonly message: string }[];
}

export interface TestFailure {
  readonly title: string;
  readonly message: string;
}

export function parseRunReport(text: string): RunReport {
  const report: unknown = JSON.parse(text);
  const files = listAt(report, 'testResults');
  const tests = files.flatMap((file) => listAt(file, 'assertionResults'));
  const failures = tests.filter(hasFailed).map(asFailure);
  const passed = tests.filter((test) => fieldAt(test, 'status') === 'passed');
  return {
    passed: passed.length,
    failed: failures.length,
    skipped: tests.length - failures.length - passed.length,
    failures,
    repeated: passed.filter((test) => listAt(test, 'failureMessages').length > 0).map(asFailure),
    brokenFiles: files
      .filter((file) => hasFailed(file) && !listAt(file, 'assertionResults').some(hasFailed))
      .map((file) => ({ file: textAt(file, 'name'), message: firstLine(textAt(file, 'message')) })),
  };
}

const hasFailed = (value: unknown): boolean => fieldAt(value, 'status') === 'failed';

const asFailure = (test: unknown): TestFailure => ({
  title: textAt(test, 'fullName'),
  message: firstLine(listAt(test, 'failureMessages').map(String)[0] ?? ''),
});

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const fieldAt = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

function listAt(value: unknown, key: string): readonly unknown[] {
  const found = fieldAt(value, key);
  return Array.isArray(found) ? found : [];
}

const textAt = (value: unknown, key: string): string => {
  const found = fieldAt(value, key);
  return typeof found === 'string' ? found : '';
};

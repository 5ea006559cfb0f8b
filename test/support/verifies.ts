import { test, type TestOptions } from 'vitest';

/**
 * A test that proves one or more numbered requirements. There is no skip on purpose: a number that cannot be
 * proven here must show as not yet proven in docs/conformance.md.
 */
export function verifies(
  ids: string | readonly string[],
  sentence: string,
  prove: () => void | Promise<void>,
  options: TestOptions = {},
): void {
  const named = typeof ids === 'string' ? [ids] : ids;
  test(`${named.join(' ')} ${sentence}`, options, prove);
}

/** The suite `npm test` runs if none is named. */
export const DEFAULT_PROJECT = 'fast';

/** What is handed to vitest: everything given, on the default suite unless another is named. */
export function vitestArguments(given: readonly string[]): string[] {
  const named = given.some((word) => word === '--project' || word.startsWith('--project='));
  return ['run', ...(named ? [] : ['--project', DEFAULT_PROJECT]), ...given];
}

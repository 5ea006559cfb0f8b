import type { Problem } from '../support/problem.ts';

/** Every error code stands in the reference and every code there exists. */
export function checkErrors(codes: readonly string[], file: string, text: string): Problem[] {
  const documented = new Map<string, number>();
  for (const [at, line] of text.split('\n').entries()) {
    const code = /^\|\s*`([A-Z][A-Z0-9_]*)`\s*\|/.exec(line)?.[1];
    if (code !== undefined) documented.set(code, at + 1);
  }
  return [
    ...codes.filter((code) => !documented.has(code)).map((code) => ({ file, message: `${code} is not documented` })),
    ...[...documented]
      .filter(([code]) => !codes.includes(code))
      .map(([code, line]) => ({ file, line, message: `there is no error ${code}` })),
  ];
}

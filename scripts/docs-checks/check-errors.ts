import type { Problem } from '../support/problem.ts';
import type { RepoFiles } from '../support/repo-files.ts';

/** Every error code is in the reference and every code there exists. */
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

/** Every error code is used: one that nothing can meet would promise what is not there. */
export function checkErrorsUsed(codes: readonly string[], repo: RepoFiles): Problem[] {
  const texts = repo.paths
    .filter((path) => path.startsWith('src/') && path.endsWith('.ts') && !path.startsWith('src/kernel/errors/'))
    .map((path) => repo.readText(path));
  return codes
    .filter((code) => !texts.some((text) => text.includes(`'${code}'`)))
    .map((code) => ({ file: 'src/kernel/errors', message: `${code} is never used` }));
}

import { given } from '../../../kernel/given.ts';
import { countBefore, matchLines, type Failure, type Recogniser } from './tool-result.ts';

const RESULT = /^✖ \d+ problems? \((.+)\)$/;
const PROBLEM = /^ +(\d+):(\d+) +(error|warning) +(.+?)(?: {2,}(\S+))?$/;
const FILE = /^(?:\/|[A-Za-z]:\\)\S.*$/;

export const recogniseEslint: Recogniser = (lines) => {
  const result = matchLines(lines, RESULT).at(-1)?.[1];
  if (result === undefined) return undefined;
  const problems = findProblems(lines);
  const [first] = problems;
  return {
    tool: 'eslint',
    kind: 'build',
    failed: countBefore(result, 'errors?'),
    warnings: countBefore(result, 'warnings?'),
    failures: problems.map(({ place, name }) => ({ place, name })),
    ...given({ first: first?.text }),
  };
};

function findProblems(lines: readonly string[]): (Required<Pick<Failure, 'place' | 'name'>> & { text: string })[] {
  let place = '';
  return lines.flatMap((line) => {
    if (FILE.test(line)) place = shortPath(line);
    const [, at, , severity, text = '', name = ''] = PROBLEM.exec(line) ?? [];
    return severity === 'error' ? [{ place, name, text: `${place}:${at} ${text.trim()} (${name})` }] : [];
  });
}

/** The last two parts tell people which file it is; eslint prints absolute paths. */
const shortPath = (path: string): string => path.split(/[\\/]/).slice(-2).join('/');

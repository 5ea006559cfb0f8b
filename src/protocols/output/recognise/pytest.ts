import { given } from '../../../kernel/given.ts';
import { countBefore, durationIn, matchLines, type Failure, type Recogniser } from './tool-result.ts';

/** `=== 1 failed, 2 passed in 0.01s ===`, with -q without the bars. */
const RESULT =
  /^(?:=+ )?((?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?)(?:, )?)+ in [\d.]+s.*?)(?: =+)?$/;
const FAILED = /^(?:FAILED|ERROR) ([^\s:]+)(?:::(\S+))?(?: - (.*))?$/;

export const recognisePytest: Recogniser = (lines) => {
  const result = matchLines(lines, RESULT).at(-1)?.[1];
  if (result === undefined) return undefined;
  return {
    tool: 'pytest',
    kind: 'test',
    passed: countBefore(result, 'passed') + countBefore(result, 'xfailed'),
    failed: countBefore(result, 'failed') + countBefore(result, 'xpassed'),
    skipped: countBefore(result, 'skipped'),
    errors: countBefore(result, 'errors?'),
    failures: matchLines(lines, FAILED).map(toFailure),
    ...coverageIn(lines),
    ...durationIn(/ in (.+)$/.exec(result)?.[1] ?? ''),
  };
};

const toFailure = ([, place = '', name, message]: RegExpExecArray): Failure => ({
  place,
  ...given({ name }),
  ...(message === undefined || message.trim() === '' ? {} : { message: message.trim() }),
});

function coverageIn(lines: readonly string[]): { coverage?: string } {
  const percent = matchLines(lines, /^TOTAL\s+\d+.*\s(\d+%)$/).at(-1)?.[1];
  return percent === undefined ? {} : { coverage: percent };
}

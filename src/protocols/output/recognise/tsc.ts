import { matchLines, type Recogniser } from './tool-result.ts';

/** `a.ts(1,7): error TS2322: …`, or in pretty form `a.ts:1:7 - error TS2322: …`. */
const ERROR = /^(.+?)(?:\((\d+),\d+\):|:(\d+):\d+ -) error (TS\d+): (.+)$/;
/** Errors of the configuration have no place. */
const GLOBAL_ERROR = /^error (TS\d+): (.+)$/;

export const recogniseTsc: Recogniser = (lines) => {
  const errors = matchLines(lines, ERROR);
  const globals = matchLines(lines, GLOBAL_ERROR);
  const [first] = errors;
  if (first === undefined && globals[0] === undefined) return undefined;
  return {
    tool: 'tsc',
    kind: 'build',
    failed: errors.length + globals.length,
    failures: errors.map(([, place = '', , , name = '']) => ({ place, name })),
    first:
      first === undefined
        ? `${globals[0]?.[1]}: ${globals[0]?.[2]}`
        : `${first[1]}:${first[2] ?? first[3]} ${first[4]}: ${first[5]}`,
  };
};

import { countBefore, durationIn, matchLines, type Failure, type Recogniser } from './tool-result.ts';

const RESULT = /^test result: (?:ok|FAILED)\. (.+)$/;
const FAILED = /^test (.+) \.\.\. FAILED$/;
const ERROR = /^error(?:\[E\d+\])?: (.+)$/;
const NOT_COMPILED = /^error: could not compile `([^`]+)`.* due to (\d+) previous errors?/;

export const recogniseCargoTest: Recogniser = (lines) => {
  const results = matchLines(lines, RESULT).map(([, counts = '']) => counts);
  if (results.length === 0) return undefined;
  const sum = (word: string): number => results.reduce((total, counts) => total + countBefore(counts, word), 0);
  const durations = results.map((counts) => durationIn(/finished in (.+)$/.exec(counts)?.[1] ?? '').durationMs ?? 0);
  return {
    tool: 'cargo test',
    kind: 'test',
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('ignored'),
    failures: matchLines(lines, FAILED).map(([, name = '']) => ({ name })),
    durationMs: durations.reduce((total, ms) => total + ms, 0),
  };
};

export const recogniseCargoBuild: Recogniser = (lines) => {
  const stops = matchLines(lines, NOT_COMPILED);
  if (stops.length === 0) return undefined;
  const places = matchLines(lines, /^\s+--> ([^:]+):\d+:\d+$/).map(([, place = '']) => place);
  const failures: Failure[] =
    places.length > 0 ? places.map((place) => ({ place })) : stops.map(([, place = '']) => ({ place }));
  const first = matchLines(lines, ERROR)[0]?.[1];
  return {
    tool: 'cargo',
    kind: 'build',
    failed: stops.reduce((total, [, , count]) => total + Number(count), 0),
    failures,
    ...(first === undefined ? {} : { first }),
  };
};
